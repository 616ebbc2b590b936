/** The title of a record in sentences. */
import type { View } from "../../../../kit/description/model.ts";
import { useName } from "../../description/use-name.ts";
import { textOf } from "../../fields/show/text.tsx";
import type { Data } from "../../requests/data.ts";

/** Returns the name of a record; that of a one-to-one contains that of the record above it: `Atmosphere of Mars`. */
export function useRecordTitle(view: View, record: Data): string {
  const isSingle = view.kind === "single";
  const parent = useName(isSingle ? String(record._links?.self ?? "").replace(/\/[^/]*$/, "") : undefined);
  if (isSingle) return parent === undefined ? view.heading : `${view.heading} of ${parent}`;
  return textOf(String(record[view.title] ?? record.id ?? view.noun));
}
