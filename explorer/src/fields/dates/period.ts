/** The periods of dates that are known only roughly. */
import { isDate } from "../../../../kit/values/time.ts";
import type { Precision } from "../../units.ts";

/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

/** The number of months in each period; a day has none. */
export const MONTHS_IN: Readonly<Record<string, number>> = { month: 1, quarter: 3, half: 6, year: 12, decade: 120 };

/** Returns the first day of the period in which a day is. */
export function firstDay(day: string, precision: Precision): string {
  const months = MONTHS_IN[precision];
  const [year = "", month = "01"] = day.split("-");
  if (months === undefined) return day;
  const first = Math.floor((Number(year) * 12 + Number(month) - 1) / months) * months;
  const pad = (number: number, length: number) => String(number).padStart(length, "0");
  return `${pad(Math.floor(first / 12), 4)}-${pad((first % 12) + 1, 2)}-01`;
}

/** Returns the last day of the period in which a day is. */
export function lastDay(day: string, precision: Precision): string {
  const next = movedBy(day, 1, precision);
  return MONTHS_IN[precision] === undefined ? day : next === day ? `${day.slice(0, 4)}-12-31` : movedBy(next, -1);
}

/**
 * Returns the date or instant some days later, or some of the known periods; an instant keeps its time of day.
 * A value stays as it is if the result would be outside the years 0000 to 9999.
 */
export function movedBy(value: string, count: number, precision: Precision = "day"): string {
  const date = new Date(firstDay(value.slice(0, 10), precision));
  const months = MONTHS_IN[precision];
  if (months === undefined) date.setTime(date.getTime() + count * DAY_MS);
  else date.setUTCMonth(date.getUTCMonth() + count * months);
  const moved = Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
  return isDate(moved) ? moved + value.slice(10) : value;
}
