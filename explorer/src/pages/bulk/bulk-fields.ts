/** The fields that a bulk edit can set. */
import type { View, WritableField } from "../../../../kit/description/model.ts";

/**
 * Returns the fields that many records can get the same value of. Not those that the service counts unless a number is
 * planned, because a record does not say which it is, so that it could not be undone; nor those that other records
 * hold.
 */
export function bulkFields({ create, update }: View["writable"]): WritableField[] {
  // Chosen together with their dates.
  const precisions = new Set(update.map(({ precision }) => precision));
  // The schema of a patch has no defaults, but a field without a value gets its default all the same.
  const initialOf = (name: string) => create.find((each) => each.name === name)?.initial;
  const fields = update.map((field) => ({ ...field, initial: field.initial ?? initialOf(field.name) }));
  return fields.filter(
    ({ name, kind, schema }) =>
      kind !== "id" &&
      !precisions.has(name) &&
      schema["x-counts"] === undefined &&
      schema["x-written-through"] === undefined,
  );
}
