/**
 * Sums of doubles that do not depend on the order in which a database adds them, so that both databases return the same
 * double. A value is split into parts, its digits between the units of one level and the next. The units are powers of
 * two, chosen such that all parts of a level add up without a rounding error; only the sums of the levels are rounded,
 * when they are added to each other. (Rump, Ogita, Oishi, "Accurate Floating-Point Summation", 2008; Demmel, Nguyen, "Fast
 * Reproducible Floating-Point Summation", 2013.)
 *
 * The units are the same in every sum, so that the values of one group have the same parts whatever the others are. A sum
 * has the levels that its values need; on the others, all parts are 0.
 *
 * This holds for up to 2^25 values. Of more, the last digits of a sum may depend on their order.
 */
import sql, { type Sql } from "sql-template-tag";
import type { Property } from "../../../resource/resource.ts";
import { quoteIdentifier } from "../../tables.ts";

/** Values to add: the greatest and the least absolute value of those that are not 0. */
export interface Extent {
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

/** A double has this many binary digits. */
const DIGITS = 53;
/** The unit of level n is 2^(n · STEP). A level has room for the sum of 2^25 parts, which have one digit more than a step. */
const STEP = 27;
/** If values are greater, they are scaled. */
const LARGE = 2 ** 900;
/** A unit, so that the digits of a value are split in the same places. */
const SCALE = 2 ** (-4 * STEP);
/** Of scaled values, those that are less than this are nothing beside the others. */
const NEGLIGIBLE = 2 ** -900;
/** Averages are multiplied by this, because PostgreSQL fails if the result of a division is too small for a double. */
const AVERAGE_SCALE = 2 ** 60;

/** How to split values of this extent. */
export function splittingFor({ greatest, least }: Extent): Splitting {
  if (greatest === null || least === null) return { scale: 1, rounders: [0] };
  const scale = greatest > LARGE ? SCALE : 1;
  const rounders: number[] = [];
  let level = highestLevel(greatest * scale);
  do rounders.push(2 ** (level * STEP + DIGITS));
  while (2 ** (level-- * STEP) > (least * scale) / 2 ** DIGITS);
  return { scale, rounders };
}

/** The lowest level that has room for 2^25 values up to this one; on the level above it, each is 0. */
function highestLevel(greatest: number): number {
  let level = Math.ceil(-1074 / STEP);
  while (2 ** (level * STEP + STEP - 1) < greatest) level += 1;
  return level;
}

/** The extent of a property's values, as columns whose names end with a suffix. */
export function selectExtent({ column }: Property, suffix: number): Sql {
  const stored = quoteIdentifier(column);
  const size = sql`nullif(abs(${stored}), 0)`;
  const name = (of: keyof Extent) => quoteIdentifier(`${of}${suffix}`);
  return sql`max(${size}) AS ${name("greatest")}, min(${size}) AS ${name("least")}`;
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
  // The greatest first: what these leave, if they cancel each other, is exact.
  return sums.reduce((rest, sum) => sql`(${rest} + ${sum})`);
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
