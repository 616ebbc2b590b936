/** Records found by their names, by kind. */

import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { Description, View } from "../../../../kit/description/model.ts";
import { sentenceCase, words } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import type { Data } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import type { PaletteGroup } from "./entry.ts";
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
 * @param since what was typed since the request: results that do not match it would be opened by mistake
 */
export function groupsOf(answer: Data | undefined, description: Description, since: string): PaletteGroup[] {
  const all: readonly Data[] = answer?.results ?? [];
  const results = all.filter(({ name }) => matches(String(name), since));
  return [...Map.groupBy(results, ({ kind }) => String(kind))].map(([kind, found]) => {
    const shown = found.slice(0, SHOWN);
    const total: number = answer?.kinds[kind] ?? found.length;
    return {
      heading: headingOf(kind, description),
      count: total > shown.length ? `${shown.length} of ${countText(total)}` : undefined,
      entries: shown.map(({ id, name, matched, _links }) => ({
        id: _links.self,
        label: String(name),
        marked: matched?.join(" "),
        hint: String(id),
        isCode: true,
        to: pageOf(_links.self),
      })),
    };
  });
}

/** Returns whether no name has the words that were searched, and the results have similar ones. */
export function isApproximate(answer: Data | undefined): boolean {
  return answer?.approximate === true;
}

/** Returns lists of which more was found than is shown, filtered by the name; none has a name with similar words. */
export function listsOf(answer: Data | undefined, query: string, description: Description): PaletteGroup {
  const counts: Record<string, number> = isApproximate(answer) ? {} : (answer?.kinds ?? {});
  const kinds = Object.entries(counts).filter(([, count]) => count > 1);
  const entries = kinds.flatMap(([kind]) => {
    const view = viewOf(kind, description);
    const filter = view && filterOf(view, view.title, "contains");
    if (!view || !filter) return [];
    return {
      id: `list ${view.path}`,
      label: `${view.heading} whose ${words(view.title)} contains “${query.trim()}”`,
      hint: filter.parameter,
      isCode: true,
      icon: "search" as const,
      to: `${pageOf(view.path)}?${filter.parameter}=${encodeURIComponent(query.trim())}`,
    };
  });
  return { heading: "Lists", isMarked: false, entries };
}

/** Returns the list of a kind: collections of their own before those below others. */
function viewOf(kind: string, { views }: Description): View | undefined {
  const all = views.filter(({ one }) => one === kind);
  return all.find(({ parent }) => parent === undefined) ?? all[0];
}

function headingOf(kind: string, description: Description): string {
  return viewOf(kind, description)?.heading ?? sentenceCase(kind);
}
