/** Finds what names do not say: related records, values, days and texts. Requested once typing pauses. */
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDescription } from "../../../description/use-description.tsx";
import { type Data, getQuery, useGet } from "../../../requests/queries.ts";
import { useRights } from "../../../requests/rights/rights.ts";
import { useDebouncedValue } from "../../use-debounced-value.ts";
import type { PaletteGroup } from "../entry.ts";
import { datedLists, dayLeads } from "./days.ts";
import { entriesOf, type Lead, requestOf } from "./lead.ts";
import { relatedIn, relatedLeads, searchesOf } from "./relations.ts";
import { textLeads } from "./texts.ts";
import { valueLeads } from "./values.ts";

/** The pause in typing after which more than names is searched, in milliseconds. */
const PAUSE_MS = 250;

/** The entries that are found besides names. */
export interface Leads {
  readonly groups: readonly PaletteGroup[];
  readonly isPending: boolean;
  /** Lists or days are exactly what the query names. */
  readonly isAnswered: boolean;
}

/** Entries of leads. */
interface Entries extends Pick<PaletteGroup, "entries" | "isMarked"> {
  readonly isPending: boolean;
  /** They are for names that are only similar. */
  readonly areSimilar: boolean;
}

const NOTHING: Leads = { groups: [], isPending: false, isAnswered: false };

/**
 * Returns what a query leads to, in groups that do not change any more once they are there.
 * @param answer to the search for names; undefined while there is none
 */
export function useLeads(query: string, answer: Data | undefined): Leads {
  const description = useDescription();
  const { mayRead } = useRights();
  const paused = useDebouncedValue(query, PAUSE_MS);
  const isPaused = paused === query && query.trim() !== "";
  const own = description.collections.filter(({ isSystem }) => !isSystem);
  const areRightsKnown = own.every((view) => mayRead(view) !== undefined);
  const text = isPaused && answer && areRightsKnown ? query : "";
  const lists = own.filter((view) => mayRead(view) === true);
  const related = useMemo(
    () => (text === "" ? [] : relatedIn(text, description, Object.keys(answer?.kinds ?? {}))),
    [text, description, answer],
  );
  const readable = related.filter(({ view }) => mayRead(view) === true);
  const searches = searchesOf(readable);
  const records = useAnswers(searches.map(({ path }) => path));
  const until = useLastDay(text !== "");
  const period = text === "" ? undefined : datedLists(text, lists)?.period;
  const ofRecords = searches.flatMap(({ name, path }) =>
    relatedLeads(readable, name, records.answers.get(path) ?? {}, description),
  );
  const found = useEntries(text === "" || records.isPending ? [] : [...ofRecords, ...valueLeads(text, lists)]);
  const days = useEntries(period && until !== undefined ? dayLeads(text, lists, description, until) : []);
  // A date is in too many texts.
  const texts = useEntries(text === "" || period ? [] : textLeads(text, lists, answer?.kinds ?? {}));
  if (query.trim() === "") return NOTHING;
  // A group is shown when all before it are: nothing moves once it is there.
  const ordered = [
    { heading: period?.text ?? "Dates", ...days, isPending: days.isPending || (period && until === undefined) },
    { heading: "Lists", ...found, isPending: found.isPending || records.isPending },
    { heading: "Texts", ...texts },
  ];
  const first = ordered.findIndex(({ isPending }) => isPending);
  const isPending = first >= 0 || text === "";
  const isAnswered = days.entries.length > 0 || (found.entries.length > 0 && !found.areSimilar);
  return { groups: text === "" ? [] : ordered.slice(0, first < 0 ? undefined : first), isPending, isAnswered };
}

/** Returns the last day of which anything may be known: that of the data, or else today; undefined until it is known. */
function useLastDay(isNeeded: boolean): string | undefined {
  const { data, isPending } = useGet(isNeeded ? "/api" : undefined, { poll: false });
  const today = new Date().toISOString().slice(0, 10);
  return isPending ? undefined : (data?.data.data_as_of ?? today);
}

/** Counts the records of leads: those with any are entries. What may not be read is left out. */
export function useEntries(leads: readonly Lead[]): Entries {
  const { answers, isPending } = useAnswers(leads.map(requestOf));
  return { ...entriesOf(leads, (request) => answers.get(request)), isMarked: false, isPending };
}

/** Requests several paths at once, each once: as they are now, also on a page of the past, since names are found so too. */
export function useAnswers(paths: readonly string[]): {
  readonly answers: ReadonlyMap<string, Data>;
  readonly isPending: boolean;
} {
  const distinct = [...new Set(paths)];
  const results = useQueries({ queries: distinct.map((path) => getQuery(path, { poll: false })) });
  const known = distinct.flatMap((path, at): [string, Data][] => {
    const data = results[at]?.data?.data;
    return data ? [[path, data]] : [];
  });
  return { answers: new Map(known), isPending: results.some(({ isPending }) => isPending) };
}
