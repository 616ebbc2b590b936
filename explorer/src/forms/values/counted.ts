/** Numbers that the service counts unless they are planned. */
import type { WritableField } from "../../../../kit/description/model.ts";
import type { Values } from "../../../../kit/values/json.ts";

/** Returns the list that a field of a record counts: `/api/courses/optics/students`. */
export function countedList({ schema }: Pick<WritableField, "schema">, path: string): string {
  return path + schema["x-counts"]!.replace(/^.*\}/, "");
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
