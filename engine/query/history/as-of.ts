/** `as_of`: the moment of the past that a request asks about. */
import { isDate, normalizeInstant } from "../../declare/values.ts";
import { kindOf } from "../../kinds/kinds.ts";
import type { Fault } from "../../problem.ts";
import { AS_OF } from "../../resource/parameters.ts";
import type { Resource } from "../../resource/resource.ts";
import { type Clock, timestamp, today } from "../../runtime/clock.ts";
import { parseParameters, readParameters } from "../parameters.ts";

/** A moment of the past. */
export interface Moment {
  /** In milliseconds since 1970; every commit up to then is part of it. */
  readonly time: number;
  /** The same as clients write it: a date, which means its end, or a date-time. */
  readonly text: string;
}

/** The name of the parameter, unless it is escaped. */
const MAY_HAVE_AS_OF = /as_of|%/;

/** Whether a query string asks about the past. The moment may be invalid, which `readAsOf` finds. */
export function asksAboutPast(query: string): boolean {
  return MAY_HAVE_AS_OF.test(query) && parseParameters(query).parameters.some(([name]) => name === AS_OF);
}

/** Reads `as_of`; undefined if it is absent. Adds a fault if it is not a moment up to now. */
export function readAsOf(
  parameters: ReadonlyMap<string, string>,
  clock: Pick<Clock, "now">,
  faults: Fault[],
): Moment | undefined {
  const text = parameters.get(AS_OF);
  if (text === undefined) return undefined;
  const refuse = (message: string): undefined => {
    faults.push({ in: "shape", parameter: AS_OF, code: "invalid_value", message });
  };
  const time = isDate(text) ? Date.parse(text) + DAY_MS - 1 : readInstant(text);
  if (time === undefined) return refuse(notAMoment(AS_OF));
  if (isDate(text) ? text <= today(clock) : time <= clock.now()) return { time, text };
  return refuse(`${AS_OF} must not be later than now, ${timestamp(clock)}, or than today, ${today(clock)}.`);
}

const DAY_MS = 86_400_000;

/** The millisecond of a date-time, which may be more precise; undefined if a text is not one. */
export function readInstant(text: string): number | undefined {
  const instant = normalizeInstant(text);
  return instant === undefined ? undefined : Date.parse(`${instant.slice(0, "2026-01-31T12:00:00.000".length)}Z`);
}

/** The message that a parameter is neither a date nor a date-time. */
export function notAMoment(parameter: string): string {
  const { query, schema } = kindOf("instant");
  return `${parameter} must be ${query!.expected(schema)}.`;
}

/**
 * Reads the query string of a write, in which each of the allowed parameters may appear once. None writes the past.
 * @param faults receives the faults
 */
export function readWriteParameters(
  { hasHistory }: Resource,
  query: string,
  allowed: readonly string[],
  faults: Fault[],
): Map<string, string> {
  const reason = `${AS_OF} is not allowed: the past can be read, but not changed.`;
  return readParameters(query, allowed, faults, hasHistory ? { [AS_OF]: reason } : {});
}
