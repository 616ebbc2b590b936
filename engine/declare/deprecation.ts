/** Announcements that something will be removed: since when it is deprecated (RFC 9745), and until when it works (RFC 8594). */
import { isDate } from "./values.ts";

/** When something became deprecated, and when it may be removed. Both are the first moment of a day in UTC. */
export interface Deprecation {
  /** `YYYY-MM-DD`. */
  readonly since: string;
  /** `YYYY-MM-DD`, at least six months after `since`; absent if the day is not known yet. */
  readonly sunset?: string;
}

/** The notice that clients get at least. */
const MONTHS = 6;

/** The faults of an announcement, each of which continues a sentence about what is deprecated. */
export function deprecationFaults({ since, sunset }: Deprecation): string[] {
  const days = [since, ...(sunset === undefined ? [] : [sunset])];
  const impossible = days.filter((day) => !isDate(day));
  if (impossible.length > 0) return impossible.map((day) => `is deprecated with ${day}, which is not a date.`);
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + MONTHS);
  return sunset !== undefined && new Date(sunset) < earliest
    ? [`is deprecated for less than ${MONTHS} months: from ${since} to ${sunset}.`]
    : [];
}

/** The announcement for readers. */
export function deprecationNote({ since, sunset }: Deprecation): string {
  return `Deprecated since ${since}${sunset === undefined ? "" : `; it may be removed from ${sunset} on`}.`;
}
