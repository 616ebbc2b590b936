/** Durations: as the API has them (ISO 8601, without months and years), and in words. */

/** The value of a typed text as the API takes it, or a sentence why it is none. */
export type Reading<Value = string> =
  | { readonly value: Value }
  | { readonly reason: string; readonly value?: undefined };

/** The seconds in each unit, by its first letter. Months and years have no fixed length. */
const SECONDS: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 };

const ISO = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const UNIT = "w(?:ee)?ks?|w|d(?:ays?)?|h(?:(?:ou)?rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?";
const PART = new RegExp(`^(\\d+(?:\\.\\d+)?) ?(${UNIT})(?![a-z])[ ,]*(?:and )?`, "i");
const CLOCK = /^(\d+):([0-5]\d):([0-5]\d)$/;

/** Examples that `readDuration` reads. */
export const DURATION_EXAMPLES = "8 d 3 h 18 min, 3:18:35 or P8DT3H18M";

/** Returns the seconds of a duration as the API has it; undefined if it is none, or too long to be exact. */
export function secondsOf(value: string): number | undefined {
  const seconds = isoSeconds(value);
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}

/** Writes seconds as the API has a duration: days, hours, minutes, seconds. */
export function durationOf(seconds: number): string {
  const { d, h, m } = SECONDS as { d: number; h: number; m: number };
  const part = (count: number, letter: string) => (count === 0 ? "" : `${count}${letter}`);
  const days = part(Math.floor(seconds / d), "D");
  const time =
    part(Math.floor((seconds % d) / h), "H") + part(Math.floor((seconds % h) / m), "M") + part(seconds % m, "S");
  if (time !== "") return `P${days}T${time}`;
  return days === "" ? "PT0S" : `P${days}`;
}

/** Reads a duration with its units, as a clock shows it, or as the API has it: `8d 3h`, `2 days, 3:18:35`, `PT90M`. */
export function readDuration(typed: string): Reading {
  const text = typed
    .trim()
    .replace(/\s+/g, " ")
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, "");
  const seconds = isoSeconds(text.toUpperCase()) ?? typedSeconds(text);
  if (seconds === undefined) return { reason: reasonNotRead(text) };
  if (!Number.isInteger(seconds)) return { reason: "Whole seconds are required." };
  if (!Number.isSafeInteger(seconds)) return { reason: "This duration is too long." };
  return { value: durationOf(seconds) };
}

function isoSeconds(value: string): number | undefined {
  const counts = ISO.exec(value)?.slice(1);
  if (!counts?.some((count) => count !== undefined)) return undefined;
  return counts.reduce((sum, count = "0", index) => sum + Number(count) * Object.values(SECONDS)[index]!, 0);
}

/** Reads units in words or letters, and the clock: `8d 3h 18m 35s`, `90 min`, `2 days, 3:18:35`. */
function typedSeconds(text: string): number | undefined {
  let [rest, sum] = [text, 0];
  for (let part = PART.exec(rest); part; part = PART.exec(rest)) {
    sum += Number(part[1]) * SECONDS[part[2]!.charAt(0).toLowerCase()]!;
    rest = rest.slice(part[0].length);
  }
  const [, hours, minutes, seconds] = CLOCK.exec(rest) ?? [];
  if (hours !== undefined) return sum + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return rest === "" && text !== "" ? Math.round(sum * 1e6) / 1e6 : undefined;
}

function reasonNotRead(text: string): string {
  const [, first, second] = /^(\d+):([0-5]\d)$/.exec(text) ?? [];
  if (first !== undefined)
    return `This could be ${first} h ${second} min or ${first} min ${second} s: write it with its units.`;
  if (/^[\d.]+$/.test(text)) return `Add a unit, as in ${text} min.`;
  if (/^P\d+[YM]|\d ?(?:y|mo)/i.test(text)) return "Months and years differ in length: use weeks or days.";
  return `A duration is required, such as ${DURATION_EXAMPLES}.`;
}
