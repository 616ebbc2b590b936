/** The bars of a strip: equal periods from the first record to the last one, and how many records are in each. */
import { bisectRight } from "d3-array";
import { firstDay, MONTHS_IN, movedBy } from "../../fields/dates/period.ts";
import { timeOf } from "../../fields/ranges/time-bounds.ts";

/** The periods that bars stand for. */
export interface Bars {
  /** As `group_by` has it: `year`. */
  readonly period: string;
  /** The beginning of each bar, and the end of the last one, in milliseconds since 1970. */
  readonly edges: readonly number[];
}

/** A group of a summary by period. */
export type PeriodGroup = Readonly<Record<string, unknown>> & { readonly count: number };

/** All periods, the longest first. */
const PERIODS = ["decade", "year", "quarter", "month", "day", "hour", "minute"];
const MS_IN: Readonly<Record<string, number>> = { hour: 3_600_000, minute: 60_000 };
/** The most bars: with the records that have no date, they are one page of groups. */
const MOST = 99;
const FEW = 20;

/**
 * Chooses the periods between two dates or instants: the longest that make twenty bars, or else as many as there can be.
 * @param offered the periods by which the service counts
 */
export function barsBetween(first: string, last: string, offered: readonly string[]): Bars | undefined {
  const usable = PERIODS.filter((period) => offered.includes(period));
  const all = usable.map((period) => ({ period, edges: edgesOf(period, first, last, 1) }));
  const fitting = all.filter(({ edges }) => edges.length <= MOST + 1);
  const chosen = fitting.find(({ edges }) => edges.length > FEW) ?? fitting.at(-1);
  if (chosen) return chosen;
  const [longest] = usable;
  if (longest === undefined) return undefined;
  // Bars of several periods each.
  for (let each = 2; ; each++) {
    const edges = edgesOf(longest, first, last, each);
    if (edges.length <= MOST + 1) return { period: longest, edges };
  }
}

/** Returns the edges of bars of some periods each; too many of them are not counted to the end. */
function edgesOf(period: string, first: string, last: string, each: number): number[] {
  const end = timeOf(last)!;
  const edges: number[] = [];
  if (MONTHS_IN[period] === undefined && period !== "day") {
    const step = MS_IN[period]! * each;
    const begin = Math.floor(timeOf(first)! / step) * step;
    for (let at = begin; edges.length <= MOST + 1 && (at <= end || edges.length < 2); at += step) edges.push(at);
    if (edges.at(-1)! <= end && edges.length <= MOST + 1) edges.push(edges.at(-1)! + step);
    return edges;
  }
  let day = firstDay(first.slice(0, 10), period);
  while (edges.length <= MOST + 1) {
    const at = timeOf(day)!;
    edges.push(at);
    if (at > end) break;
    const next = movedBy(day, each, period);
    if (next === day) {
      // Years end with 9999.
      edges.push(Date.UTC(10_000, 0, 1));
      break;
    }
    day = next;
  }
  return edges;
}

/** Returns the number of records in each bar. */
export function countsIn({ edges }: Bars, groups: readonly PeriodGroup[], field: string): number[] {
  const counts = Array.from({ length: edges.length - 1 }, () => 0);
  for (const group of groups) {
    const time = timeOf((group[field] ?? undefined) as string | undefined);
    const bar = time === undefined ? -1 : bisectRight(edges as number[], time) - 1;
    if (counts[bar] !== undefined) counts[bar] += group.count;
  }
  return counts;
}

/** Returns the number of records in all groups, also of those without a date. */
export function totalOf(groups: readonly PeriodGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the edge that is some bars away from a time. */
export function edgeFrom({ edges }: Bars, time: number, bars: number): number {
  const after = bisectRight(edges as number[], time);
  const isEdge = edges[after - 1] === time;
  const place = bars > 0 ? after - 1 + bars : after - (isEdge ? 1 : 0) + bars;
  return edges[Math.max(0, Math.min(edges.length - 1, place))]!;
}

/** Returns the edge that is nearest to a time. */
export function nearestEdge({ edges }: Bars, time: number): number {
  const after = Math.max(1, Math.min(edges.length - 1, bisectRight(edges as number[], time)));
  const [before, next] = [edges[after - 1]!, edges[after]!];
  return time - before <= next - time ? before : next;
}

/** Returns the beginning and the end of the bar in which a time is. */
export function barAt({ edges }: Bars, time: number): readonly [from: number, to: number] {
  const after = Math.max(1, Math.min(edges.length - 1, bisectRight(edges as number[], time)));
  return [edges[after - 1]!, edges[after]!];
}
