/** Finds what began or ended on a day of the calendar in other years. */
import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import type { KnownUntil } from "../../fields/known-until.ts";
import { isoOf } from "../../pictures/time/days.ts";
import { fieldsOf, type TimelineParts } from "../../pictures/timeline/parts.ts";
import type { Data } from "../../requests/data.ts";

/** A query has at most 100 values: so many years back, there is one for each. */
const YEARS = 99;
const LIMIT = 100;

/** A date of a record on this day of a year. */
export interface Anniversary {
  readonly year: number;
  readonly record: Data;
  /** The field whose day it is. */
  readonly field: Field;
}

/** Returns the path of the records with a date on this day in the last 99 years before; undefined if no filter finds them. */
export function pathOnDay(view: View, parts: TimelineParts, field: Field, day: number): string | undefined {
  const parameter = field.kind === "date" ? filterOf(view, field.name, "in")?.parameter : undefined;
  if (!parameter) return undefined;
  const [year, rest] = [Number(isoOf(day).slice(0, 4)), isoOf(day).slice(4)];
  const days = Array.from({ length: YEARS }, (_, index) => `${year - YEARS + index}${rest}`).filter(isDate);
  return `${view.path}?${parameter}=${days.join(",")}&fields=${fieldsOf(parts).filter((name) => name !== "id")}&limit=${LIMIT}`;
}

/** Whether the calendar has a day: there is no 29 February 2026. */
function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && isoOf(Date.parse(text) / 86_400_000) === text;
}

/**
 * Returns what is known to have happened, the oldest first: neither what is only planned or was called off, nor dates that
 * are known to the month or year.
 */
export function anniversariesOf(
  found: readonly { readonly field: Field; readonly records: readonly Data[] }[],
  { from, precision, state }: TimelineParts,
  knownUntil: KnownUntil,
): Anniversary[] {
  const isExact = (field: Field, record: Data) => {
    const named = field === from ? precision : field.precision;
    return named === undefined || (record[named] ?? "day") === "day";
  };
  const happened = (field: Field, record: Data) => {
    const tone = state?.tones[record[state.name]];
    const until = knownUntil(record);
    return tone !== "plan" && tone !== "off" && (until === undefined || record[field.name] <= until);
  };
  return found
    .flatMap(({ field, records }) =>
      records
        .filter((record) => isExact(field, record) && happened(field, record))
        .map((record) => ({ year: Number(record[field.name].slice(0, 4)), record, field })),
    )
    .sort((a, b) => a.year - b.year || (a.record.id < b.record.id ? -1 : 1));
}

/** Writes what happened, from the label of a date: `Launch date` → `launch`, `Retired on` → `retired`. */
export function eventOf({ label }: Field): string {
  return label.replace(/ (?:date|day|on|at)$/i, "").toLowerCase();
}
