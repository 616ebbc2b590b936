/**
 * Checks the values of a record against the constraints that the service's schemas state. Rules between fields and between
 * records are up to the service.
 */
import type { Fault } from "../../client/index.ts";
import { isNullable } from "../description/kinds.ts";
import type { WritableField } from "../description/model.ts";
import type { Schema } from "../description/schema.ts";
import { findingOf } from "./findings.ts";
import { isObject, type Values } from "./json.ts";
import { didYouMean } from "./similar.ts";

/** Whether a record is whole, or has only what changes: then nothing is required. */
export type Extent = "whole" | "changes";

/**
 * Returns all faults of a record, in the order of its fields, each with its place (RFC 6901). A value with the wrong type
 * has one fault. An absent value is the same as none, and an id may be none.
 * @param record of any shape, without what only the service sets
 */
export function faultsOfRecord(fields: readonly WritableField[], record: unknown, extent: Extent = "whole"): Fault[] {
  const finding = findingOf(RECORD, record ?? null);
  return finding ? [{ pointer: "", ...finding }] : faultsOfMembers(fields, record as Values, "", extent);
}

const RECORD = { type: "object", properties: {} };

function faultsOfMembers(
  fields: readonly WritableField[],
  values: Values,
  pointer: string,
  extent: Extent = "whole",
): Fault[] {
  const unknown = Object.keys(values).filter((name) => !fields.some((field) => field.name === name));
  return [
    ...fields.flatMap((field) => faultsOfField(field, values[field.name], `${pointer}/${field.name}`, extent)),
    ...unknown.map((name) => unknownField(name, fields, pointer)),
  ];
}

function unknownField(name: string, fields: readonly WritableField[], pointer: string): Fault {
  const known = fields.map((field) => field.name);
  const hint = didYouMean(name, known) || ` Allowed: ${known.join(", ")}.`;
  return {
    pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    code: "unknown_field",
    message: `Unknown field ${JSON.stringify(name)}.${hint}`,
  };
}

function faultsOfField(field: WritableField, value: unknown, pointer: string, extent: Extent): Fault[] {
  const { schema, fields, kind, required } = field;
  if (value !== null && value !== undefined) return faultsOfValue(schema, fields, value, pointer);
  const isAllowed = value === null ? isNullable(schema) || kind === "id" : !required || extent === "changes";
  return isAllowed ? [] : [{ pointer, code: "required", message: "A value is required." }];
}

function faultsOfValue(schema: Schema, fields: readonly WritableField[], value: unknown, pointer: string): Fault[] {
  const finding = findingOf(schema, value);
  const own = finding ? [{ pointer, ...finding }] : [];
  if (finding?.code === "wrong_type") return own;
  if (Array.isArray(value)) return [...faultsOfElements(schema, fields, value, pointer), ...own];
  return isObject(value) && schema.properties ? faultsOfMembers(fields, value, pointer) : own;
}

function faultsOfElements(
  { items = {}, "x-unique-by": key }: Schema,
  fields: readonly WritableField[],
  elements: readonly unknown[],
  pointer: string,
): Fault[] {
  const rows = new Map<unknown, number>();
  return elements.flatMap((element, index) => {
    const place = `${pointer}/${index}`;
    const faults = faultsOfValue(items, fields, element, place);
    if (typeof key !== "string" || !isObject(element)) return faults;
    const value = element[key];
    const row = rows.get(value) ?? rows.set(value, index + 1).get(value);
    const again = { pointer: `${place}/${key}`, code: "not_unique", message: `Row ${row} has the same.` };
    const isFaulty = faults.some((fault) => fault.pointer === again.pointer);
    return row === index + 1 || isFaulty ? faults : [...faults, again];
  });
}
