/** Facts as people write them. */
import type { View } from "../../../../kit/description/model.ts";
import type { LeadFact } from "../../../../kit/description/pages/declared.ts";
import { leadOf } from "../../../../kit/description/pages/page.ts";
import { locale } from "../../locale.ts";
import type { Data } from "../../requests/data.ts";
import { dateText, dayText, type Precision, plainNumber } from "../../units.ts";

/** The digits of a multiple. */
const DIGITS = 3;
/** The unit of time that is easier to read, and how many of the smaller one it has. */
const LARGER: Readonly<Record<string, { readonly unit: string; readonly size: number }>> = {
  h: { unit: "d", size: 24 },
  d: { unit: "a", size: 365.25 },
};
/** From so many days or years on, a time is easier to read in them. */
const MANY = 2;

/** Returns the facts of a record that have a value; that it has none of what it counts is none to lead with. */
export function factsOf(view: View, record: Data): readonly LeadFact[] {
  const isCount = (name: string) => view.fields.some((field) => field.name === name && field.schema["x-counts"]);
  return leadOf(view).filter(({ field }) => record[field] != null && !(record[field] === 0 && isCount(field)));
}

/** Writes both ends of a period so that what is the same is said once: `16–24 July 1969`. */
export function periodText(from: string, to: string, precision: Precision = "day"): string {
  const [begin, end] = [dateText(from, precision), dateText(to)];
  if (begin === end) return end;
  const isSameYear = from.slice(0, 4) === to.slice(0, 4);
  if (precision !== "day" || !isSameYear || locale.get().dates === "year first") return `${begin} – ${end}`;
  const first = new Date(from);
  if (first.getUTCMonth() !== new Date(to).getUTCMonth()) return `${dayText(first)} – ${end}`;
  return end.replace(/\d/, (digit) => `${first.getUTCDate()}–${digit}`);
}

/** Writes a number as a multiple of another: `9.14`; undefined if one of them is not known. */
export function timesText(value: unknown, other: unknown): string | undefined {
  if (typeof value !== "number" || typeof other !== "number" || other === 0) return undefined;
  return plainNumber(Number((value / other).toPrecision(DIGITS)));
}

/** Returns a time in a larger unit: of 16,204 h, 675 days; undefined where that is no easier to read. */
export function inLargerUnit(value: unknown, unit: string | undefined): { value: number; unit: string } | undefined {
  const larger = unit === undefined ? undefined : LARGER[unit];
  if (typeof value !== "number" || !larger) return undefined;
  const count = Number((value / larger.size).toPrecision(DIGITS));
  return Math.abs(count) < MANY ? undefined : { value: count, unit: larger.unit };
}
