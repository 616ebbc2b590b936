/** Keeps the rows of a list where they are while the list changes, until the reader wants to see it as it is. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Data } from "../requests/data.ts";
import type { ApiResponse } from "../requests/queries.ts";
import { writtenAt } from "../requests/write.ts";
import { type RowChanges, rowChanges } from "./row-changes.ts";
import { isReplaced, type Shown } from "./shown-rows.ts";

/** Rows that stay where they are. */
export interface SteadyRows extends Omit<RowChanges, "records"> {
  /** Undefined while there are none. */
  readonly records: readonly Data[] | undefined;
  /** Shows the list as it is now. */
  readonly show: () => void;
}

const UNCHANGED: Omit<SteadyRows, "records"> = { marks: new Map(), waiting: 0, show: () => {} };

/**
 * Returns the rows of a list.
 * @param request the path of the list with its query
 * @param records those in the answer
 */
export function useSteadyRows(
  request: string,
  records: readonly Data[] | undefined,
  { dataUpdatedAt, isFetching, isFetchedAfterMount, isPlaceholderData }: UseQueryResult<ApiResponse>,
): SteadyRows {
  const [shown, setShown] = useState<Shown>();
  const changes = useMemo(() => shown && records && rowChanges(shown.records, records), [shown, records]);
  if (!records) {
    if (shown) setShown(undefined);
    return { records, ...UNCHANGED };
  }
  const next: Shown = { request, records, at: dataUpdatedAt, isCurrent: isFetchedAfterMount || !isFetching };
  if (!isPlaceholderData && isReplaced(shown, next, writtenAt())) {
    setShown(next);
    return { records, ...UNCHANGED };
  }
  return { records, ...UNCHANGED, ...changes, show: () => isPlaceholderData || setShown(next) };
}
