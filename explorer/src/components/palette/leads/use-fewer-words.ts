/** Finds the next best, when nothing has all words of a query. */
import { useDescription } from "../../../description/use-description.tsx";
import { useRights } from "../../../requests/rights/rights.ts";
import type { PaletteGroup } from "../entry.ts";
import { pages } from "../pages.ts";
import { groupsOf, isApproximate, searchPath } from "../results.ts";
import { periodIn } from "./days.ts";
import { fewerWords } from "./fewer-words.ts";
import { namesOf, wordsBeside, writtenWords } from "./phrases.ts";
import { textLeads } from "./texts.ts";
import { useAnswers, useEntries } from "./use-leads.ts";

/** The most words whose texts are searched. */
const MOST_WORDS = 2;

/** The entries that are found for fewer words. */
export interface Fewer {
  readonly groups: readonly PaletteGroup[];
  readonly isPending: boolean;
  /** The sentence that says so; undefined while it is searched. */
  readonly instead: string | undefined;
  /** The words that it has been found for. */
  readonly query: string;
}

/** Returns names with fewer words of a query, or else texts with one of them, or else all lists. */
export function useFewerWords(query: string): Fewer {
  const description = useDescription();
  const { mayRead } = useRights();
  const isDate = periodIn(query) !== undefined;
  const shorter = isDate ? [] : fewerWords(query);
  const paths = shorter.map((each) => searchPath(each)!);
  const { answers, isPending } = useAnswers(paths);
  const found = paths.map((path, at) => ({ answer: answers.get(path), query: shorter[at]! }));
  const named = found.filter(({ answer }) => answer && answer.total_count > 0);
  const best = named.find(({ answer }) => !isApproximate(answer)) ?? named[0];
  const lists = description.collections.filter((view) => !view.isSystem && mayRead(view) === true);
  const words = shorter.filter((each) => !each.includes(" ")).slice(0, MOST_WORDS);
  const texts = useEntries(isPending || best ? [] : words.flatMap((word) => textLeads(word, lists, {})));
  if (query === "" || isPending || texts.isPending)
    return { groups: [], isPending: query !== "", instead: undefined, query };
  const names = best ? groupsOf(best.answer, description, { query: best.query }) : [];
  const meant = lists.filter((view) => wordsBeside(writtenWords(query), namesOf(view)));
  const isAny = names.length === 0 && texts.entries.length === 0;
  const shown = new Set((isAny && meant.length === 0 ? lists : meant).map(({ path }) => `page ${path}`));
  const entries = pages(description).filter(({ id }) => shown.has(id));
  const what = best ? `${isApproximate(best.answer) ? "Names similar to" : "Names with"} “${best.query}”` : undefined;
  return {
    groups: [...names, { heading: "Texts", ...texts }, { heading: "Collections", entries }],
    isPending: false,
    instead: `Nothing found for “${query.trim()}” in names or ${isDate ? "dates" : "texts"}. ${what ?? (isAny ? "Browse a collection" : "Texts with fewer words")}:`,
    query: best?.query ?? query,
  };
}
