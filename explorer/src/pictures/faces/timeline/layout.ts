/** The places of a record, of its members and its neighbors on an axis of time. */
import { words } from "../../../../../kit/description/words.ts";
import { dateText } from "../../../units.ts";
import { shorten, textWidth } from "../../layout/text-width.ts";
import { GAP, placeWords, type RowWords } from "../../presence/names.ts";
import { clamp } from "../../time/days.ts";
import { type TimeScale, timeScale } from "../../time/ticks.ts";
import type { Item } from "../../timeline/items.ts";
import type { TimelineParts } from "../../timeline/parts.ts";
import { type Mark, markOf } from "./mark.ts";
import type { Member } from "./members.ts";
import { byStart, neighborsOf, PHONE, type Surroundings, WIDE } from "./neighbors.ts";

/** The kind of a row: the record itself, a neighbor, or a member of the record. */
export type RowKind = "own" | "other" | "member";

/** A row: a bar, and its words beside it or above. */
export interface Row {
  readonly kind: RowKind;
  readonly item: Item;
  readonly top: number;
  readonly height: number;
  /** Undefined: a row of words alone. */
  readonly mark: (Mark & { readonly y: number; readonly height: number }) | undefined;
  /** Before the bar they end where it has room for them. */
  readonly words: RowWords & { readonly y: number; readonly size: number; readonly isBefore: boolean };
}

/** A face, ready to be drawn. */
export interface Layout {
  readonly x: TimeScale;
  readonly width: number;
  readonly height: number;
  readonly own: Item;
  readonly known: number;
  readonly rows: readonly Row[];
}

/** Narrower pictures are laid out for a phone. */
const NARROW = 560;
/** The room above the rows, for the words of the axis, and below. */
export const TOP = 22;
const BOTTOM = 4;
/** Room for words: in a row of their own above a bar, and for what is not known below all rows. */
const ABOVE = 13;
const UNKNOWN = 18;
/** Between words above a bar and the bar. */
const UNDER = 4;
/** From the middle of a bar between words to their base line. */
const BASE = 0.35;
/** The size of what stands after a name. */
export const NOTE_SIZE = 11;
const SIZES: Readonly<Record<RowKind, { row: number; bar: number; text: number }>> = {
  own: { row: 28, bar: 18, text: 14 },
  other: { row: 24, bar: 9, text: 12 },
  member: { row: 24, bar: 5, text: 12 },
};
/** More members are counted. */
const MOST_MEMBERS = 7;

interface Entry {
  readonly kind: RowKind;
  readonly item: Item;
  readonly name: string;
  readonly note: string | undefined;
  readonly isWordsOnly?: boolean;
}

/** The members that are known by name, and how many there are. */
export interface Members {
  readonly members: readonly Member[];
  readonly count: number;
}

/** Lays a record out among its neighbors, by their start. */
export function layoutOf(
  surroundings: Surroundings,
  { members, count }: Members,
  { parts, width }: { readonly parts: TimelineParts; readonly width: number },
): Layout {
  const { own, known } = surroundings;
  const { others, span } = neighborsOf(surroundings, width < NARROW ? PHONE : WIDE);
  const x = timeScale(span, 0, width);
  const entries = [own, ...others].sort(byStart).map((item): Entry => {
    return { kind: item === own ? "own" : "other", item, name: item.label, note: noteOf(item, parts) };
  });
  entries.splice(entries.findIndex(({ item }) => item === own) + 1, 0, ...entriesOf(own, members, count));
  let top = TOP;
  const rows = entries.map((entry) => {
    const row = rowOf(entry, top, { x, known, width });
    top += row.height;
    return row;
  });
  return { x, width, height: top + (known < span.to ? UNKNOWN : BOTTOM), own, known, rows };
}

function entriesOf(own: Item, members: readonly Member[], count: number): Entry[] {
  const shown = members.slice(0, MOST_MEMBERS);
  const rest = count - shown.length;
  return [
    ...shown.map(({ item, name, role }): Entry => ({ kind: "member", item, name, note: role })),
    ...(rest > 0
      ? [{ kind: "member", item: own, name: `and ${rest} more`, note: undefined, isWordsOnly: true } as const]
      : []),
  ];
}

/** Says what the shape of a bar does not: that it failed, or for when it is planned. */
function noteOf({ tone, record }: Item, { state, from, precision }: TimelineParts): string | undefined {
  if (tone === "plan") return dateText(record[from.name], precision && (record[precision] ?? undefined));
  return tone === "fault" || tone === "off" ? words(String(record[state!.name])) : undefined;
}

function rowOf(
  { kind, item, name, note, isWordsOnly = false }: Entry,
  top: number,
  { x, known, width }: { readonly x: TimeScale; readonly known: number; readonly width: number },
): Row {
  const { row, bar, text } = SIZES[kind];
  const mark = markOf(item, x, known);
  const measure = {
    name: (each: string) => textWidth(each, text),
    note: (each: string) => textWidth(each, NOTE_SIZE),
  };
  const after = width - mark.x1 - GAP;
  const noted = note === undefined ? 0 : GAP + measure.note(note);
  const whole = measure.name(name) + noted;
  // The role of a member may be left out; that something failed is said.
  const isBeside = whole <= Math.max(after, mark.x0 - GAP) || (kind === "member" && measure.name(name) <= after);
  const start = clamp(mark.x0, 0, Math.max(0, width - whole));
  const placed = isBeside
    ? placeWords({ name, note }, measure, { from: mark.x0, to: mark.x1, width })
    : placeWords({ name: shorten(name, width - noted, text), note }, measure, { from: 0, to: start - GAP, width });
  const middle = top + row / 2 + (isBeside ? 0 : ABOVE / 2);
  const y = isBeside ? middle + text * BASE : middle - bar / 2 - UNDER;
  return {
    ...{ kind, item, top },
    height: isBeside ? row : row + ABOVE,
    mark: isWordsOnly ? undefined : { ...mark, y: middle - bar / 2, height: bar },
    words: { ...placed, y, size: text, isBefore: isBeside && placed.x < mark.x0 },
  };
}
