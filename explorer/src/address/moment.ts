/** The moment of the past that an address asks about: `as_of`, as the API has it. */
import { searchOf } from "./query.ts";

/** The parameter. */
export const AS_OF = "as_of";
const DATE_LENGTH = "2000-01-01".length;
const DAY_MS = 86_400_000;

/** Returns the moment in a query or in a path with one; undefined if it asks about the present. */
export function momentIn(address: string): string | undefined {
  return parametersOf(address).get(AS_OF) ?? undefined;
}

/** Returns a path, with or without a query and a fragment, at a moment. One that has a moment keeps it. */
export function atMoment(address: string, moment: string): string {
  const [, path = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  const parameters = new URLSearchParams(search);
  if (parameters.has(AS_OF)) return address;
  parameters.set(AS_OF, moment);
  return path + searchOf(parameters) + hash;
}

/** Returns a path without its moment; the rest of the query stays as it is written. */
export function withoutMoment(address: string): string {
  return address.replace(/([?&])as_of=[^&#]*&?/g, "$1").replace(/[?&](?=#|$)/, "");
}

/** Returns the last millisecond of a moment: of a date, that of the day. Undefined if it is neither date nor date-time. */
export function timeOfMoment(moment: string): number | undefined {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return undefined;
  return moment.length === DATE_LENGTH ? time + DAY_MS - 1 : time;
}

/** Returns the day of a moment in UTC: `2026-01-31`. */
export function dayOfMoment(moment: string): string | undefined {
  const time = timeOfMoment(moment);
  return time === undefined ? undefined : new Date(time).toISOString().slice(0, DATE_LENGTH);
}

function parametersOf(address: string): URLSearchParams {
  return new URLSearchParams(/\?[^#]*/s.exec(address)?.[0] ?? "");
}
