/** The words below columns over time. */
import { nextPeriod } from "../../../address/groups.ts";
import { periodText } from "../../../components/summary/summary-text.ts";
import { textWidth } from "../../layout/text-width.ts";
import { DAY_MS, dateOf } from "../../time/days.ts";
import { type Tick, type TimeScale, ticksOf } from "../../time/ticks.ts";
import { apart, type Label } from "./layout.ts";

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];
/** Around a word, in pixels. */
const ROOM = 12;
const YEARS_IN: Readonly<Record<string, number>> = { year: 1, decade: 10 };

/** Returns words that do not touch, below the middles of the periods that they name or begin. */
export function labelsOf(period: string, x: TimeScale): Label[] {
  const years = YEARS_IN[period];
  return apart(years === undefined ? ofShorter(period, x) : ofYears(years, x), [0, x.range[1]]);
}

/** Returns months, days or times of day, as far as periods begin there. */
function ofShorter(period: string, x: TimeScale): Label[] {
  const begins = ({ day }: Tick) => period !== "quarter" || dateOf(day).getUTCMonth() % 3 === 0;
  return ticksOf(x)
    .filter(begins)
    .map(({ day, text }) => {
      const first = dateOf(day).toISOString();
      const isYear = /^\d+$/.test(text);
      return {
        text: period === "quarter" && !isYear ? periodText(first, period) : text,
        at: (x(day) + x(nextPeriod(first, period).getTime() / DAY_MS)) / 2,
      };
    });
}

/** Returns the years that are multiples of as small a step as has room. @param length of a period, in years */
function ofYears(length: number, x: TimeScale): Label[] {
  const { from, to } = x.span;
  const [first, last] = [dateOf(from).getUTCFullYear(), dateOf(to - 1).getUTCFullYear()];
  const textOf = (year: number) => `${String(year).padStart(4, "0")}${length === 10 ? "s" : ""}`;
  const perYear = (x(to) - x(from)) / Math.max(1, last - first + 1);
  const room = textWidth(textOf(last)) + ROOM;
  const step = STEPS.find((each) => each >= length && each * perYear >= room) ?? STEPS.at(-1)!;
  const begin = Math.ceil(first / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((last - begin) / step) + 1) }, (_, index) => {
    const year = begin + index * step;
    return { text: textOf(year), at: (x(dayOfYear(year)) + x(dayOfYear(year + length))) / 2 };
  });
}

/** Returns the first day of a year, also of one before 100. */
function dayOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1) / DAY_MS;
}
