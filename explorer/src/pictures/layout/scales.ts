/** Maps values to places on an axis. */

/** The place of a value, in pixels. */
export type Scale = (value: number) => number;

type Pair = readonly [number, number];

/** Returns a scale in which equal differences are equally far apart. */
export function linearScale([low, high]: Pair, [start, end]: Pair): Scale {
  const perUnit = (end - start) / (high - low);
  return (value) => start + (value - low) * perUnit;
}

/** Returns a scale in which equal ratios are equally far apart. The values are above zero. */
export function logScale([low, high]: Pair, range: Pair): Scale {
  const linear = linearScale([Math.log10(low), Math.log10(high)], range);
  return (value) => linear(Math.log10(value));
}
