/** Finds the sample that is meant by the pointer, or by arrow keys. */
import type { Sample } from "../samples.ts";
import type { Line, Panel } from "./panels.ts";

/** A sample and the line that it is on. */
export interface At {
  readonly line: Line;
  readonly index: number;
}

/** Returns the sample of a place. */
export function sampleAt({ line, index }: At): Sample {
  return line.samples[index]!;
}

/** Returns the first index whose x is not less. */
function lowerBound(samples: readonly Sample[], x: number): number {
  let [low, high] = [0, samples.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (samples[middle]!.x < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the sample that is nearest in x. */
export function nearestIn({ samples }: Line, x: number): number {
  const after = lowerBound(samples, x);
  if (after === 0) return 0;
  if (after === samples.length) return after - 1;
  return x - samples[after - 1]!.x <= samples[after]!.x - x ? after - 1 : after;
}

/** Returns the sample nearest to a point of the screen, at most so many pixels away. */
export function nearestTo(
  panel: Panel,
  point: { readonly x: number; readonly y: number },
  place: (sample: Sample) => { readonly x: number; readonly y: number },
  { span, reach }: { readonly span: readonly [number, number]; readonly reach: number },
): At | undefined {
  let best: At | undefined;
  let least = reach;
  for (const line of panel.lines) {
    const end = lowerBound(line.samples, span[1]);
    for (let index = lowerBound(line.samples, span[0]); index <= end && index < line.samples.length; index++) {
      const at = place(line.samples[index]!);
      const distance = Math.hypot(at.x - point.x, at.y - point.y);
      if (distance >= least) continue;
      least = distance;
      best = { line, index };
    }
  }
  return best;
}

/** Returns the target of a key: along a line, or on the next line at about the same x. Undefined if there is none. */
export function moved(panel: Panel, at: At, key: string): At | undefined {
  const { line, index } = at;
  const last = line.samples.length - 1;
  const along: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: Math.max(0, index - 1), ArrowRight: Math.min(last, index + 1), Home: 0, End: last },
    ...{ PageUp: Math.max(0, index - 10), PageDown: Math.min(last, index + 10) },
  };
  const target = along[key];
  if (target !== undefined) return { line, index: target };
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const { x, y } = sampleAt(at);
  const others = panel.lines
    .filter((each) => each !== line)
    .map((each) => ({ line: each, index: nearestIn(each, x) }))
    .map((each) => ({ at: each, rise: sampleAt(each).y - y }))
    .filter(({ rise }) => (key === "ArrowUp" ? rise > 0 : rise < 0))
    .sort((a, b) => Math.abs(a.rise) - Math.abs(b.rise));
  return others[0]?.at ?? at;
}
