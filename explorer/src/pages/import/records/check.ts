/** Makes records of rows, and checks them before anything is sent. */
import type { Fault } from "../../../../../client/index.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { slugOf } from "../../../forms/controls/slug.ts";
import type { Values } from "../../../forms/values/constraints.ts";
import { isUnreadable, unreadable } from "../../../forms/values/unreadable.ts";
import type { Row, Table } from "../read/table.ts";
import { valueOfCell } from "./cells.ts";
import { faultsOfRecord } from "./shapes.ts";
import type { Matches, Target } from "./targets.ts";

/** A record that a row became. */
export interface RowRecord {
  /** Its place among the rows, from 0. */
  readonly index: number;
  readonly row: Row;
  readonly record: Values;
}

/** A row that cannot be stored as it is. */
export interface RejectedRow extends RowRecord {
  readonly faults: readonly Fault[];
}

/** The rows of a file after the check. */
export interface CheckedRows {
  readonly accepted: readonly RowRecord[];
  readonly rejected: readonly RejectedRow[];
}

/** The plan that makes records of rows. */
export interface RowPlan {
  readonly view: View;
  readonly targets: readonly Target[];
  readonly matches: Matches;
  /** Whether a record gets an id that is made of its title. */
  readonly makesIds: boolean;
}

/** The number of rows checked at once: a few milliseconds' work. */
const AT_ONCE = 500;

/** Checks all rows, and lets the page draw meanwhile. @returns undefined if the signal aborted */
export async function checkRows(table: Table, plan: RowPlan, signal: AbortSignal): Promise<CheckedRows | undefined> {
  const accepted: RowRecord[] = [];
  const rejected: RejectedRow[] = [];
  const places = new Map<string, string>();
  const targets = targetsByColumn(plan);
  for (const [index, row] of table.rows.entries()) {
    const { record, faults } = checkRow(row, table, plan, targets);
    const id = record[plan.view.key];
    const earlier = typeof id === "string" ? places.get(id) : undefined;
    if (earlier !== undefined) faults.push(fault(`/${plan.view.key}`, "duplicate", `Same as in ${earlier}.`));
    else if (typeof id === "string") places.set(id, row.place);
    if (faults.length > 0) rejected.push({ index, row, record, faults });
    else accepted.push({ index, row, record });
    if (index % AT_ONCE < AT_ONCE - 1) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return undefined;
  }
  return { accepted, rejected };
}

/** Returns the target of each column that has one. */
function targetsByColumn({ targets, matches }: RowPlan): ReadonlyMap<string, Target> {
  const byName = new Map(targets.map((target) => [target.name, target]));
  return new Map(
    Object.entries(matches).flatMap(([column, name]) => {
      const target = name === undefined ? undefined : byName.get(name);
      return target ? [[column, target] as const] : [];
    }),
  );
}

function checkRow(
  row: Row,
  { format }: Table,
  { view, makesIds }: RowPlan,
  targets: ReadonlyMap<string, Target>,
): { readonly record: Values; readonly faults: Fault[] } {
  if (row.fault !== undefined) return { record: {}, faults: [fault("", "unreadable", row.fault)] };
  const record: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [column, { fixed, field, path }] of targets) {
    const value = row.values[column];
    if (field) put(record, path, format === "csv" ? valueOfCell(value as string, field) : value);
    else if (!["", null, undefined, fixed].includes(value as string))
      faults.push(
        fault(`/${column}`, "elsewhere", `It is ${JSON.stringify(value)}, but the list belongs to ${fixed}.`),
      );
  }
  const title = record[view.title];
  if (makesIds && record[view.key] == null && typeof title === "string")
    record[view.key] = slugOf(title) || unreadable(title, "No id can be made from this name. Add a column with ids.");
  return { record, faults: [...faults, ...faultsOfRecord(view.writable.create, record)] };
}

/** Puts a value into a record, or into an object in it. Undefined is none. */
function put(record: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (value === undefined) return;
  if (rest.length === 0) {
    record[name] = value;
    return;
  }
  const inner = record[name];
  const isObject = typeof inner === "object" && inner !== null && !isUnreadable(inner);
  const object = isObject ? { ...inner } : {};
  put(object, rest, value);
  record[name] = object;
}

function fault(pointer: string, code: string, message: string): Fault {
  return { pointer, code, message };
}
