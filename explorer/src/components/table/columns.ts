/** The looks of columns of a list, by the kind of their field. */
import { isNumeric, isTemporal } from "../../description/kinds.ts";
import type { Field } from "../../description/model.ts";

/** Returns the class of the cells of a column. */
export function cellClass(field: Field, isLink: boolean): string | undefined {
  if (isLink) return "name";
  if (isNumeric(field)) return "r";
  if (isTemporal(field)) return "day";
  if (["text", "prose", "texts", "objects", "object", "json", "uri"].includes(field.kind)) return "clip";
  return undefined;
}
