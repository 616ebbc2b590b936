/** A record that is made of the values of a row. */
import type { Fault } from "../../client/index.ts";
import type { WritableField } from "../description/model.ts";
import { quoteName } from "../values/quote.ts";
import { readCell } from "./cells.ts";
import type { Target } from "./columns.ts";

/** The values of one row, each in its place in the record. */
export class Draft {
  readonly record: Record<string, unknown> = {};
  /** The ids that a path needs. */
  readonly ids: Record<string, string> = {};
  readonly faults: Fault[] = [];
  private readonly empty: null | undefined;
  /** The fields that texts gave, whole or in part. */
  private readonly typed = new Set<string>();

  /** @param empty what an empty cell is: null clears a field, undefined says nothing */
  constructor(empty: null | undefined) {
    this.empty = empty;
  }

  /** Notes that something is wrong with the value at a place in the record (RFC 6901). */
  fault(pointer: string, code: string, message: string): void {
    this.faults.push({ pointer, code, message });
  }

  /** Puts a text where its target is, converted to a value of the field. @param column that it comes from, if any */
  putText(target: Target, text: string, column?: string): void {
    const { name, field, path } = target;
    if (field) this.typed.add(path[0]!);
    const reading = field ? (readCell(text, field) ?? { value: this.empty }) : { value: text };
    if ("reason" in reading) {
      const from = column === undefined || column === name ? "" : `Column ${quoteName(column)}: `;
      this.fault(`/${path.join("/")}`, "unreadable", from + reading.reason);
    } else this.put(target, reading.value);
  }

  /** Puts a value where its target is. Undefined is none. */
  put({ name, field, path, fixed }: Target, value: unknown): void {
    if (field) putAt(this.record, path, value);
    else if (fixed === undefined) this.ids[name] = textOf(value);
    else if (!["", fixed].includes(textOf(value)))
      this.fault(`/${name}`, "elsewhere", `${JSON.stringify(value)} is not ${fixed}, to which the list belongs.`);
  }

  /** Removes what the service sets while another field has a value, and ids that are null; an object of empty cells is null. */
  finish(fields: readonly WritableField[]): void {
    for (const { name, kind, schema } of fields) {
      const other = schema["x-set-while"];
      if (typeof other === "string" && (this.record[other] ?? null) !== null) delete this.record[name];
      if (kind === "id" && this.record[name] === null) delete this.record[name];
      if (kind === "object" && this.typed.has(name) && isEmptied(this.record[name])) this.record[name] = null;
    }
  }
}

/** Puts a value into a record, or into an object in it. */
function putAt(record: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (value === undefined) return;
  if (rest.length === 0) {
    record[name] = value;
    return;
  }
  const inner = record[name];
  const object = typeof inner === "object" && inner !== null ? { ...inner } : {};
  putAt(object, rest, value);
  record[name] = object;
}

/** Returns whether a value is an object whose members are all null. */
function isEmptied(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((member) => member === null || isEmptied(member));
}

/** Writes a value as the text of a cell. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
