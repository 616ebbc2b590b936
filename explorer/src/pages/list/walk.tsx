/** A list without page numbers: what is loaded grows, from cursor to cursor. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { Link } from "react-router";
import { countSearch, withParameters } from "../../address/query.ts";
import { Button } from "../../components/button.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import type { ListState } from "../../components/table/record-cell.tsx";
import type { View } from "../../description/model.ts";
import { type Data, type Got, get, useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";

/** What has been loaded of a list. */
export interface Walked {
  readonly records: readonly Data[] | undefined;
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** The page on which a record came, and its place there. */
  readonly placeOf: (index: number) => ListState;
}

/** Reads a list from its `cursor` on, page after page; undefined reads nothing. */
export function useWalk(view: View, request: string | undefined): Walked {
  const { data, error, hasNextPage, isFetchingNextPage, isPending, fetchNextPage } = useInfiniteQuery({
    queryKey: ["WALK", request],
    queryFn: ({ pageParam, signal }) => get(pageParam, signal),
    initialPageParam: request ?? "",
    getNextPageParam: ({ data: { _links } }: Got): string | undefined => _links?.next,
    enabled: request !== undefined,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const records = useMemo(
    () => data?.pages.flatMap((page): Data[] => page.data[view.plural] ?? []),
    [data, view.plural],
  );
  return {
    records,
    error,
    isLoading: isPending || isFetchingNextPage,
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    placeOf: (index) => placeAmong(data?.pages ?? [], (data?.pageParams ?? []) as string[], view.plural, index),
  };
}

function placeAmong(pages: readonly Got[], paths: readonly string[], plural: string, index: number): ListState {
  let before = 0;
  for (const [place, page] of pages.entries()) {
    const count: number = page.data[plural]?.length ?? 0;
    if (index < before + count) return { list: paths[place] ?? "", index: index - before };
    before += count;
  }
  return { list: "", index };
}

/** How much is loaded, and the way on: by the button, and by scrolling to it. */
export function WalkFoot({
  walked,
  total,
  search,
}: {
  readonly walked: Walked;
  readonly total: number | undefined;
  readonly search: string;
}) {
  const { records = [], hasMore, isLoading, error, more } = walked;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasMore || isLoading || error || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: "200px" });
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  return (
    <>
      {error && <ProblemView error={error} retry={more} />}
      <div className="pager" ref={end}>
        <span className="num" aria-live="polite">
          {countText(records.length)}
          {total !== undefined && ` of ${countText(total)}`} loaded
        </span>
        {hasMore && (
          <Button small onClick={more} disabled={isLoading}>
            Load more
          </Button>
        )}
        <Link to={{ search: withParameters(search, { cursor: undefined }) }}>Show page numbers</Link>
      </div>
    </>
  );
}

/** How many records a walk will have read; undefined if there is none. */
export function useWalkTotal(path: string, search: string, isWalk: boolean): number | undefined {
  const { data } = useGet(isWalk ? `${path}${countSearch(search)}` : undefined, { poll: false });
  return isWalk ? data?.data.total_count : undefined;
}
