/** Counts the days in a row, until the last known one, on which anybody was there. */
import { headsOf, lastDay, unknownOn } from "../../../pictures/presence/heads.ts";
import type { Member } from "../../../pictures/presence/stays.ts";

/** Days in a row, both included. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the last day that is known, today at the latest. If nobody may still be there, that is the day of the built-in
 * data; without such data, today.
 */
export function knownDayOf(members: readonly Member[], now: number, asOf = now): number {
  const last = lastDay(members);
  if (last === undefined) return Math.min(asOf, now);
  return Math.min(now, unknownOn(members, last + 1) > 0 ? last : Math.max(last, asOf));
}

/** Returns the days in a row until a day on which anybody was there; undefined if nobody was there on that day. */
export function runOf(members: readonly Member[], until: number): Run | undefined {
  const first = members.reduce((least, { stays }) => Math.min(least, stays[0]?.from ?? until), until);
  const { sum } = headsOf(members, { from: first, to: until + 1 });
  const without = sum.lastIndexOf(0);
  return without === sum.length - 1 ? undefined : { from: first + without + 1, to: until };
}

/** Returns the number of days. */
export function lengthOf({ from, to }: Run): number {
  return to - from + 1;
}
