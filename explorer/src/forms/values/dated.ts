/** A date and how much of it is known: two fields of a record, and one value to people. */
import type { WritableField } from "../../../../kit/description/model.ts";
import type { Values } from "../../../../kit/values/json.ts";

/** Returns the fields that have a control of their own: how much of a date is known is chosen with it. */
export function ownFields<F extends Pick<WritableField, "name" | "precision">>(fields: readonly F[]): F[] {
  const precisions = new Set(fields.map(({ precision }) => precision));
  return fields.filter(({ name }) => !precisions.has(name));
}

/** Returns the names under which a record has the value of a field. */
export function namesOf({ name, precision }: Pick<WritableField, "name" | "precision">): readonly string[] {
  return precision === undefined ? [name] : [name, precision];
}

/** Returns whether the value of a field is edited. */
export function isEdited(field: WritableField, edits: Values): boolean {
  return namesOf(field).some((name) => name in edits);
}

/** Returns the edits with both parts of each date: a part that was not touched is as it was loaded. */
export function wholeEdits(fields: readonly WritableField[], base: Values, edits: Values): Values {
  const names = fields.filter((field) => isEdited(field, edits)).flatMap(namesOf);
  return { ...edits, ...Object.fromEntries(names.map((name) => [name, name in edits ? edits[name] : base[name]])) };
}
