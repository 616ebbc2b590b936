/** Many items as strips: of each color, how many there are at each pixel. */
import type { TimeScale } from "../time/ticks.ts";
import type { Item } from "./items.ts";

/** Neighboring pixels with the same number of items. */
export interface Run {
  readonly x: number;
  readonly width: number;
  readonly count: number;
}

/** The strip of a color. */
export interface Strip {
  readonly hue: number;
  readonly runs: readonly Run[];
  /** The times in which it is not known whether they are ongoing. */
  readonly unknown: readonly Run[];
}

/** Returns the strips of items, one for each color. */
export function stripsOf(items: readonly Item[], x: TimeScale): Strip[] {
  const [left, right] = x.range.map(Math.round) as [number, number];
  const width = Math.max(1, right - left);
  const changes = new Map<number, { readonly known: Int32Array; readonly unknown: Int32Array }>();
  const add = (counts: Int32Array, from: number, to: number) => {
    const first = Math.max(0, Math.floor(x(from)) - left);
    const last = Math.min(width - 1, Math.max(first, Math.ceil(x(to)) - left - 1));
    if (first >= width || last < 0) return;
    counts[first]! += 1;
    counts[last + 1]! -= 1;
  };
  for (const { hue, from, to, begun, known } of items) {
    let own = changes.get(hue);
    if (!own) {
      own = { known: new Int32Array(width + 1), unknown: new Int32Array(width + 1) };
      changes.set(hue, own);
    }
    add(own.known, from, known ?? to ?? begun);
    if (known !== undefined) add(own.unknown, known, to!);
  }
  const order = (hue: number) => (hue === 0 ? Number.MAX_SAFE_INTEGER : hue);
  return [...changes]
    .sort(([a], [b]) => order(a) - order(b))
    .map(([hue, own]) => ({
      ...{ hue, runs: runsOf(own.known, left), unknown: runsOf(own.unknown, left) },
    }));
}

function runsOf(changes: Int32Array, left: number): Run[] {
  const runs: Run[] = [];
  let count = 0;
  let begin = 0;
  changes.forEach((change, index) => {
    if (change === 0) return;
    if (count > 0) runs.push({ x: left + begin, width: index - begin, count });
    count += change;
    begin = index;
  });
  return runs;
}
