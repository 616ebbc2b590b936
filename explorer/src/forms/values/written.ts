/** Finds the values that people wrote of a record: those that a new one needs to become the same. */
import type { WritableField } from "../../../../kit/description/model.ts";
import type { Values } from "./constraints.ts";

/**
 * Returns the values of a record that people wrote: without those that the service sets, those that belong to other
 * records, and numbers that were counted. An absent value is the same as none.
 * @param isCounted whether a number that is counted unless it is planned was counted
 */
export function writtenIn(
  fields: readonly WritableField[],
  record: Values,
  isCounted: (field: WritableField) => boolean,
): Values {
  const hasValue = (name: unknown) => typeof name === "string" && (record[name] ?? null) !== null;
  const isWritten = (field: WritableField) =>
    hasValue(field.name) &&
    field.schema["x-written-through"] === undefined &&
    !hasValue(field.schema["x-set-while"]) &&
    !(field.schema["x-counts"] !== undefined && isCounted(field));
  return Object.fromEntries(fields.filter(isWritten).map(({ name }) => [name, record[name]]));
}

/** Returns the list that a field of a record counts: `/api/courses/optics/students`. */
export function countedList({ schema }: Pick<WritableField, "schema">, path: string): string {
  return path + String(schema["x-counts"]).replace(/^.*\}/, "");
}

/**
 * Returns a function that tells whether a number of a deleted record was counted: a record does not say so, so that a
 * number that equals the count is taken for counted.
 * @param counts how many records were deleted with it, by list; undefined if that is not known
 */
export function countedAt(
  path: string,
  record: Values = {},
  counts: ReadonlyMap<string, number> | undefined,
): (field: WritableField) => boolean {
  return (field) => counts === undefined || record[field.name] === (counts.get(countedList(field, path)) ?? 0);
}
