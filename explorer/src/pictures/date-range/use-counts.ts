/** Reads the numbers of a strip: at most three small requests. */
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { filtersIn, type Pair, searchOf } from "../../address/query.ts";
import { useDating } from "../../requests/past/dating.ts";
import { type Data, getQuery, useGet } from "../../requests/queries.ts";
import { type Bars, barsBetween, countsIn, type PeriodGroup, totalOf } from "./bars.ts";
import type { StripData } from "./drawing.ts";
import type { DateField } from "./field.ts";

/** The longest page of groups. */
const LIMIT = "100";
/** The parameters that say which list it is, rather than which of its records. */
const KEPT = "changed_since";

/** The numbers of a strip, and the totals that they add up to. */
export interface StripCounts extends StripData {
  /** All records of the list. */
  readonly total: number;
  /** The records that the other filters leave. */
  readonly left: number;
}

/** Reads the numbers of a strip; undefined while they are not known, and null if no record has the date. */
export function useStripCounts(path: string, search: string, date: DateField): StripCounts | null | undefined {
  const { name } = date.field;
  const others = othersIn(search, date);
  const list = others.filter(([parameter]) => parameter === KEPT);
  const { data: extent } = useGet(`${path}${queryOf(list, ["measure", `min:${name},max:${name}`])}`);
  const [whole] = extent?.data.groups ?? [];
  const [first, last]: (string | null | undefined)[] = [whole?.[`${name}_min`], whole?.[`${name}_max`]];
  const bars = useMemo(
    () => (first && last ? barsBetween(first, last, date.periods) : undefined),
    [first, last, date.periods],
  );
  const group: Pair = ["group_by", `${name}:${bars?.period}`];
  const all = useGroups(bars && `${path}${queryOf(list, group)}`);
  const rest = useGroups(bars && `${path}${queryOf(others, group)}`);
  return useMemo(() => {
    if (extent && !bars) return null;
    return bars && all && rest ? countsOf(bars, all, rest, name) : undefined;
  }, [extent, bars, all, rest, name]);
}

function countsOf(bars: Bars, all: readonly PeriodGroup[], rest: readonly PeriodGroup[], name: string): StripCounts {
  return {
    ...{ bars, all: countsIn(bars, all, name), rest: countsIn(bars, rest, name) },
    ...{ total: totalOf(all), left: totalOf(rest) },
  };
}

/** Returns the filters of a query, without the bounds of the date. */
function othersIn(search: string, { bounds: { lower, upper } }: DateField): Pair[] {
  return filtersIn(search).filter(([name]) => name !== lower.parameter && name !== upper.parameter);
}

function queryOf(filters: readonly Pair[], more: Pair): string {
  return searchOf(new URLSearchParams([...filters, more, ["limit", LIMIT]]));
}

/** Reads all pages of a summary; the pages before stay until they are known. */
function useGroups(request: string | undefined): readonly PeriodGroup[] | undefined {
  const { dated } = useDating();
  const { data } = useGet(request, { keepPrevious: true });
  const pages = Math.ceil((data?.data.total_count ?? 0) / Number(LIMIT));
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => `${request}&page=${index + 2}`);
  const more = useQueries({
    queries: others.map((each) => getQuery(dated(each))),
    combine: (answers) => answers.map((answer) => answer.data?.data),
  });
  return useMemo(() => {
    const all: (Data | undefined)[] = [data?.data, ...more];
    return all.some((each) => each === undefined) ? undefined : all.flatMap((each) => each!.groups ?? []);
  }, [data, more]);
}
