/** The records that a reference may lead to. */

import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { Description, Field, View } from "../../../../kit/description/model.ts";
import { expandTemplate, namedValues } from "../../../../kit/description/paths.ts";
import { withParameters } from "../../address/query.ts";
import { useDescription } from "../../description/use-description.tsx";
import { useDating } from "../../requests/past/dating.ts";
import { type Data, getQuery } from "../../requests/queries.ts";
import { useDebouncedValue } from "../use-debounced-value.ts";

/** A record to choose. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  /** The noun of its kind: `moon`. */
  readonly kind: string;
  /** Its list, and what was read of it. */
  readonly view: View;
  readonly record: Data;
}

/** The part of the candidates that is read. */
export interface CandidateSettings {
  /** The number of candidates of each list. */
  readonly limit: number;
  /** Returns the names of the fields that are read besides the title. */
  readonly more: (view: View) => readonly string[];
}

const NAMES_ONLY: CandidateSettings = { limit: 10, more: () => [] };

/** The records to choose from. */
export interface Candidates {
  readonly found: readonly Candidate[];
  /** Whether those for what was typed are not known yet. */
  readonly isSearching: boolean;
}

/** Reads the targets whose names have the typed text. */
export function useCandidates(
  field: Field,
  path: string,
  typed: string,
  { limit, more }: CandidateSettings = NAMES_ONLY,
): Candidates {
  const description = useDescription();
  const { dated } = useDating();
  const text = typed.trim();
  const debounced = useDebouncedValue(text);
  const lists = (field.reference?.to ?? []).flatMap((template) => listAt(description, path, template) ?? []);
  const { found, isLoading } = useQueries({
    queries: lists.map(({ view, path: list }) => {
      const name = filterOf(view, view.title, "contains")?.parameter ?? "search";
      const search = withParameters("", {
        ...(debounced === "" ? {} : { [name]: debounced }),
        fields: [view.title, ...more(view)].join(","),
        limit: String(limit),
      });
      return getQuery(dated(`${list}${search}`), { poll: false });
    }),
    combine: (answers) => ({
      found: answers.flatMap(({ data }, index) => {
        const { view } = lists[index]!;
        return (data?.data[view.plural] ?? []).map(
          (record: Data): Candidate => ({
            id: record.id,
            name: String(record[view.title] ?? record.id),
            kind: view.noun,
            view,
            record,
          }),
        );
      }),
      isLoading: answers.some((answer) => answer.isLoading),
    }),
  });
  const isSearching = debounced !== text || isLoading;
  const [known, setKnown] = useState<readonly Candidate[]>([]);
  if (!isSearching && known !== found) setKnown(found);
  // Those that still match stay where they are: a press on one that went away and came back would be lost.
  const matching = () => known.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  return { found: isSearching ? matching() : found, isSearching };
}

/** Returns the list of a template below the parents of this path; undefined if the path does not say which. */
function listAt(description: Description, path: string, template: string) {
  const view = description.list(template);
  if (!view) return undefined;
  const place = description.at(path);
  const own = place ? expandTemplate(template, namedValues(place.view.path, place.ids)) : template;
  if (!own.includes("{")) return { view, path: own };
  const home = description.home(view.resource);
  return home && !home.path.includes("{") ? { view: home, path: home.path } : undefined;
}
