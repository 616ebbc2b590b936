/** Tells values that mean the same from those that differ. */
import type { Field, View } from "../../../../kit/description/model.ts";
import { specOf } from "../../fields/kinds/kinds.ts";
import { unitOf } from "../../fields/show/unit-of.ts";
import type { Data } from "../../requests/data.ts";

/** Returns a text that is the same for values that mean the same; undefined without a value. */
export function meaningOf(field: Field, record: Data, view: View): string | undefined {
  const value: unknown = record[field.name] ?? null;
  if (value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  // A rough date is another one than the day with which its period begins.
  const precision = field.precision === undefined ? "day" : (record[field.precision] ?? "day");
  return JSON.stringify([plainOf(field, value), precision, unitOf(field, record, view) ?? null]);
}

function plainOf(field: Field, value: unknown): unknown {
  const { kind, schema } = field;
  if (kind === "reference" || kind === "id") return String(value).toLowerCase();
  if (kind === "duration") return specOf(field).size!(value);
  if (kind === "instant") return Date.parse(String(value));
  const plain = ordered(value);
  const hasNoOrder = kind === "texts" || schema["x-element-key"] !== undefined;
  return hasNoOrder && Array.isArray(plain) ? plain.map((each) => JSON.stringify(each)).sort() : plain;
}

/** Returns a value whose objects have their members in the order of their names. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, each]) => [name, ordered(each)]));
}
