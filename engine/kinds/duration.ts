/** A length of time (ISO 8601) in units that always have the same length: no months, no years. Stored in seconds. */
import type { Json } from "../declare/values.ts";
import type { KindSpec } from "./kind.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SECONDS = { W: 7 * DAY, D: DAY, H: HOUR, M: MINUTE, S: 1 };

const TIME = String.raw`T(?:\d+H(?:\d+M)?(?:\d+S)?|\d+M(?:\d+S)?|\d+S)`;
const DAYS = String.raw`\d+D(?:${TIME})?`;
/** Weeks, days, hours, minutes and whole seconds, in this order; at least one of them. Every regular-expression engine knows it. */
export const DURATION = new RegExp(`^P(?:\\d+W(?:${DAYS}|${TIME})?|${DAYS}|${TIME})$`);

/** The seconds of a duration; undefined if the text is none, or if a double does not hold them exactly. */
export function secondsOf(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([A-Z])/g))
    total += Number(count) * SECONDS[unit as keyof typeof SECONDS];
  return Number.isSafeInteger(total) ? total : undefined;
}

/** The canonical duration of a number of seconds, rounded to whole ones: `P8DT3H18M35S`. */
export function durationOf(total: number): string {
  const seconds = Math.round(total);
  const days = Math.floor(seconds / DAY);
  const time = [
    [Math.floor((seconds % DAY) / HOUR), "H"],
    [Math.floor((seconds % HOUR) / MINUTE), "M"],
    [seconds % MINUTE, "S"],
  ].map(([count, unit]) => (count ? `${count}${unit}` : ""));
  const clock = time.join("");
  if (days === 0 && clock === "") return "PT0S";
  return `P${days ? `${days}D` : ""}${clock ? `T${clock}` : ""}`;
}

const toSeconds = (value: Json): number | undefined => (typeof value === "number" ? value : secondsOf(value as string));

export const duration = {
  schema: { type: "string", format: "duration" },
  column: "integer",
  stored: {
    // A filter has seconds already.
    encode: toSeconds,
    decode: (stored) => durationOf(Number(stored)),
  },
  isPlain: true,
  normalize: (written) => {
    const seconds = secondsOf(written as string);
    return seconds === undefined ? written : durationOf(seconds);
  },
  query: {
    compares: "duration",
    parse: secondsOf,
    expected: () => "a duration in weeks, days, hours, minutes and whole seconds, such as P8DT3H18M",
    parameter: () => ({ name: "Duration", schema: { type: "string", format: "duration", pattern: DURATION.source } }),
    comparable: toSeconds,
    isKey: Number.isSafeInteger,
  },
} satisfies KindSpec;
