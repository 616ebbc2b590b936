/** Durations. */
import { secondsOf } from "../../../../kit/values/duration.ts";
import { durationText } from "../../units.ts";

/** A duration in words; in a cell, with the symbols of its units. */
export function Duration({ value, short }: { readonly value: string; readonly short: boolean }) {
  const seconds = secondsOf(value);
  return (
    <time className="num" dateTime={value} title={value}>
      {seconds === undefined ? value : durationText(seconds, short ? "short" : "long")}
    </time>
  );
}
