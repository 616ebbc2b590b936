/** A moment of the past in sentences. */
import { dayOfMoment, timeOfMoment } from "../../address/moment.ts";
import { clockText, dateText } from "../../units.ts";

/** Writes a moment: `1 January 2026`, or `1 January 2026, 14:02 UTC`. What is no moment stays as it is. */
export function momentText(moment: string): string {
  const day = dayOfMoment(moment);
  if (day === undefined) return moment;
  return day === moment ? dateText(day) : `${dateText(day)}, ${clockText(timeOfMoment(moment)!)} UTC`;
}
