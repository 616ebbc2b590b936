/** The names of records as headings have them. */
import type { View } from "../../../../kit/description/model.ts";
import { textOf } from "../../fields/show/text.tsx";
import type { Data } from "../../requests/data.ts";

/** Returns the name of a record. */
export function titleOf(view: View, record: Data): string {
  return textOf(String(record[view.title] ?? record.id));
}
