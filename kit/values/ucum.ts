/**
 * Units of UCUM (https://ucum.org/ucum): of two with one dimension, values are converted. Only what means the same is of
 * one dimension here: a torque (`N.m`) is no energy (`J`), `Bq` is no `Hz`, and numbers (`1`, `%`, `[ppm]`) have none,
 * since it is not known of what they are parts.
 */

/** A unit: a value in it, times the factor, plus the offset, is a value in the base unit of its dimension. */
export interface Unit {
  /** The base units with their exponents: `m1 s-2`. */
  readonly dimension: string;
  readonly factor: number;
  /** Other than 0 for a scale of temperature whose zero is not at 0 K. */
  readonly offset: number;
}

const PREFIXES: Readonly<Record<string, number>> = {
  ...{ Y: 1e24, Z: 1e21, E: 1e18, P: 1e15, T: 1e12, G: 1e9, M: 1e6, k: 1e3, h: 1e2, da: 1e1 },
  ...{ d: 1e-1, c: 1e-2, m: 1e-3, u: 1e-6, n: 1e-9, p: 1e-12, f: 1e-15, a: 1e-18, z: 1e-21, y: 1e-24 },
};

/** Units of which others are made. All take prefixes. */
const BASES: ReadonlySet<string> = new Set("m g s K rad Pa J N T A V C Hz Bq Gy Sv mol cd lm lx".split(" "));

/** Other units that take prefixes: multiples of another unit. */
const METRIC: Readonly<Record<string, readonly [number, string]>> = {
  a: [31_557_600, "s"],
  pc: [3.085678e16, "m"],
  bar: [1e5, "Pa"],
  eV: [1.60217733e-19, "J"],
  W: [1, "J/s"],
  G: [1e-4, "T"],
  Gal: [1e-2, "m/s2"],
  L: [1e-3, "m3"],
  l: [1e-3, "m3"],
};

/** Units that take none here: `ft` is seldom a femtotonne. */
const OTHERS: Readonly<Record<string, readonly [number, string]>> = {
  min: [60, "s"],
  h: [3_600, "s"],
  d: [86_400, "s"],
  wk: [604_800, "s"],
  t: [1e6, "g"],
  AU: [149_597_870_691, "m"],
  "[in_i]": [0.0254, "m"],
  "[ft_i]": [0.3048, "m"],
  "[mi_i]": [1_609.344, "m"],
  "[nmi_i]": [1_852, "m"],
  "[lb_av]": [453.59237, "g"],
  atm: [101_325, "Pa"],
  deg: [Math.PI / 180, "rad"],
};

/** Scales of temperature: factor and offset to K. */
const SCALES: Readonly<Record<string, readonly [number, number]>> = {
  Cel: [1, 273.15],
  "[degF]": [5 / 9, (459.67 * 5) / 9],
};

/** A unit with its exponent: `m`, `s2`, `cm-3`; and the sign before it. */
const PART = /([./]?)((?:[A-Za-z]|\[[^\]]+\])+)(-?\d+)?/y;
/** More digits than this are noise of the arithmetic. */
const DIGITS = 12;

/** Reads a unit: `kg`, `km/h`, `cm-2.s-1`. Undefined if it has no dimension that is known here. */
export function unitOf(code: string): Unit | undefined {
  const scale = SCALES[code];
  if (scale) return { dimension: "K1", factor: scale[0], offset: scale[1] };
  const exponents = new Map<string, number>();
  let factor = 1;
  let end = 0;
  while (end < code.length) {
    PART.lastIndex = end;
    const [whole, sign, name, power = "1"] = PART.exec(code) ?? [];
    const part = name === undefined || (sign === "") !== (end === 0) ? undefined : atomOf(name);
    if (whole === undefined || !part) return undefined;
    const exponent = Number(power) * (sign === "/" ? -1 : 1);
    factor *= part.factor ** exponent;
    for (const [base, own] of part.bases) exponents.set(base, (exponents.get(base) ?? 0) + own * exponent);
    end += whole.length;
  }
  const kept = [...exponents].filter(([, exponent]) => exponent !== 0).sort();
  return kept.length === 0
    ? undefined
    : { dimension: kept.map(([base, exponent]) => base + exponent).join(" "), factor, offset: 0 };
}

interface Atom {
  readonly factor: number;
  readonly bases: readonly (readonly [base: string, exponent: number])[];
}

/** Reads a unit without an exponent, with a prefix or without. A whole name comes first: `min` are no milli-inches. */
function atomOf(name: string): Atom | undefined {
  const made = METRIC[name] ?? OTHERS[name];
  if (BASES.has(name)) return { factor: 1, bases: [[name, 1]] };
  if (made) return times(made[0], made[1]);
  for (const length of [1, 2]) {
    const prefix = PREFIXES[name.slice(0, length)];
    const rest = name.slice(length);
    if (prefix === undefined || !(BASES.has(rest) || METRIC[rest])) continue;
    const [own, of] = METRIC[rest] ?? [1, rest];
    return times(prefix * own, of);
  }
  return undefined;
}

function times(factor: number, code: string): Atom | undefined {
  const unit = unitOf(code);
  if (!unit) return undefined;
  const bases = unit.dimension.split(" ").map((part): [string, number] => {
    const [, base, exponent] = /^(\D+?)(-?\d+)$/.exec(part)!;
    return [base!, Number(exponent)];
  });
  return { factor: factor * unit.factor, bases };
}

/** Converts a value between units of one dimension. */
export function converted(value: number, from: Unit, to: Unit): number {
  return rounded((value * from.factor + from.offset - to.offset) / to.factor);
}

/** Converts a difference between two values, such as an uncertainty. */
export function convertedDifference(value: number, from: Unit, to: Unit): number {
  return rounded((value * from.factor) / to.factor);
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
