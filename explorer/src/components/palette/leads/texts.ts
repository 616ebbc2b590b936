/** Texts of records: what they say besides their names. */
import type { View } from "../../../../../kit/description/model.ts";
import { wordsIn } from "../matches.ts";
import { type Lead, leadTo, recordsText } from "./lead.ts";

/** Shorter words are in too many texts. */
const LEAST_LETTERS = 3;

/** Returns the lists whose texts may have the words of a query. @param found the number of records of each kind with such a name */
export function textLeads(query: string, lists: readonly View[], found: Readonly<Record<string, number>>): Lead[] {
  const text = query.trim();
  if (!wordsIn(text).some(({ length }) => length >= LEAST_LETTERS)) return [];
  return lists.map((view) =>
    leadTo(
      view,
      { search: text },
      {
        label: (total) => `${recordsText(view, total)} ${total === 1 ? "mentions" : "mention"} “${text}”`,
        known: found[view.one] ?? 0,
      },
    ),
  );
}
