/** A histogram: how many values fell into each bucket, and their sum. */

export class Histogram {
  /** The inclusive upper bounds of the buckets, ascending; one more bucket takes the values above the last. */
  readonly bounds: readonly number[];
  /** How many values each bucket has. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Array(bounds.length + 1).fill(0);
  }

  add(value: number): void {
    const { bounds } = this;
    let index = 0;
    while (index < bounds.length && value > bounds[index]!) index += 1;
    this.counts[index]! += 1;
    this.sum += value;
  }
}
