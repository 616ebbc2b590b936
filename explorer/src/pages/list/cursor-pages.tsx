/** A list without page numbers: it grows, from cursor to cursor. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { countSearch, withParameters } from "../../address/query.ts";
import { Button } from "../../components/button.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import type { ListState } from "../../components/table/record-cell.tsx";
import { Link } from "../../description/past/link.tsx";
import { type ApiResponse, type Data, get, useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";

/** The part of a list that is loaded. */
export interface CursorPages {
  /** The first page, which alone names what was deleted. */
  readonly first: Data | undefined;
  readonly records: readonly Data[] | undefined;
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** Returns the page on which a record came, and its place there. */
  readonly placeOf: (index: number) => ListState;
}

/** Reads a list from its `cursor` on, page after page; undefined reads nothing. */
export function useCursorPages(view: View, request: string | undefined): CursorPages {
  const { data, error, hasNextPage, isFetchingNextPage, isPending, fetchNextPage } = useInfiniteQuery({
    queryKey: ["CURSOR", request],
    queryFn: ({ pageParam, signal }) => get(pageParam, signal),
    initialPageParam: request ?? "",
    getNextPageParam: ({ data: { _links } }: ApiResponse): string | undefined => _links?.next,
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
    first: data?.pages[0]?.data,
    records,
    error,
    isLoading: isPending || isFetchingNextPage,
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    placeOf: (index) => placeAmong(data?.pages ?? [], (data?.pageParams ?? []) as string[], view.plural, index),
  };
}

function placeAmong(pages: readonly ApiResponse[], paths: readonly string[], plural: string, index: number): ListState {
  let before = 0;
  for (const [place, page] of pages.entries()) {
    const count: number = page.data[plural]?.length ?? 0;
    if (index < before + count) return { list: paths[place] ?? "", index: index - before };
    before += count;
  }
  return { list: "", index };
}

/** Says how much is loaded, and loads more: by the button, and when a reader scrolls to it. */
export function CursorPagesFoot({
  cursorPages,
  total,
  search,
}: {
  readonly cursorPages: CursorPages;
  readonly total: number | undefined;
  readonly search: string;
}) {
  const { records = [], hasMore, isLoading, error, more } = cursorPages;
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

/** Returns the number of records that all cursor pages will have; undefined without a cursor. */
export function useCursorTotal(path: string, search: string, hasCursor: boolean): number | undefined {
  const { data } = useGet(hasCursor ? `${path}${countSearch(search)}` : undefined, { poll: false });
  return hasCursor ? data?.data.total_count : undefined;
}
