import { DURATION_EXAMPLES, durationOf, readDuration, secondsOf } from "../../../../kit/values/duration.ts";
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
    return value === undefined ? text : durationText(secondsOf(value)!);
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
  text: (value) => (secondsOf(value) === undefined ? value : durations.write(value)),
  size: (value) => secondsOf(String(value)) ?? 0,
  example: () => "P8DT3H18M",
} satisfies KindSpec;
