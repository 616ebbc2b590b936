/** Counts the members that were there on each day, by their color. */
import type { Span } from "../time/days.ts";
import type { TimeScale } from "../time/ticks.ts";
import type { Leg, Member, Stay } from "./stays.ts";

/** Counts for each day from a first one on. */
export interface Heads {
  readonly first: number;
  readonly sum: Int32Array;
  /** By number of the color. */
  readonly byHue: readonly Int32Array[];
  /** The number of members of whom it is not known whether they were there. */
  readonly unknown: Int32Array;
}

/** A pixel of the area: its fullest day. */
export interface Column {
  readonly day: number;
  readonly sum: number;
  readonly unknown: number;
}

/** Counts the days of a span. */
export function headsOf(members: readonly Member[], { from, to }: Span): Heads {
  const length = Math.max(1, Math.ceil(to) - Math.floor(from));
  const first = Math.floor(from);
  const most = members.reduce((largest, { hue }) => Math.max(largest, hue), 0);
  const byHue = Array.from({ length: most + 1 }, () => new Int32Array(length + 1));
  const unknown = new Int32Array(length + 1);
  const add = (counts: Int32Array, from: number, to: number) => {
    const begin = Math.max(0, from - first);
    const end = Math.min(length, to + 1 - first);
    if (begin >= end) return;
    counts[begin]! += 1;
    counts[end]! -= 1;
  };
  for (const { hue, stays } of members)
    for (const { from, known, to } of stays) {
      add(byHue[hue]!, from, known);
      add(unknown, known + 1, to);
    }
  for (const changes of [...byHue, unknown])
    for (let day = 1; day < length; day += 1) changes[day]! += changes[day - 1]!;
  const sum = new Int32Array(length);
  for (const own of byHue) for (let day = 0; day < length; day += 1) sum[day]! += own[day]!;
  return { first, sum, byHue, unknown };
}

/** Returns the fullest day of each pixel, from the left edge of a scale to its right one. */
export function columnsOf({ first, sum, unknown }: Heads, x: TimeScale): Column[] {
  const [left, right] = x.range.map(Math.round) as [number, number];
  return Array.from({ length: Math.max(0, right - left) }, (_, index) => {
    const begin = Math.max(0, Math.floor(x.invert(left + index) - first));
    const end = Math.min(sum.length - 1, Math.max(begin, Math.ceil(x.invert(left + index + 1) - first) - 1));
    let best = begin;
    for (let day = begin + 1; day <= end; day += 1)
      if (sum[day]! > sum[best]! || (sum[day] === sum[best] && unknown[day]! > unknown[best]!)) best = day;
    return { day: best + first, sum: sum[best] ?? 0, unknown: unknown[best] ?? 0 };
  });
}

/** Returns the order in which colors are stacked: 1, 2, …, and "other" on top. */
export function stackOf({ byHue }: Heads): number[] {
  return [...byHue.keys()].filter((hue) => hue > 0).concat(0);
}

/** A member who is there on a day. */
export interface Here extends Pick<Leg, "path" | "title" | "role"> {
  readonly member: Member;
  readonly stay: Stay;
  /** The day of the stay; the first is 1. */
  readonly day: number;
}

/** Returns the members that are there on a day, in their order. */
export function hereOn(members: readonly Member[], day: number): Here[] {
  return members.flatMap((member) =>
    member.stays
      .filter(({ from, known }) => from <= day && day <= known)
      .map((stay) => {
        const { path, title, role } = stay.legs.filter(({ from, known }) => from <= day && day <= known).at(-1)!;
        return { member, stay, path, title, role, day: day - stay.from + 1 };
      }),
  );
}

/** Returns the number of members of whom it is not known whether they are there on a day. */
export function unknownOn(members: readonly Member[], day: number): number {
  return members.filter(({ stays }) => stays.some(({ known, to }) => known < day && day <= to)).length;
}

/** Says how many are there on a day: `3`, `not known for 11`, or both. */
export function sayCount(here: number, unknown: number): string {
  if (unknown === 0) return String(here);
  return here === 0 ? `not known for ${unknown}` : `${here}, not known for ${unknown}`;
}

/**
 * Returns the first day on which somebody is known to be there no longer, though no end is recorded; undefined if there
 * is none.
 */
export function unknownFrom(members: readonly Member[]): number | undefined {
  const days = members.flatMap(({ stays }) =>
    stays.filter(({ known, to }) => known < to).map(({ known }) => known + 1),
  );
  return days.length === 0 ? undefined : days.reduce((first, day) => Math.min(first, day));
}

/** Returns the last day on which anybody is known to be there; undefined if there is none. */
export function lastDay(members: readonly Member[]): number | undefined {
  const days = members.flatMap(({ stays }) => stays.map(({ known }) => known));
  return days.length === 0 ? undefined : days.reduce((latest, day) => Math.max(latest, day));
}

/** Returns the span from the beginning of the year of the first stay to a little after the last. */
export function wholeOf(members: readonly Member[], now: number): Span {
  const stays = members.flatMap((member) => member.stays);
  const first = stays.reduce((earliest, { from }) => Math.min(earliest, from), now);
  const last = stays.reduce((latest, { to }) => Math.max(latest, to + 1), now + 1);
  const margin = Math.max(3, (last - first) * 0.005);
  return { from: Math.floor(first - margin), to: Math.ceil(last + margin) };
}
