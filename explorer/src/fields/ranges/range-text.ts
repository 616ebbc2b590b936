/** Writes ranges as people read them. */
import { isTemporal } from "../../../../kit/description/kinds.ts";
import type { Field } from "../../../../kit/description/model.ts";
import { dateText, type Precision } from "../../units.ts";
import { firstDay, lastDay } from "../dates/period.ts";
import { specOf } from "../kinds/kinds.ts";
import type { ClosedRange } from "./range.ts";
import { isDay } from "./time-bounds.ts";

/** A range after the name of its field: `between`, `1980 and 1999`; `in`, `1980`. */
export interface RangeText {
  readonly operator: string;
  readonly value: string;
}

/** Periods, the longest first. That of both ends of a range is the first one which has no part outside of it. */
const PERIODS: readonly Precision[] = ["decade", "year", "quarter", "month"];

/** Writes a range as words. Whole years and months are written short. */
export function rangeText(field: Field, { from, to }: ClosedRange): RangeText {
  if (isTemporal(field) && isDay(from) && isDay(to)) return daysText(from, to);
  const written = (value: string, unit?: string) =>
    specOf(field).text?.(value, { ...field, unit }, () => undefined) ?? value;
  if (from === to) return { operator: "is", value: written(from, field.unit) };
  return { operator: "between", value: `${written(from)} and ${written(to, field.unit)}` };
}

function daysText(from: string, to: string): RangeText {
  const period = PERIODS.find((each) => firstDay(from, each) === from && lastDay(from, each) === to);
  if (period !== undefined)
    return { operator: "in", value: `${period === "decade" ? "the " : ""}${dateText(from, period)}` };
  if (from === to) return { operator: "on", value: dateText(from) };
  return { operator: "between", value: endsText(from, to, "and") };
}

/** Writes the first and the last day of a span: `1980 to 1999`, `July 1969 to May 1970`, `1 to 20 July 1969`. */
export function endsText(from: string, to: string, word = "to"): string {
  const whole = ["year", "month"].find((each) => firstDay(from, each) === from && lastDay(to, each) === to);
  const [first, last] = [from, to].map((day) => dateText(day, whole));
  return first === last ? first! : `${first} ${word} ${last}`;
}
