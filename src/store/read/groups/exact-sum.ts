/**
 * Sums of doubles that do not depend on the order in which a database adds them, so that both databases return the same
 * double. A value is split into parts, its digits between the units of one level and the next. The units are powers of
 * two, chosen such that all parts of a level add up without a rounding error; only the sums of the levels are rounded,
 * when they are added to each other. (Rump, Ogita, Oishi, "Accurate Floating-Point Summation", 2008; Demmel, Nguyen, "Fast
 * Reproducible Floating-Point Summation", 2013.)
 *
 * This holds for up to 2^25 values. Of more, the last digits of a sum may depend on their order.
 */
import sql, { type Sql } from "sql-template-tag";
import type { Property } from "../../../resource/resource.ts";
import { quoteIdentifier } from "../../tables.ts";

/** Values to add: how many there are, and the greatest and the least absolute value of those that are not 0. */
export interface Extent {
  readonly count: number;
  /** Null if there are none. */
  readonly greatest: number | null;
  readonly least: number | null;
}

/** How the values of a sum are split. */
export interface Splitting {
  /** The values are multiplied by this power of two: by 1, unless their sum might overflow. */
  readonly scale: number;
  /** For each level, the power of two that rounds a value to its unit if it is added and subtracted again. */
  readonly rounders: readonly number[];
}

/** If values are greater, they are scaled. */
const LARGE = 2 ** 900;
const SCALE = 2 ** -100;
/** Of scaled values, those that are less than this are nothing beside the others. */
const NEGLIGIBLE = 2 ** -800;
/** Averages are multiplied by this, because PostgreSQL fails if the result of a division is too small for a double. */
const AVERAGE_SCALE = 2 ** 60;
/** A double has 53 digits. */
const DIGITS = 2 ** 53;
/** What this many levels leave of the values is less than 10^-80 of the greatest one. */
const MAX_LEVELS = 12;

/** How to split values of this extent. */
export function splittingFor({ count, greatest, least }: Extent): Splitting {
  if (greatest === null || least === null) return { scale: 1, rounders: [0] };
  const scale = greatest > LARGE ? SCALE : 1;
  const room = powerOfTwoFrom(2 * count + 2);
  const rounders = [powerOfTwoFrom(greatest * scale) * room];
  // The unit of a level is its rounder divided by 2^53. The next level has room for the sum of what it leaves.
  const nextUnit = () => rounders.at(-1)! / DIGITS;
  while (nextUnit() > (least * scale) / DIGITS && rounders.length < MAX_LEVELS) rounders.push(nextUnit() * room);
  return { scale, rounders };
}

/** The lowest power of two that is not below a number, which must be positive. */
function powerOfTwoFrom(number: number): number {
  let power = 1;
  while (power < number) power *= 2;
  while (power / 2 >= number) power /= 2;
  return power;
}

/** The extent of a property's values, as columns whose names end with a suffix. */
export function selectExtent({ column }: Property, suffix: number): Sql {
  const stored = quoteIdentifier(column);
  const size = sql`nullif(abs(${stored}), 0)`;
  const name = (of: keyof Extent) => quoteIdentifier(`${of}${suffix}`);
  return sql`count(${stored}) AS ${name("count")}, max(${size}) AS ${name("greatest")}, min(${size}) AS ${name("least")}`;
}

/** The sum of a property's values, scaled; null if there are none. */
export function scaledSum(property: Property, { scale, rounders }: Splitting): Sql {
  const value = scaledValue(property, scale);
  const rounded = rounders.map((rounder, level) => {
    const result = sql`((${value} + ${rounder}) - ${rounder})`;
    // A value that is as great as the rounder is a multiple of the unit already.
    return level === 0 ? result : sql`CASE WHEN abs(${value}) < ${rounder} THEN ${result} ELSE ${value} END`;
  });
  const sums = rounded.map((each, level) =>
    level === 0 ? sql`sum(${each})` : sql`sum((${each}) - (${rounded[level - 1]!}))`,
  );
  // The smallest first.
  return sums.reduceRight((rest, sum) => sql`(${sum} + ${rest})`);
}

/** The average of a property's values, scaled; null if there are none. */
export function scaledAverage(property: Property, splitting: Splitting): Sql {
  return sql`${scaledSum(property, splitting)} * ${AVERAGE_SCALE} / count(${quoteIdentifier(property.column)})`;
}

function scaledValue({ column, spec }: Property, scale: number): Sql {
  const stored = quoteIdentifier(column);
  // Integers would be added as integers, and overflow.
  const value = spec.kind === "integer" ? sql`CAST(${stored} AS DOUBLE PRECISION)` : stored;
  if (scale === 1) return value;
  return sql`(CASE WHEN abs(${value}) < ${NEGLIGIBLE} THEN 0 ELSE ${value} * ${scale} END)`;
}

/** The sum as it is; null if it is outside the range of a double. */
export function unscaledSum(sum: number, { scale }: Splitting): number | null {
  const value = sum / scale;
  return Number.isFinite(value) ? value : null;
}

/** The average as it is. Rounding does not move it outside the range of a double. */
export function unscaledAverage(average: number, { scale }: Splitting): number {
  const value = average / AVERAGE_SCALE / scale;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}
