/** The SQL of a summary, and the groups that its rows are. */
import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { Json, Values } from "../../../declare/values.ts";
import { decode } from "../../../kinds/kinds.ts";
import type { Grouping, GroupKey } from "../../../query/grouping.ts";
import { COUNT, type Measure, measureName } from "../../../query/measures.ts";
import { comparedColumn } from "../../../resource/column.ts";
import type { Property } from "../../../resource/resource.ts";
import type { ReadSession, Row } from "../../database.ts";
import type { Dialect } from "../../dialect.ts";
import { quoteIdentifier } from "../../tables.ts";
import type { Slice } from "../select.ts";
import { where } from "../where.ts";
import {
  bandOf,
  type Extent,
  isWide,
  type Splitting,
  scaledAverage,
  scaledSum,
  selectExtent,
  splittingFor,
  unscaledAverage,
  unscaledSum,
} from "./exact-sum.ts";
import { decodeKey, keyExpression } from "./periods.ts";

/** The records to group: those that match predicates. */
export interface GroupedRecords {
  /** What follows FROM. */
  readonly source: Sql;
  readonly predicates: readonly Sql[];
}

/** A part of the groups of a list, in order. */
export interface Groups {
  /** The members of each group: its keys, the count and the measures. */
  readonly rows: readonly Values[];
  /** The number of all groups; undefined if the part is empty, and does not tell. */
  readonly total: number | undefined;
}

/** How to split the values of each property of which there is a sum or an average. */
type Splittings = ReadonlyMap<Property, Splitting>;

/**
 * Reads a part of the groups.
 * @param session if it is not a snapshot, and records change meanwhile, the last digits of sums may differ
 */
export async function readGroups(
  session: ReadSession,
  dialect: Dialect,
  records: GroupedRecords,
  grouping: Grouping,
  slice: Slice,
): Promise<Groups> {
  const splittings = await readSplittings(session, records, grouping);
  const rows = await session.all(selectGroups(dialect, records, grouping, splittings, slice));
  return {
    rows: rows.map((row) => toGroup(grouping, splittings, row)),
    total: rows[0] === undefined ? undefined : Number(rows[0].total),
  };
}

async function readSplittings(
  session: ReadSession,
  records: GroupedRecords,
  { measures }: Grouping,
): Promise<Splittings> {
  const added = [...new Set(measures.filter(isAddition).map(({ property }) => property))];
  if (added.length === 0) return new Map();
  const extents = added.map((property, index) => selectExtent(property, index));
  const [row] = await session.all(sql`SELECT ${join(extents, ", ")} ${from(records)}`);
  const splittings = new Map<Property, Splitting>();
  for (const [index, property] of added.entries()) {
    const { [`greatest${index}`]: greatest, [`least${index}`]: least } = row!;
    const whole = greatest === null ? undefined : ({ greatest, least } as Extent);
    splittings.set(property, splittingFor(whole ? await readExtents(session, records, property, whole) : []));
  }
  return splittings;
}

/** The extents of values of about the same size, if they differ much. */
async function readExtents(
  session: ReadSession,
  records: GroupedRecords,
  property: Property,
  whole: Extent,
): Promise<readonly Extent[]> {
  if (!isWide(whole)) return [whole];
  const extent = selectExtent(property, "");
  const rows = await session.all(sql`SELECT ${extent} ${from(records)} GROUP BY ${bandOf(property, whole)}`);
  // Zeros and missing values are in none.
  return (rows as unknown as Extent[]).filter(({ greatest }) => greatest !== null);
}

function isAddition({ function: name }: Measure): boolean {
  return name === "sum" || name === "avg";
}

/** Selects the columns of each group, and the number of all groups as `total`. */
export function selectGroups(
  dialect: Dialect,
  records: GroupedRecords,
  grouping: Grouping,
  splittings: Splittings,
  { limit, offset }: Slice,
): Sql {
  const { keys, measures } = grouping;
  const columns = [
    ...keys.map((key, index) => sql`${keyExpression(key, dialect)} AS ${quoteIdentifier(keyColumn(index))}`),
    // The spellings of a text that differ only by case are one group.
    ...keys.flatMap(({ property }, index) =>
      isFoldedKey(property)
        ? [sql`min(${quoteIdentifier(property.column)}) AS ${quoteIdentifier(spellingColumn(index))}`]
        : [],
    ),
    sql`count(*) AS ${quoteIdentifier(COUNT)}`,
    ...measures.map(
      (measure, index) => sql`${measureExpression(measure, splittings)} AS ${quoteIdentifier(measureColumn(index))}`,
    ),
  ];
  // By position: PostgreSQL does not regard two expressions with bound values as the same.
  const groupBy = keys.length === 0 ? empty : raw(` GROUP BY ${keys.map((_, index) => index + 1).join(", ")}`);
  const groups = sql`SELECT ${join(columns, ", ")} ${from(records)}${groupBy}`;
  return sql`SELECT *, count(*) OVER () AS total FROM (${groups}) AS grouped${order(grouping)} LIMIT ${limit} OFFSET ${offset}`;
}

function from({ source, predicates }: GroupedRecords): Sql {
  return sql`FROM ${source}${where(predicates)}`;
}

function measureExpression(measure: Measure, splittings: Splittings): Sql {
  const { function: name, property } = measure;
  const column = quoteIdentifier(property.column);
  if (!isAddition(measure)) return sql`${raw(name)}(${column})`;
  return (name === "sum" ? scaledSum : scaledAverage)(property, splittings.get(property)!);
}

/** Null is the lowest value. The keys, which tell all groups apart, are the last. */
function order({ keys, measures, sorts }: Grouping): Sql {
  const columns = new Map<string, string>([
    ...keys.map(({ property }, index): [string, string] => [property.name, keyColumn(index)]),
    [COUNT, COUNT],
    ...measures.map((measure, index): [string, string] => [measureName(measure), measureColumn(index)]),
  ]);
  const requested = sorts.map(({ target, descending }) => {
    const direction = descending ? "DESC NULLS LAST" : "ASC NULLS FIRST";
    return `"${columns.get(target)!}" ${direction}`;
  });
  const terms = [...requested, ...keys.map((_, index) => `"${keyColumn(index)}" ASC NULLS FIRST`)];
  return terms.length === 0 ? empty : raw(` ORDER BY ${terms.join(", ")}`);
}

function keyColumn(index: number): string {
  return `key${index}`;
}

function spellingColumn(index: number): string {
  return `spelling${index}`;
}

function measureColumn(index: number): string {
  return `measure${index}`;
}

function isFoldedKey(property: Property): boolean {
  return comparedColumn(property) !== property.column;
}

/** Decodes a row. */
function toGroup({ keys, measures }: Grouping, splittings: Splittings, row: Row): Values {
  const group: Values = {};
  for (const [index, key] of keys.entries()) group[key.property.name] = keyValue(key, index, row);
  group[COUNT] = Number(row[COUNT]);
  for (const [index, measure] of measures.entries())
    group[measureName(measure)] = measureValue(measure, splittings, row[measureColumn(index)]);
  return group;
}

function keyValue(key: GroupKey, index: number, row: Row): Json {
  return decodeKey(key, row[isFoldedKey(key.property) ? spellingColumn(index) : keyColumn(index)]);
}

function measureValue({ function: name, property }: Measure, splittings: Splittings, value: unknown): Json {
  if (value === null) return null;
  const { kind } = property.spec;
  if (name === "sum") return decode(kind, unscaledSum(value as number, splittings.get(property)!));
  if (name === "avg") return decode(kind, unscaledAverage(value as number, splittings.get(property)!));
  return decode(kind, value);
}
