/** The fields of a new entry that have room in one row. */
import type { Field, View, WritableField } from "../../../../../kit/description/model.ts";
import { ownFields } from "../../../forms/values/dated.ts";
import type { Data } from "../../../requests/data.ts";

/** The most fields besides the member. */
const MOST = 3;
/** The kinds of optional fields that say what an entry is; numbers and dates are in the whole form. */
const SAYING: readonly Field["kind"][] = ["text", "enum", "reference", "boolean"];
/** The kinds of fields that take more room than a row has. */
const WIDE: readonly Field["kind"][] = ["multiline", "texts", "objects", "object", "json"];

/** Returns the member, the required fields, and the first optional ones that the list shows. */
export function rowFields({ key, summary, writable }: View): WritableField[] {
  const fields = ownFields(writable.create);
  const member = fields.filter(({ name }) => name === key);
  const others = fields.filter(({ name }) => name !== key);
  const required = others.filter((field) => field.required);
  const optional = others.filter(
    ({ name, kind, required }) => !required && summary.includes(name) && SAYING.includes(kind),
  );
  return [...member, ...required, ...optional.slice(0, Math.max(0, MOST - required.length))];
}

/** Adds the values that entries have to what is usual for a text. */
export function withValuesOf(field: WritableField, entries: readonly Data[]): WritableField {
  if (field.kind !== "text") return field;
  const held = entries.flatMap((entry) => entry[field.name] ?? []);
  const usual = [...new Set([...(field.schema["x-usual"] ?? []), ...held])];
  return { ...field, schema: { ...field.schema, "x-usual": usual } };
}

/** Returns whether a new entry has room in a row: it is a member with a few short values. */
export function hasRoomInRow({ kind, key, writable }: View): boolean {
  const { create } = writable;
  return (
    kind === "membership" &&
    create.some(({ name }) => name === key) &&
    create.every((field) => !field.required || !WIDE.includes(field.kind))
  );
}
