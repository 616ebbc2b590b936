/** The lists whose records can stand side by side. */
import { filterOf } from "../../../kit/description/list-fields.ts";
import type { View } from "../../../kit/description/model.ts";

/** Returns whether records of a list can be compared: each has a page, and the list finds them by their ids. */
export function isComparable(view: View): boolean {
  const { isSystem, kind, itemPath } = view;
  return !isSystem && kind !== "single" && itemPath !== undefined && filterOf(view, "id", "in") !== undefined;
}
