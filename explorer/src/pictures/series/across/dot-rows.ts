/** Places the rows, the dots and the marks of the axis of a comparison. */
import { shorten, textWidth } from "../../layout/text-width.ts";
import { valueAxis } from "../../layout/value-axis.ts";
import type { Sample } from "../samples.ts";
import type { Row, UnitPanel } from "./comparisons.ts";

/** A dot. */
export interface Dot {
  readonly sample: Sample;
  readonly x: number;
  /** The ends of its whisker; undefined without one. */
  readonly whisker: readonly [number, number] | undefined;
}

/** A row of dots. */
export interface PlacedRow {
  readonly parent: string;
  readonly name: string;
  readonly y: number;
  readonly dots: readonly Dot[];
  /** From the least to the greatest of many of which only these are drawn. */
  readonly range: readonly [number, number] | undefined;
  /** The end of its stem that is not at zero. */
  readonly stem: number;
  /** The sample that is farthest from zero, on the side where no stem is. */
  readonly label: { readonly x: number; readonly anchor: "start" | "end"; readonly sample: Sample };
}

/** A panel with everything in its place. */
export interface DotLayout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  /** The place where the stems of the dots begin. */
  readonly zero: number;
  readonly isLog: boolean;
  readonly rows: readonly PlacedRow[];
  readonly ticks: readonly { readonly x: number; readonly value: number }[];
}

const ROW = 24;
const RIGHT = 64;
/** The room for a number beyond a dot that is left of zero. */
const NEGATIVE = 44;
const NAME = 12;
const MOST_NAME = 0.42;

/** Places a panel. */
export function dotLayout({ rows }: UnitPanel, nameOf: (id: string) => string, width: number): DotLayout {
  const names = rows.map(({ parent }) => shorten(nameOf(parent), width * MOST_NAME, NAME));
  const left = Math.max(40, ...names.map((name) => textWidth(name, NAME) * 1.08)) + 12;
  const samples = rows.flatMap((row) => row.samples);
  const axis = valueAxis(
    samples.flatMap(({ y, uncertainty = 0 }) => [y - uncertainty, y + uncertainty]),
    [left + (samples.some(({ y }) => y < 0) ? NEGATIVE : 0), width - RIGHT],
    72,
  );
  const dot = (sample: Sample): Dot => {
    const { y, uncertainty } = sample;
    return {
      ...{ sample, x: axis.at(y) },
      whisker: uncertainty ? [axis.at(y - uncertainty), axis.at(y + uncertainty)] : undefined,
    };
  };
  const placed = rows.map((row: Row, index): PlacedRow => {
    const dots = row.samples.map(dot);
    return {
      parent: row.parent,
      name: names[index]!,
      y: index * ROW + ROW / 2,
      dots,
      range: row.count > dots.length ? [dots.at(-1)!.x, dots[0]!.x] : undefined,
      ...endOf(dots, axis.base),
    };
  });
  return {
    ...{ width, height: rows.length * ROW, left, zero: axis.base, isLog: axis.isLog, rows: placed },
    ticks: axis.ticks.map((value) => ({ x: axis.at(value), value })),
  };
}

/** Returns the end of a row: its stem, and the number beyond. */
function endOf(dots: readonly Dot[], zero: number): Pick<PlacedRow, "stem" | "label"> {
  const first = dots[0]!;
  const last = dots.at(-1)!;
  const isLeft = zero - last.x > first.x - zero;
  const end = isLeft ? last : first;
  const beyond = end.whisker?.[isLeft ? 0 : 1] ?? end.x;
  const label = { x: beyond + (isLeft ? -9 : 9), anchor: isLeft ? ("end" as const) : ("start" as const) };
  return { stem: end.x, label: { ...label, sample: end.sample } };
}
