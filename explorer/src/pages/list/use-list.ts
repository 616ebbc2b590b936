/** What a page of a list has: records or groups, of one page or of a walk. */
import { useMemo } from "react";
import { isSummary } from "../../address/groups.ts";
import type { Field, View } from "../../description/model.ts";
import { useReadableRelations } from "../../fields/use-readable-relations.ts";
import { type SteadyRows, useSteadyRows } from "../../live/use-steady-rows.ts";
import type { Data } from "../../requests/data.ts";
import { useGet } from "../../requests/queries.ts";
import { useSiblings } from "../record/related/use-siblings.ts";
import { columnsOf, requestOf } from "./request.ts";
import { useWalk, useWalkTotal, type Walked } from "./walk.tsx";

/** A list as it is loaded. */
export interface LoadedList extends SteadyRows {
  readonly request: string;
  readonly columns: readonly Field[];
  /** The answer that they came with; undefined while there is none, and for a walk, which has many. */
  readonly answer: Data | undefined;
  readonly headers: Headers | undefined;
  /** What is loaded of a list without page numbers. */
  readonly walked: Walked | undefined;
  /** How many records or groups there are; undefined while that is not known. */
  readonly total: number | undefined;
  /** The records are those of the query before. */
  readonly isPast: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Loads a list.
 * @param isAsked false asks for nothing
 */
export function useList(view: View, path: string, search: string, isAsked: boolean): LoadedList {
  const columns = useMemo(() => columnsOf(view, search), [view, search]);
  const readableRelations = useReadableRelations();
  const request = requestOf(path, search, readableRelations(columns));
  const inGroups = isSummary(search);
  const isWalk = isAsked && !inGroups && new URLSearchParams(search).has("cursor");
  const got = useGet(isWalk || !isAsked ? undefined : request, {
    keepPrevious: true,
    isUntold: view.log === undefined,
  });
  const walked = useWalk(view, isWalk ? request : undefined);
  const error = isWalk ? (walked.records ? null : walked.error) : got.error;
  // What stays of the page before is shown only if it is of the same kind.
  const member = inGroups ? "groups" : view.plural;
  const answer = isWalk || error || !got.data?.data?.[member] ? undefined : got.data.data;
  const walkTotal = useWalkTotal(path, search, isWalk && !error);
  // What a walk has loaded stays as it is.
  const steady = useSteadyRows(request, answer?.[view.plural], got);
  return {
    ...steady,
    request,
    columns,
    records: useSiblings(columns, path, isWalk ? walked.records : steady.records),
    answer,
    headers: got.data?.headers,
    walked: isWalk ? walked : undefined,
    total: walkTotal ?? answer?.total_count ?? answer?.[member].length,
    isPast: got.isPlaceholderData,
    error,
    retry: () => (isWalk ? walked.more() : void got.refetch()),
  };
}
