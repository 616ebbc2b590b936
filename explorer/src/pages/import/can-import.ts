/** Decides which lists take the rows of a file. */
import type { View } from "../../../../kit/description/model.ts";

/** Returns whether records can be imported into a list. */
export function canImport({ kind, isSystem, writable }: View): boolean {
  return kind !== "single" && !isSystem && writable.create.length > 0;
}
