/** Places the name of a row, and the note after it: never on a bar. */
import { shorten } from "../layout/text-width.ts";
import type { Measure } from "../time/labels.ts";

/** Between a bar and words, and between a name and its note. */
export const GAP = 6;
/** A note that has less room is left out. */
const LEAST_NOTE = 40;

/** The words of a row, and where they begin. */
export interface RowWords {
  readonly x: number;
  readonly name: string;
  /** The beginning of the note, and its text; undefined without one, or without room for it. */
  readonly note: { readonly x: number; readonly text: string } | undefined;
}

/**
 * Places words after the last bar of a row, or before the first one; if neither has room for all, after it in short.
 */
export function placeWords(
  { name, note }: { readonly name: string; readonly note: string | undefined },
  measure: { readonly name: Measure; readonly note: Measure },
  { from, to, width }: { readonly from: number; readonly to: number; readonly width: number },
): RowWords {
  const nameWidth = measure.name(name);
  const whole = nameWidth + (note === undefined ? 0 : GAP + measure.note(note));
  const [before, after] = [from - GAP, width - to - GAP];
  const at = (x: number, text: string | undefined): RowWords => ({
    ...{ x, name },
    note: text === undefined ? undefined : { x: x + nameWidth + GAP, text },
  });
  if (whole <= after) return at(to + GAP, note);
  if (whole <= before) return at(before - whole, note);
  const room = after - nameWidth - GAP;
  if (note !== undefined && room >= LEAST_NOTE) return at(to + GAP, shorten(note, room));
  return { ...at(to + GAP, undefined), name: nameWidth <= after ? name : shorten(name, after) };
}
