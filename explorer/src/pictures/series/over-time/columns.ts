/** Very many samples: of each column of pixels, the least and the greatest value. */
import type { Sample } from "../samples.ts";

/** Points to draw, in the order of x. */
export interface Points {
  readonly x: number[];
  readonly y: (number | null)[];
}

/** Reduces samples, in the order of x, to two for each of so many columns. What is extreme stays. */
export function columnsOf(samples: readonly Sample[], from: number, to: number, columns: number): Points {
  const x: number[] = [];
  const y: (number | null)[] = [];
  const width = (to - from) / columns || 1;
  let column = -1;
  let least: Sample | undefined;
  let greatest: Sample | undefined;
  const flush = () => {
    if (!least || !greatest) return;
    const both = least.x <= greatest.x ? [least, greatest] : [greatest, least];
    for (const each of least === greatest ? [least] : both) {
      // Two at the same time would be one point of an aligned table.
      x.push(each.x > (x.at(-1) ?? Number.NEGATIVE_INFINITY) ? each.x : x.at(-1)! + width / 1_000);
      y.push(each.y);
    }
  };
  for (const sample of samples) {
    const own = Math.floor((sample.x - from) / width);
    if (own !== column) {
      flush();
      [column, least, greatest] = [own, sample, sample];
      continue;
    }
    if (sample.y < least!.y) least = sample;
    if (sample.y > greatest!.y) greatest = sample;
  }
  flush();
  return { x, y };
}

/** Makes points of samples; nothing between two joins what an interruption parts. */
export function pointsOf(samples: readonly Sample[], breaks: ReadonlySet<number>): Points {
  const x: number[] = [];
  const y: (number | null)[] = [];
  samples.forEach((sample, index) => {
    const before = x.at(-1);
    if (breaks.has(index) && before !== undefined) {
      x.push((before + sample.x) / 2);
      y.push(null);
    }
    // A table has one row for each x; the points themselves are drawn from the samples.
    if (sample.x === before) return;
    x.push(sample.x);
    y.push(sample.y);
  });
  return { x, y };
}
