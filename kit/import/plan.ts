/** The plan of an import: what becomes of each row of a file, before anything is sent. */
import type { Fault } from "../../client/index.ts";
import type { View } from "../description/model.ts";
import { expandTemplate, variablesIn } from "../description/paths.ts";
import type { FileFormat, Row } from "../rows/row.ts";
import type { RowRecord } from "../send/requests.ts";
import { faultsOfRecord } from "../values/constraints.ts";
import { invalidId } from "../values/findings.ts";
import { isId } from "../values/formats.ts";
import { hashOf } from "../values/hash.ts";
import type { Values } from "../values/json.ts";
import type { Matches, Target } from "./columns.ts";
import { Draft, textOf } from "./draft.ts";
import { idOf } from "./ids.ts";
import type { Template } from "./template.ts";

/** What an import does: it creates records, creates or replaces them, or changes the fields that a row gives. */
export const IMPORT_MODES = ["create", "upsert", "patch"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** The choices that decide what becomes of rows. */
export interface ImportPlan {
  readonly view: View;
  readonly mode: ImportMode;
  readonly format: FileFormat;
  /** The path of the list or one-to-one; each row gives the ids in braces that are left: `/api/missions/{mission_id}/data`. */
  readonly path: string;
  readonly targets: readonly Target[];
  readonly matches: Matches;
  /** Values for every row, by the names of their targets. */
  readonly set?: Readonly<Record<string, Template>>;
  /** Whether a row without an id gets one that is made of its title. */
  readonly makesIds?: boolean;
  /** Whether only the first of several rows of one record is taken; otherwise the others are faults, unless they change it. */
  readonly isDistinct?: boolean;
}

/** What becomes of a row. */
export interface PlannedRow extends RowRecord {
  readonly row: Row;
  readonly action: ImportMode | "skip" | "fault";
  readonly record: Values;
  /** What is wrong with it: none unless the action is `fault`. */
  readonly faults: readonly Fault[];
  /** Of a skipped row: whether it differs from the first one of its record. */
  readonly differs?: boolean;
}

/**
 * Returns whether rows of a list can get ids that are made of their titles. Where arrays are taken, such as for samples, a
 * title names no record.
 */
export function canMakeIds({ kind, bulk, itemMethods, title }: View, matches: Matches): boolean {
  const isMatched = Object.values(matches).includes(title);
  return kind === "collection" && bulk === undefined && itemMethods.includes("PUT") && isMatched;
}

/** Plans the rows of a file, in their order. */
export class Planner {
  /** The fields and variables that every row needs, and that nothing gives. Rows do not repeat it. */
  readonly missing: readonly string[];
  private readonly plan: ImportPlan;
  /** The field that ends the path of a record; undefined for a one-to-one. */
  private readonly key: string | undefined;
  /** The variables of the path, whose values each row gives. */
  private readonly variables: readonly string[];
  private readonly byColumn: readonly (readonly [column: string, target: Target])[];
  private readonly bySet: readonly (readonly [template: Template, target: Target])[];
  /** The line of the first row of each record (of an array, its item), or the hash of its content. */
  private readonly firsts = new Map<string, number>();

  constructor(plan: ImportPlan) {
    const { view, targets, matches, set = {} } = plan;
    const named = new Map(targets.map((target) => [target.name, target]));
    const withTarget = <T>(pairs: readonly (readonly [T, string | undefined])[]) =>
      pairs.flatMap(([from, name]) => (named.has(name ?? "") ? [[from, named.get(name!)!] as const] : []));
    this.plan = plan;
    this.key = view.kind === "single" ? undefined : view.key;
    this.variables = variablesIn(plan.path);
    this.byColumn = withTarget(Object.entries(matches));
    this.bySet = withTarget(Object.entries(set).map(([name, template]) => [template, name] as const));
    const given = [...this.byColumn, ...this.bySet].map(([, { name }]) => name.split(".")[0]!);
    this.missing = this.needed().filter((name) => !given.includes(name));
  }

  private needed(): string[] {
    const { view, mode, makesIds } = this.plan;
    const required = view.writable.create.filter((field) => field.required && mode !== "patch");
    const key = this.key === undefined || mode === "create" || makesIds ? [] : [this.key];
    return [...new Set([...required.map(({ name }) => name), ...key, ...this.variables])];
  }

  /** Plans the next row. */
  next(row: Row): PlannedRow {
    const draft = new Draft(this.plan.mode === "patch" ? null : undefined);
    if (row.fault !== undefined) draft.fault("", "unreadable", row.fault);
    else this.fill(draft, row);
    const { record, faults, ids } = draft;
    const list = expandTemplate(this.plan.path, ids);
    const planned = { row, number: row.number, list, path: this.pathOf(list, record), record, faults };
    if (faults.length > 0) return { ...planned, action: "fault" };
    return this.repeated(planned, ids) ?? { ...planned, action: this.plan.mode };
  }

  /** The path of a record; undefined if the service gives it an id. */
  private pathOf(list: string, record: Values): string | undefined {
    if (this.key === undefined) return list;
    const id = record[this.key];
    const isWritten = this.plan.view.itemMethods.includes("PUT");
    return isWritten && typeof id === "string" ? `${list}/${encodeURIComponent(id)}` : undefined;
  }

  private fill(draft: Draft, row: Row): void {
    const { view, mode, makesIds, format } = this.plan;
    const { record } = draft;
    for (const [column, target] of this.byColumn) {
      if (format === "csv") draft.putText(target, textOf(row.values[column]), column);
      else if (Object.hasOwn(row.values, column)) draft.put(target, row.values[column]);
    }
    for (const [template, target] of this.bySet)
      draft.putText(
        target,
        template.fill((column) => textOf(row.values[column])),
      );
    draft.finish(view.writable.create);
    const { key } = this;
    if (key !== undefined) {
      const title = record[view.title];
      if (makesIds && record[key] === undefined && typeof title === "string") record[key] = idOf(title);
      if (mode !== "create" && record[key] === undefined && !this.missing.includes(key))
        draft.fault(`/${key}`, "required", "An id is required: records are found by it.");
    }
    for (const name of this.variables) this.checkVariable(draft, name);
    const isSaid = ({ pointer = "", code }: Fault) =>
      draft.faults.some((each) => `${each.pointer}/`.startsWith(`${pointer}/`)) ||
      (code === "required" && this.missing.includes(pointer.slice(1)));
    const found = faultsOfRecord(view.writable.create, record, mode === "patch" ? "changes" : "whole");
    draft.faults.push(...found.filter((fault) => !isSaid(fault)));
  }

  private checkVariable(draft: Draft, name: string): void {
    const id = draft.ids[name] ?? "";
    if (this.missing.includes(name)) return;
    if (id === "") draft.fault(`/${name}`, "required", "The path needs an id, and the row has none.");
    else if (!isId(id)) draft.fault(`/${name}`, "invalid_id", invalidId(id));
  }

  /** Returns the plan for a row whose record an earlier one has already; undefined if none has. */
  private repeated(planned: Omit<PlannedRow, "action">, ids: Draft["ids"]): PlannedRow | undefined {
    const { mode, isDistinct, format } = this.plan;
    const { row, path, record } = planned;
    // Rows may change a record one after the other, and each without an id is a record of its own.
    if (!isDistinct && (mode === "patch" || path === undefined)) return undefined;
    const content = isDistinct ? JSON.stringify(record) : "";
    const own = path === undefined ? content : record[this.key ?? ""];
    // All names are kept in memory, so they contain only what differs between rows.
    const name = [...this.variables.map((variable) => ids[variable]), own].join("/");
    const isItem = format === "json";
    const first = this.firsts.get(name);
    if (first === undefined) {
      this.firsts.set(name, isDistinct ? hashOf(content) : isItem ? row.number : row.line);
      return undefined;
    }
    if (isDistinct) return { ...planned, action: "skip", differs: first !== hashOf(content) };
    const fault = {
      pointer: this.key === undefined ? "" : `/${this.key}`,
      code: "duplicate",
      message: `The row at ${isItem ? "item" : "line"} ${first} is of the same record; each may occur once.`,
    };
    return { ...planned, action: "fault", faults: [fault] };
  }
}
