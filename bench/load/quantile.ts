/** A quantile of sorted values: 0.5 is the median, 0.99 what the slowest hundredth exceeds; NaN if there are no values. */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
