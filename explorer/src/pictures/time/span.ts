/** A span of time within another one. */
import { clamp, dayOf, endOf, type Span } from "./days.ts";

/** The shortest span: about a month. */
const LEAST_DAYS = 30;

/** Returns the span between two dates within the whole one; without a date, to its end. */
export function spanBetween(from: string | null, to: string | null, whole: Span): Span {
  return within({ from: dayOf(from) ?? whole.from, to: endOf(to) ?? whole.to }, whole);
}

/** Moves and shortens a span until it is within the whole one. */
export function within(span: Span, whole: Span): Span {
  const all = whole.to - whole.from;
  const length = clamp(span.to - span.from, Math.min(LEAST_DAYS, all), all);
  const middle = (span.from + span.to) / 2;
  const from = clamp(span.to - span.from === length ? span.from : middle - length / 2, whole.from, whole.to - length);
  return { from, to: from + length };
}
