/** Rows of a presence: one for each member, packed, or one for each record that members took part in. */
import type { Span } from "../time/days.ts";
import type { TimeScale } from "../time/ticks.ts";
import { type Leg, type Member, type Stay, stayOf } from "./stays.ts";

/** The kind of rows. */
export type RowKind = "each" | "compact" | "record";

/** A bar in a row. */
export interface Bar {
  readonly member: Member;
  readonly stay: Stay;
}

/** A row: bars, and dots of unknown length. */
export interface Row {
  readonly bars: readonly Bar[];
  readonly dots: readonly { readonly member: Member; readonly leg: Leg }[];
  /** The name of the row, if it is about one thing. */
  readonly name: string | undefined;
  readonly note: string | undefined;
}

/** The height of a row, least and most. */
const LEAST_PITCH = 2;
const MOST_PITCH = 15;
/** From this height on, every row has its name. */
export const NAMED_PITCH = 11;
/** Pixels that rows are fitted into, and those that they never exceed. */
const USUAL_HEIGHT = 620;
const MOST_HEIGHT = 1_600;
/** The least width of a bar. */
export const LEAST_BAR = 4;

/** Returns the height of each of so many rows. Thousands of rows share pixels. */
export function pitchFor(rows: number): number {
  if (rows === 0) return MOST_PITCH;
  const usual = Math.floor(Math.min(MOST_PITCH, Math.max(LEAST_PITCH, USUAL_HEIGHT / rows)));
  return Math.min(usual, MOST_HEIGHT / rows);
}

/** Returns the rows of the stays within the span of a scale. */
export function rowsOf(members: readonly Member[], kind: RowKind, x: TimeScale): Row[] {
  if (kind === "record") return recordRows(members, x.span);
  const seen = members.flatMap((member) => inSpan(member, x.span)).sort(byFirst);
  if (kind === "each") return seen.map(({ member, ...row }) => ({ ...row, ...namesOf(member, row.bars) }));
  return packed(
    seen.flatMap(({ bars }) => bars).sort((a, b) => a.stay.from - b.stay.from),
    x,
  );
}

/** Returns the members of whom anything is within a span. */
export function seenIn(members: readonly Member[], span: Span): Member[] {
  return members.filter((member) => inSpan(member, span).length > 0);
}

type Seen = Pick<Row, "bars" | "dots"> & { readonly member: Member };

function inSpan(member: Member, { from, to }: Span): Seen[] {
  const bars = member.stays.filter((stay) => stay.to >= from && stay.from < to).map((stay) => ({ member, stay }));
  const dots = member.dots.filter((leg) => leg.from >= from && leg.from < to).map((leg) => ({ member, leg }));
  return bars.length + dots.length > 0 ? [{ member, bars, dots }] : [];
}

function namesOf(member: Member, bars: readonly Bar[]): Pick<Row, "name" | "note"> {
  const last = bars.at(-1)?.stay.legs.at(-1) ?? member.dots.at(-1);
  return { name: member.name, note: last?.title };
}

/** Sorts by the first stay that is seen, so that those who were together stay together. */
function byFirst(a: Seen, b: Seen): number {
  const first = ({ bars, dots }: Seen) => bars[0]?.stay.from ?? dots[0]!.leg.from;
  const end = ({ bars, dots }: Seen) => bars[0]?.stay.to ?? dots[0]!.leg.from;
  return first(a) - first(b) || end(a) - end(b) || (a.member.name < b.member.name ? -1 : 1);
}

/** Puts each stay in the first row that is free. */
function packed(bars: readonly Bar[], x: TimeScale): Row[] {
  const rows: Bar[][] = [];
  const ends: number[] = [];
  for (const bar of bars) {
    const begin = x(bar.stay.from);
    const free = ends.findIndex((end) => end + 2 <= begin);
    const row = free < 0 ? rows.length : free;
    if (row === rows.length) rows.push([bar]);
    else rows[row]!.push(bar);
    ends[row] = Math.max(begin + LEAST_BAR, x(bar.stay.to + 1));
  }
  return rows.map((own) => ({ bars: own, dots: [], name: undefined, note: undefined }));
}

/** Makes one row for each member of a record, those of a record together. */
function recordRows(members: readonly Member[], { from, to }: Span): Row[] {
  const rows = members.flatMap((member) =>
    member.stays.flatMap((stay) =>
      stay.legs
        .filter((leg) => leg.to >= from && leg.from < to)
        .map((leg) => ({
          leg,
          bar: { member, stay: stayOf(leg) },
        })),
    ),
  );
  rows.sort((a, b) => a.leg.from - b.leg.from || (a.leg.path < b.leg.path ? -1 : a.leg.path > b.leg.path ? 1 : 0));
  return rows.map(({ leg, bar }) => ({ bars: [bar], dots: [], name: leg.title, note: bar.member.name }));
}
