/** How many members were there on each day, by their color. */
import type { Span } from "../time/days.ts";
import type { TimeScale } from "../time/ticks.ts";
import type { Member, Stay } from "./stays.ts";

/** Counts for each day from a first one on. */
export interface Heads {
  readonly first: number;
  readonly sum: Int32Array;
  /** By number of the color. */
  readonly byHue: readonly Int32Array[];
}

/** What a pixel of the area shows: its fullest day. */
export interface Column {
  readonly day: number;
  readonly sum: number;
}

/** Counts the days of a span. */
export function headsOf(members: readonly Member[], { from, to }: Span): Heads {
  const length = Math.max(1, Math.ceil(to) - Math.floor(from));
  const first = Math.floor(from);
  const most = members.reduce((largest, { hue }) => Math.max(largest, hue), 0);
  const byHue = Array.from({ length: most + 1 }, () => new Int32Array(length + 1));
  for (const { hue, stays } of members)
    for (const stay of stays) {
      const begin = Math.max(0, stay.from - first);
      const end = Math.min(length, stay.to + 1 - first);
      if (begin >= end) continue;
      byHue[hue]![begin]! += 1;
      byHue[hue]![end]! -= 1;
    }
  const sum = new Int32Array(length);
  for (const own of byHue)
    for (let day = 0, count = 0; day < length; day += 1) {
      count += own[day]!;
      own[day] = count;
      sum[day]! += count;
    }
  return { first, sum, byHue };
}

/** The fullest day of each pixel, from the left edge of a scale to its right one. */
export function columnsOf({ first, sum }: Heads, x: TimeScale): Column[] {
  const [left, right] = x.range.map(Math.round) as [number, number];
  return Array.from({ length: Math.max(0, right - left) }, (_, index) => {
    const begin = Math.max(0, Math.floor(x.invert(left + index) - first));
    const end = Math.min(sum.length - 1, Math.max(begin, Math.ceil(x.invert(left + index + 1) - first) - 1));
    let best = begin;
    for (let day = begin + 1; day <= end; day += 1) if (sum[day]! > sum[best]!) best = day;
    return { day: best + first, sum: sum[best] ?? 0 };
  });
}

/** The order in which colors are stacked: 1, 2, …, and "other" on top. */
export function stackOf({ byHue }: Heads): number[] {
  return [...byHue.keys()].filter((hue) => hue > 0).concat(0);
}

/** A member who is there on a day. */
export interface Here {
  readonly member: Member;
  readonly stay: Stay;
  readonly title: string;
  readonly role: string | undefined;
  /** Which day of the stay it is; the first is 1. */
  readonly day: number;
}

/** Who is there on a day, in the order of the members. */
export function hereOn(members: readonly Member[], day: number): Here[] {
  return members.flatMap((member) =>
    member.stays
      .filter(({ from, to }) => from <= day && day <= to)
      .map((stay) => {
        const leg = stay.legs.filter(({ from }) => from <= day).at(-1) ?? stay.legs[0]!;
        return { member, stay, title: leg.title, role: leg.role, day: day - stay.from + 1 };
      }),
  );
}

/** The last day on which anybody is there; undefined if there is none. */
export function lastDay(members: readonly Member[]): number | undefined {
  const days = members.flatMap(({ stays }) => stays.map(({ to }) => to));
  return days.length === 0 ? undefined : days.reduce((latest, day) => Math.max(latest, day));
}
