/** Samples over time: one panel for each unit, one line for each of what they belong to. */
import { nice, ticks } from "d3-array";
import { namesOf, type Sample } from "../samples.ts";

/** The samples that one line joins. */
export interface Line {
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  readonly hue: number;
  /** In the order of x. */
  readonly samples: readonly Sample[];
  /** Whether there are enough for a line, and the samples before which it is interrupted. */
  readonly isJoined: boolean;
  readonly breaks: ReadonlySet<number>;
}

/** The lines of one unit. */
export interface Panel {
  readonly unit: string;
  readonly lines: readonly Line[];
  readonly count: number;
  /** The lower and the upper end of the axis, and its marks. */
  readonly range: readonly [number, number];
  readonly ticks: readonly number[];
  readonly height: number;
}

/** From so many samples on, they are joined. */
export const LEAST_JOINED = 8;
/** A gap so many times the usual one interrupts a line. */
export const LONG_GAP = 5;
const HUES = 8;
const BASE_HEIGHT = 98;
const PER_LINE = 27;
const MOST_HEIGHT = 208;

/**
 * Returns panels, those with the most samples first. Their lines have different colors throughout, as long as there are
 * any.
 */
export function panelsOf(samples: readonly Sample[]): Panel[] {
  const byUnit = Map.groupBy(samples, ({ unit }) => unit);
  const inOrder = [...byUnit].sort(([, a], [, b]) => b.length - a.length);
  let hue = 0;
  return inOrder.map(([unit, own]) => {
    const groups = [...Map.groupBy(own, ({ by }) => by.join("\n"))].sort(([, a], [, b]) => b.length - a.length);
    const height = Math.min(MOST_HEIGHT, BASE_HEIGHT + (groups.length - 1) * PER_LINE);
    const lines = groups.map(([key, group]) => lineOf(key, group, (hue++ % HUES) + 1));
    return { unit, lines, count: own.length, height, ...axisOf(own, height) };
  });
}

function lineOf(key: string, samples: readonly Sample[], hue: number): Line {
  const [name, detail] = namesOf(samples[0]!);
  return { key, name, detail, hue, samples, isJoined: samples.length >= LEAST_JOINED, breaks: breaksOf(samples) };
}

/** Returns the samples that come long after the one before. */
export function breaksOf(samples: readonly Sample[]): Set<number> {
  const gaps = samples.slice(1).map(({ x }, index) => x - samples[index]!.x);
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
  const breaks = gaps.flatMap((gap, index) => (gap > LONG_GAP * usual ? [index + 1] : []));
  // All at the same time are no gap from one another; nothing is usual then.
  return new Set(usual > 0 ? breaks : []);
}

/** Returns a round axis around all values with their uncertainty. */
function axisOf(samples: readonly Sample[], height: number): Pick<Panel, "range" | "ticks"> {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { y, uncertainty = 0 } of samples) {
    low = Math.min(low, y - uncertainty);
    high = Math.max(high, y + uncertainty);
  }
  if (low === high) [low, high] = low === 0 ? [-1, 1] : [low - Math.abs(low) * 0.1, high + Math.abs(high) * 0.1];
  const count = height > 140 ? 5 : 4;
  const range = nice(low, high, count);
  return { range, ticks: ticks(...range, count) };
}
