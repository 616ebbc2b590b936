/** The periods of dates that are known only roughly. */
import type { Precision } from "../../units.ts";

/** Where a period of a date begins: the number of months that it has. */
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, half: 6, year: 12 };

/** The first day of the period in which a day is. */
export function firstDay(day: string, precision: Precision): string {
  const months = MONTHS[precision];
  const [year = "", month = "01"] = day.split("-");
  if (months === undefined) return day;
  const first = Math.floor((Number(month) - 1) / months) * months + 1;
  return `${year}-${String(first).padStart(2, "0")}-01`;
}
