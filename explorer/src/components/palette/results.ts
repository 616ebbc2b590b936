/** Records found by their names, by kind. */

import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { Description, View } from "../../../../kit/description/model.ts";
import { midSentence, sentenceCase, words } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import type { Data } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import type { PaletteEntry, PaletteGroup } from "./entry.ts";
import { matches } from "./matches.ts";

/** The number of results shown of a kind. */
const SHOWN = 5;

/** The number of requested results, so that no kind hides behind many records of another one. */
const FOUND = 100;

/** Returns the path that searches; undefined if there is nothing to search for. */
export function searchPath(query: string): string | undefined {
  return /[\p{L}\p{N}]/u.test(query) ? `/api/search?q=${encodeURIComponent(query.trim())}&limit=${FOUND}` : undefined;
}

/**
 * Returns the groups of an answer, in the order of their best results.
 * @param query what was searched
 * @param since what was typed since the request: results that do not match it would be opened by mistake
 */
export function groupsOf(
  answer: Data | undefined,
  description: Description,
  { query, since = "" }: { readonly query: string; readonly since?: string },
): PaletteGroup[] {
  const all: readonly Data[] = answer?.results ?? [];
  const results = all.filter(({ name }) => matches(String(name), since));
  return [...Map.groupBy(results, ({ kind }) => String(kind))].map(([kind, found]) => {
    const shown = found.slice(0, SHOWN);
    const total: number = answer?.kinds[kind] ?? found.length;
    const view = viewOf(kind, description);
    const isMore = total > shown.length;
    return {
      heading: view?.heading ?? sentenceCase(kind),
      count: isMore ? `${shown.length} of ${countText(total)}` : undefined,
      entries: [
        ...shown.map(({ name, matched, parent, _links }) => ({
          id: _links.self,
          label: String(name),
          marked: matched?.join(" "),
          hint: `${view?.noun ?? words(kind)}${parent ? ` of ${parent.name}` : ""}`,
          to: pageOf(_links.self),
        })),
        ...(isMore && view && !isApproximate(answer) ? allOf(view, query, total) : []),
      ],
    };
  });
}

/** Returns whether no name has the words that were searched, and the results have similar ones. */
export function isApproximate(answer: Data | undefined): boolean {
  return answer?.approximate === true;
}

/** The list of all records with a name, if there is one, and it can be filtered by names; no filter has similar words. */
function allOf(view: View, query: string, total: number): PaletteEntry[] {
  const filter = filterOf(view, view.title, "contains");
  if (!filter || view.path.includes("{")) return [];
  const text = query.trim();
  const to = `${pageOf(view.path)}?${filter.parameter}=${encodeURIComponent(text)}`;
  const label = `All ${countText(total)} ${midSentence(view.heading)} whose ${words(view.title)} contains “${text}”`;
  return [{ id: `list ${view.path}`, label, marked: "", icon: "search", to }];
}

/** Returns the list of a kind: collections of their own before those below others. */
function viewOf(kind: string, { views }: Description): View | undefined {
  const all = views.filter(({ one }) => one === kind);
  return all.find(({ parent }) => parent === undefined) ?? all[0];
}
