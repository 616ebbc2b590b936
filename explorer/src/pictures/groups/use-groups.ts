/** Reads all groups of a summary. */
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import type { Group } from "../../address/groups.ts";
import { useDating } from "../../requests/past/dating.ts";
import { getQuery, isTransient, useGet } from "../../requests/queries.ts";
import { shapeOf } from "./numbers/shape.ts";
import { pageOfGroups, pagesNeeded, type ReadGroups } from "./requests.ts";

/** Groups as a picture gets them. */
export interface LoadedGroups {
  /** All groups; those of the query before while others are loaded. Undefined while there are none. */
  readonly read: ReadGroups | undefined;
  readonly isPast: boolean;
  /** The number of groups, if they are too many to read. */
  readonly tooMany: number | undefined;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** Reads all groups of a summary that can be drawn, page by page. */
export function useGroups(view: View, path: string, search: string): LoadedGroups {
  const { dated } = useDating();
  const shape = useMemo(() => shapeOf(view, search), [view, search]);
  const first = useGet(shape && pageOfGroups(view, path, search, 1));
  const total: number = first.data?.data.total_count ?? 0;
  const needed = pagesNeeded(view, total);
  const others = Array.from({ length: Math.max(0, (needed ?? 1) - 1) }, (_, index) =>
    getQuery(dated(pageOfGroups(view, path, search, index + 2))),
  );
  const rest = useQueries({ queries: others });
  const isComplete = first.data && needed !== undefined && rest.every(({ data }) => data);
  const known = isComplete ? [first, ...rest].map(({ dataUpdatedAt }) => dataUpdatedAt).join() : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` says which answers there are
  const read = useMemo(
    () =>
      shape && known && { search, shape, groups: [first, ...rest].flatMap(({ data }) => data!.data.groups as Group[]) },
    [shape, search, known],
  );
  const [last, setLast] = useState<ReadGroups>();
  if (read && read !== last) setLast(read);
  const failed = rest.find(({ data, error }) => error && !(data && isTransient(error)));
  return {
    read: read || last,
    isPast: !read,
    tooMany: needed === undefined ? total : undefined,
    error: first.error ?? failed?.error ?? undefined,
    retry: () => {
      for (const { refetch } of [first, ...rest]) void refetch();
    },
  };
}
