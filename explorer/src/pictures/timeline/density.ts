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
}

/** The strips of items, one for each color. */
export function stripsOf(items: readonly Item[], x: TimeScale): Strip[] {
  const [left, right] = x.range.map(Math.round) as [number, number];
  const width = Math.max(1, right - left);
  const changes = new Map<number, Int32Array>();
  for (const { hue, from, to, begun } of items) {
    const first = Math.max(0, Math.floor(x(from)) - left);
    const last = Math.min(width - 1, Math.max(first, Math.ceil(x(to ?? begun)) - left - 1));
    if (first >= width || last < 0) continue;
    let own = changes.get(hue);
    if (!own) {
      own = new Int32Array(width + 1);
      changes.set(hue, own);
    }
    own[first]! += 1;
    own[last + 1]! -= 1;
  }
  const order = (hue: number) => (hue === 0 ? Number.MAX_SAFE_INTEGER : hue);
  return [...changes].sort(([a], [b]) => order(a) - order(b)).map(([hue, own]) => ({ hue, runs: runsOf(own, left) }));
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
