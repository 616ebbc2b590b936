/** Leads: lists that may answer a query. Each is counted before it is shown. */
import type { View } from "../../../../../kit/description/model.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { aspectOf, pageOf } from "../../../address/address.ts";
import { searchOf } from "../../../address/query.ts";
import type { Data } from "../../../requests/data.ts";
import { countText } from "../../../units.ts";

/** A list, with filters. */
export interface Lead {
  readonly view: View;
  /** The path of the list: `/api/planets/jupiter/moons`. */
  readonly path: string;
  /** The filters: `?status=failed`; empty without any. */
  readonly search: string;
  /** Says what is found. */
  readonly label: (total: number) => string;
  /** At the end of the row, instead of the first records. */
  readonly hint?: string;
  /** It is for a name that is only similar: not shown beside what is found exactly. */
  readonly isSimilar?: boolean;
  /** The page that it leads to, if this is not the list. */
  readonly to?: string;
  /** The number of records that have already been found otherwise: it is only shown if there are more. */
  readonly known?: number;
}

/** The number of records that are named. */
const NAMED = 2;

/** Returns the lead to the records of a list that filters choose. */
export function leadTo(
  view: View,
  filters: Readonly<Record<string, string>>,
  rest: Pick<Lead, "label"> & Partial<Lead>,
): Lead {
  return { view, path: view.path, search: searchOf(new URLSearchParams(filters)), ...rest };
}

/** Returns what is requested to count the records of a lead, and to name the first. */
export function requestOf({ view, path, search }: Lead): string {
  const parameters = new URLSearchParams(search);
  if (view.maxLimit !== undefined) parameters.set("limit", String(NAMED));
  if (view.title !== "id") parameters.set("fields", view.title);
  return path + searchOf(parameters);
}

/** An entry of the palette that leads to a list or picture. */
export interface LeadEntry {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: "search";
  readonly to: string;
}

/**
 * Returns the entries of leads, from the answers to their requests: of those with something to see, one for each page. What
 * could not be read is left out, and what is only similar, unless there is nothing else.
 */
export function entriesOf(
  leads: readonly Lead[],
  answerTo: (request: string) => Data | undefined,
): { readonly entries: readonly LeadEntry[]; readonly areSimilar: boolean } {
  const found = leads.flatMap((lead) => {
    const answer = answerTo(requestOf(lead));
    const entry = answer && entryOf(lead, answer);
    return entry ? [{ entry, isSimilar: lead.isSimilar === true }] : [];
  });
  const exact = found.filter(({ isSimilar }) => !isSimilar);
  const shown = new Map((exact.length > 0 ? exact : found).map(({ entry }) => [entry.id, entry]));
  return { entries: [...shown.values()], areSimilar: exact.length === 0 };
}

function entryOf(lead: Lead, answer: Data): LeadEntry | undefined {
  const { view, path, search, label, hint, known = 0 } = lead;
  // A one-to-one has no total: it is there.
  const total: number = answer.total_count ?? 1;
  if (total <= known) return undefined;
  const to = lead.to ?? pageOf(path) + search;
  return { id: `lead ${to}`, label: label(total), hint: hint ?? namesIn(answer, view, total), icon: "search", to };
}

function namesIn(answer: Data, view: View, total: number): string {
  const first: readonly Data[] = (answer[view.plural] ?? []).slice(0, NAMED);
  const names = [...new Set(first.map((record) => String(record[view.title] ?? record.id)))].join(", ");
  return total > first.length && names !== "" ? `${names} …` : names;
}

/** Writes a number of records: `1 mission`, `12 missions`. */
export function recordsText({ noun, heading }: View, total: number): string {
  return `${countText(total)} ${total === 1 ? noun : midSentence(heading)}`;
}

/** Writes what a list is, with the number of its records: `Moons of Jupiter (97)`; a one-to-one has none. */
export function counted(text: string, { kind }: View): Lead["label"] {
  return (total) => (kind === "single" ? text : `${text} (${countText(total)})`);
}

/** Returns the page of a picture, with what it shows in its fragment. */
export function pictureAt(path: string, kind: string, shown: Readonly<Record<string, string>>): string {
  return `${aspectOf(path, kind)}#${new URLSearchParams(shown)}`;
}
