/**
 * Sums of doubles that do not depend on the order in which a database adds them, so that both databases return the same
 * double. A value is split into parts, its digits between the units of one level and the next. The units are powers of
 * two, chosen such that all parts of a level add up without a rounding error; only the sums of the levels are rounded,
 * when they are added to each other. (Rump, Ogita, Oishi, "Accurate Floating-Point Summation", 2008; Demmel, Nguyen, "Fast
 * Reproducible Floating-Point Summation", 2013.)
 *
 * The units are the same in every sum, so that the values of one group have the same parts whatever the others are. A sum
 * has only the levels on which some value has digits, up to five for each size of values: on the others, between a single
 * 5e-324 and ordinary values, all parts are 0.
 *
 * This holds for up to 2^25 values; of more, the last digits of a sum may depend on their order. And beside a value above 2^900,
 * in any group, values below 2^-900 count as 0.
 */

import sql, { join, raw, type Sql } from "sql-template-tag";
import { kindOf } from "../../../kinds/kinds.ts";
import type { Property } from "../../../resource/resource.ts";
import { quoteIdentifier } from "../../tables.ts";

/** Values to add: the greatest and the least absolute value of those that are not 0. */
export interface Extent {
  readonly greatest: number;
  readonly least: number;
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
/** As many levels as values need that differ by up to 10^24, as values of one kind do. */
const MANY_LEVELS = 6;
/** The binary digits of a band: values of one band are of about the same size. */
const BAND = 2 * STEP;
/** If values are greater, they are scaled. */
const LARGE = 2 ** 900;
/** A unit, so that the digits of a value are split in the same places. */
const SCALE = 2 ** (-4 * STEP);
/** Of scaled values, those that are less than this are nothing beside the others. */
const NEGLIGIBLE = 2 ** -900;
/** Averages are multiplied by this, because PostgreSQL fails if the result of a division is too small for a double. */
const AVERAGE_SCALE = 2 ** 60;

/** How to split values, each of which is within one of these extents; there may be none. */
export function splittingFor(extents: readonly Extent[]): Splitting {
  const isScaled = extents.some(({ greatest }) => greatest > LARGE);
  const scale = isScaled ? SCALE : 1;
  const added = isScaled ? extents.filter(({ greatest }) => greatest >= NEGLIGIBLE) : extents;
  const scaled = added.map(({ greatest, least }) => ({
    greatest: greatest * scale,
    least: (isScaled ? Math.max(least, NEGLIGIBLE) : least) * scale,
  }));
  const levels = [...new Set(scaled.flatMap(levelsOf))].sort((one, other) => other - one);
  return { scale, rounders: levels.length === 0 ? [0] : levels.map((level) => 2 ** (level * STEP + DIGITS)) };
}

/** Whether an extent has enough levels that it is worth a statement to find those that are needed. */
export function isWide(extent: Extent): boolean {
  return levelsOf(extent).length > MANY_LEVELS;
}

/** The levels on which values of an extent may have digits. */
function levelsOf({ greatest, least }: Extent): number[] {
  const levels: number[] = [];
  let level = highestLevel(greatest);
  do levels.push(level);
  while (2 ** (level-- * STEP) > least / 2 ** DIGITS);
  return levels;
}

/** The lowest level that has room for 2^25 values up to this one; on the level above it, each is 0. */
function highestLevel(greatest: number): number {
  let level = Math.ceil(-1074 / STEP);
  while (2 ** (level * STEP + STEP - 1) < greatest) level += 1;
  return level;
}

/** The extent of a property's values, as columns whose names end with a suffix; null if there are none. */
export function selectExtent(property: Property, suffix: number | ""): Sql {
  const size = sql`nullif(${sizeOf(property)}, 0)`;
  const name = (of: keyof Extent) => quoteIdentifier(`${of}${suffix}`);
  return sql`max(${size}) AS ${name("greatest")}, min(${size}) AS ${name("least")}`;
}

/** The number of a value's band, of those within an extent, the greatest first: values of about the same size share one. */
export function bandOf(property: Property, { greatest, least }: Extent): Sql {
  const bounds: number[] = [];
  for (let bound = 2 ** (Math.floor(1_023 / BAND) * BAND); bound > least; bound /= 2 ** BAND)
    if (bound <= greatest) bounds.push(bound);
  const cases = bounds.map((bound, band) => sql`WHEN ${sizeOf(property)} >= ${bound} THEN ${raw(String(band))}`);
  return sql`CASE ${join(cases, " ")} END`;
}

function sizeOf(property: Property): Sql {
  return sql`abs(${scaledValue(property, 1)})`;
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
  const value = kindOf(spec.kind).column === "integer" ? sql`CAST(${stored} AS DOUBLE PRECISION)` : stored;
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
