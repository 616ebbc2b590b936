/** Finds the entries of the palette for what is typed. */
import { useDescription } from "../../description/use-description.tsx";
import { useCaller } from "../../requests/caller.tsx";
import { useGet } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import type { PaletteEntry, PaletteGroup } from "./entry.ts";
import { useFewerWords } from "./leads/use-fewer-words.ts";
import { useLeads } from "./leads/use-leads.ts";
import { matches } from "./matches.ts";
import { actions, pages } from "./pages.ts";
import { questionsOf } from "./questions.ts";
import { recentEntries } from "./recent.ts";
import { groupsOf, isApproximate, searchPath } from "./results.ts";

/** A group with an identity. */
export interface FoundGroup extends PaletteGroup {
  readonly id: string;
}

/** The entries that are found. */
export interface Found {
  readonly groups: readonly FoundGroup[];
  readonly isPending: boolean;
  /** A sentence that says what is shown instead of what was searched; undefined if that was found. */
  readonly instead: string | undefined;
  /** The words that are marked in labels. */
  readonly marked: string;
}

/** Returns the entries for a query; without one, recent entries and all pages; with nothing found, those for less. */
export function useGroups(query: string): Found {
  const description = useDescription();
  const { hasKey } = useCaller();
  const isCommand = query.startsWith(">");
  const text = isCommand ? query.slice(1) : query;
  const path = isCommand ? undefined : searchPath(text);
  const { data, isPlaceholderData, isPending } = useGet(path, { keepPrevious: true, poll: false });
  const areNamesPending = path !== undefined && (isPending || isPlaceholderData);
  const answer = path === undefined ? undefined : data?.data;
  const leads = useLeads(path === undefined ? "" : text, areNamesPending ? undefined : answer);
  const fitting = (entries: readonly PaletteEntry[]) => entries.filter(({ label }) => matches(label, text));
  const isEmpty = text.trim() === "";
  const isSimilar = isApproximate(answer);
  // Similar names have to wait for what is found exactly.
  const hasNames = !isSimilar || (!leads.isPending && !leads.isAnswered);
  const names = hasNames ? groupsOf(answer, description, { query: text, since: isPlaceholderData ? text : "" }) : [];
  const commands = { heading: "Commands", entries: fitting(actions(hasKey)) };
  const found: PaletteGroup[] = isCommand
    ? [commands]
    : [
        ...(isEmpty ? [{ heading: "Recent", entries: recentEntries() }] : names),
        { heading: "Pages", entries: fitting(pages(description)) },
        commands,
        // What comes late is last, so that nothing moves.
        ...leads.groups,
      ];
  const groups = found.filter(hasEntries);
  const isNothing = groups.length === 0 && !areNamesPending && !leads.isPending && !isEmpty;
  const fewer = useFewerWords(isNothing && !isCommand ? text : "");
  const rights = useRights();
  const questions = {
    heading: "Good questions",
    isMarked: false,
    entries: questionsOf(description, rights).map(({ title, to }) => ({ id: `question ${to}`, label: title, to })),
  };
  const similar = isSimilar && names.length > 0 ? `No name contains “${text.trim()}”. Similar names:` : undefined;
  return {
    groups: (isNothing
      ? [...fewer.groups, ...(isCommand || fewer.isPending ? [] : [questions])].filter(hasEntries)
      : groups
    ).map((group) => ({ ...group, id: idOf(group) })),
    isPending: areNamesPending || (groups.length === 0 && (leads.isPending || fewer.isPending)),
    instead: isNothing ? (isCommand ? `No command matches “${text.trim()}”.` : fewer.instead) : similar,
    marked: isNothing ? fewer.query : query,
  };
}

function hasEntries({ entries }: PaletteGroup): boolean {
  return entries.length > 0;
}

/** A list may be called like a group of leads. */
function idOf({ heading, isMarked }: PaletteGroup): string {
  return isMarked === false ? `${heading} …` : heading;
}
