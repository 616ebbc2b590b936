import { DURATION_EXAMPLES, durationOf, readDuration, secondsOf } from "../../../../kit/values/duration.ts";
import { fixedCount } from "../../locale.ts";
import { durationText } from "../../units.ts";
import type { Notation } from "../notation.ts";
import type { KindSpec } from "./kind.ts";

/** A step of the notation, in seconds. */
const MINUTE = 60;

/** The notation of durations. */
export const durations: Notation = {
  read: readDuration,
  write: (text) => {
    const { value } = readDuration(text);
    // As it is read: with a comma between thousands.
    return value === undefined ? text : durationText(secondsOf(value)!, "long", fixedCount);
  },
  step: (value, count) => durationOf(Math.max(0, (secondsOf(value ?? "") ?? 0) + count * MINUTE)),
  suchAs: `such as ${DURATION_EXAMPLES}`,
  hint: `For example ${DURATION_EXAMPLES}; ↑ and ↓ change it by a minute.`,
};

/** An amount of time in units of fixed length. */
export const duration = {
  column: "r",
  control: "typed",
  operator: "min",
  notation: durations,
  text: (value) => {
    const seconds = secondsOf(value);
    return seconds === undefined ? value : durationText(seconds);
  },
  size: (value) => secondsOf(String(value)) ?? 0,
  example: () => "P8DT3H18M",
} satisfies KindSpec;
