/** Loads a list: records or groups, of one page or of cursor pages. */
import { useMemo } from "react";
import type { Field, View } from "../../../../kit/description/model.ts";
import { isSummary } from "../../address/groups.ts";
import { addedSort } from "../../address/order.ts";
import { parametersFor, withRelated } from "../../fields/columns.ts";
import { useReadableRelations } from "../../fields/use-readable-relations.ts";
import { type SteadyRows, useSteadyRows } from "../../live/use-steady-rows.ts";
import type { Data } from "../../requests/data.ts";
import { useGet } from "../../requests/queries.ts";
import { useSiblings } from "../record/related/use-siblings.ts";
import { type CursorPages, useCursorPages, useCursorTotal } from "./cursor-pages.tsx";
import { columnsOf, requestOf } from "./request.ts";

/** A list as it is loaded. */
export interface LoadedList extends SteadyRows {
  readonly request: string;
  readonly columns: readonly Field[];
  /** The answer that they came with; undefined while there is none, and for cursor pages, which have many. */
  readonly answer: Data | undefined;
  readonly headers: Headers | undefined;
  /** The pages of a list without page numbers. */
  readonly cursorPages: CursorPages | undefined;
  /** The number of records or groups; undefined while it is not known. */
  readonly total: number | undefined;
  /** The records are those of the query before. */
  readonly isPast: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Loads a list.
 * @param isEnabled false requests nothing
 */
export function useList(view: View, path: string, search: string, isEnabled: boolean): LoadedList {
  const columns = useMemo(() => columnsOf(view, search), [view, search]);
  const readableRelations = useReadableRelations();
  const request = requestOf(path, search, {
    ...parametersFor(columns, view, readableRelations),
    sort: addedSort(view, search),
  });
  const inGroups = isSummary(search);
  const isKnown = isEnabled && readableRelations !== undefined;
  const hasCursor = isKnown && !inGroups && new URLSearchParams(search).has("cursor");
  const response = useGet(hasCursor || !isKnown ? undefined : request, {
    keepPrevious: true,
    hasNoEvents: view.log === undefined,
  });
  const cursorPages = useCursorPages(view, hasCursor ? request : undefined);
  const error = hasCursor ? (cursorPages.records ? null : cursorPages.error) : response.error;
  // What stays of the page before is shown only if it is of the same kind.
  const member = inGroups ? "groups" : view.plural;
  const answer = hasCursor || error || !response.data?.data?.[member] ? undefined : response.data.data;
  const cursorTotal = useCursorTotal(path, search, hasCursor && !error);
  // Cursor pages stay as they were loaded.
  const steady = useSteadyRows(request, answer?.[view.plural], response);
  const records = useSiblings(columns, path, hasCursor ? cursorPages.records : steady.records);
  return {
    ...steady,
    request,
    columns,
    records: useMemo(() => withRelated(records, columns), [records, columns]),
    answer,
    headers: response.data?.headers,
    cursorPages: hasCursor ? cursorPages : undefined,
    total: cursorTotal ?? answer?.total_count ?? answer?.[member].length,
    isPast: response.isPlaceholderData,
    error,
    retry: () => (hasCursor ? cursorPages.more() : void response.refetch()),
  };
}
