/** How values spread: how many fell up to each of some bounds, and their sum. */

export class Histogram {
  /** Ascending. */
  readonly bounds: readonly number[];
  /** How many values fell up to each bound and above the one before; the last counts those above all of them. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Array(bounds.length + 1).fill(0);
  }

  add(value: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && value > bounds[at]!) at += 1;
    this.counts[at]! += 1;
    this.sum += value;
  }
}
