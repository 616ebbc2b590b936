/** Dates and instants as the API has them (RFC 3339). */

/** Returns whether a text is a full-date of RFC 3339 that the calendar has: 1980-02-30 would be in March. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/**
 * Returns an instant as the API stores it: in UTC, with at least milliseconds and at most nanoseconds.
 * @returns undefined for a text that is none, and outside the years 0000 to 9999 in UTC
 */
export function instantOf(text: string): string | undefined {
  const [, date = "", clock, fraction = "", sign, hours = "0", minutes = "0"] = INSTANT.exec(text) ?? [];
  if (!isDate(date)) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
  const utc = new Date(Date.parse(`${date}T${clock}Z`) - offset).toISOString();
  return /^\d{4}-/.test(utc) ? `${utc.slice(0, 19)}.${fraction.replace(/0+$/, "").padEnd(3, "0")}Z` : undefined;
}
