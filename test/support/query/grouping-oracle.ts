/** The expected groups of summaries: §4.8 on records in memory, written from the contract. */
import assert from "node:assert/strict";
import {
  compareValues,
  type FieldKinds,
  folded,
  type Kind,
  type OracleRow,
  type Value,
  valueAt,
} from "./query-oracle.ts";

/** A summary. */
export interface Summary {
  readonly keys: readonly { readonly field: string; readonly period: string | undefined }[];
  readonly measures: readonly { readonly name: string; readonly field: string }[];
  /** By a grouped field or the name of a measure. */
  readonly sorts: readonly { readonly name: string; readonly descending: boolean }[];
}

/** A group as a response shows it. */
export type Group = Readonly<Record<string, Value>>;

/** The query string of a summary. */
export function toSummaryQuery({ keys, measures, sorts }: Summary): string {
  const groupBy = keys.map(({ field, period }) => (period ? `${field}:${period}` : field)).join(",");
  const measure = measures.map(({ name, field }) => `${name}:${field}`).join(",");
  const sort = sorts.map(({ name, descending }) => `${name}:${descending ? "desc" : "asc"}`).join(",");
  const pairs = { group_by: groupBy, measure: measure || (groupBy ? "" : "count"), sort };
  return Object.entries(pairs)
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `${name}=${text}`)
    .join("&");
}

/** Asserts that groups are exactly those of these records, in order; that sums and averages are correct. */
export function assertGroups(
  groups: readonly Group[],
  { keys, measures, sorts }: Summary,
  kinds: FieldKinds,
  rows: readonly OracleRow[],
): void {
  const byKey = Map.groupBy(rows, (row) =>
    JSON.stringify(keys.map(({ field, period }) => groupKey(kinds[field]!, comparedAt(row, field, kinds), period))),
  );
  if (keys.length === 0 && rows.length === 0) byKey.set("[]", []);
  const names = keys.map(({ field }) => field);
  const found = new Map(
    groups.map((group) => [
      JSON.stringify(keys.map(({ field, period }) => groupKey(kinds[field]!, group[field]!, period))),
      group,
    ]),
  );
  assert.deepEqual([...found.keys()].sort(), [...byKey.keys()].sort(), "the groups");
  assert.equal(found.size, groups.length, "no group twice");
  for (const [key, members] of byKey) {
    const group = found.get(key)!;
    const expected: Record<string, Value> = {};
    for (const { field, period } of keys) {
      const values = members.map((row) => comparedAt(row, field, kinds));
      expected[field] = period ? truncate(values[0]!, period, kinds[field]!) : smallest(values, kinds[field]!);
    }
    expected.count = members.length;
    for (const { name, field } of measures) {
      const values = members.map((row) => comparedAt(row, field, kinds)).filter((value) => value !== null);
      const member = `${field}_${name}`;
      expected[member] = measured(name, kinds[field]!, values, group[member]!);
    }
    assert.deepEqual(group, expected);
    assert.deepEqual(Object.keys(group), Object.keys(expected), "the order of members");
  }
  const kindOf = (name: string, value: Value): Kind =>
    kinds[name] ?? (typeof value === "number" ? "number" : "date-time");
  const ordered = groups.toSorted((one, other) => {
    for (const { name, descending } of [...sorts, ...names.map((name) => ({ name, descending: false }))]) {
      const order = compareValues(kindOf(name, one[name]!), one[name]!, other[name]!);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
  assert.deepEqual(groups, ordered, "the order of groups");
}

/** The value that is grouped and measured: within objects, a time may have another zone or fewer digits. */
function comparedAt(row: OracleRow, field: string, kinds: FieldKinds): Value {
  const value = valueAt(row, field);
  return value !== null && kinds[field] === "date-time" ? new Date(Date.parse(String(value))).toISOString() : value;
}

function groupKey(kind: Kind, value: Value, period: string | undefined): Value {
  if (value === null) return null;
  if (period) return truncate(value, period, kind);
  return kind === "text" || kind === "enum" ? folded(value) : value;
}

/** Of spellings, the smallest by code point; other values of a group are equal. */
function smallest(values: readonly Value[], kind: Kind): Value {
  if (kind !== "text" || values[0] === null) return values[0]!;
  return values.map(String).sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))[0]!;
}

const MONTHS_OF = { decade: 120, year: 12, quarter: 3, month: 1 } as Readonly<Record<string, number>>;

/** The first moment of the period of a time, in UTC. */
function truncate(value: Value, period: string, kind: Kind): Value {
  if (value === null) return null;
  const time = new Date(Date.parse(String(value)));
  if (period in MONTHS_OF) {
    const months = 12 * time.getUTCFullYear() + time.getUTCMonth();
    time.setUTCMonth(time.getUTCMonth() - (months % MONTHS_OF[period]!), 1);
  }
  if (period !== "minute") time.setUTCMinutes(0);
  if (period !== "minute" && period !== "hour") time.setUTCHours(0);
  time.setUTCSeconds(0, 0);
  return time.toISOString().slice(0, kind === "date" ? 10 : undefined);
}

/** The expected measure; the actual one, if that is a sum or an average that is correct. */
function measured(name: string, kind: Kind, values: readonly Value[], actual: Value): Value {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => compareValues(kind, one, other));
  if (name === "min") return sorted[0]!;
  if (name === "max") return sorted.at(-1)!;
  assertSum(actual, values as number[], name === "avg" ? values.length : 1);
  return actual;
}

/** The unit of exact sums: each double is a multiple of it. */
const UNIT = 1074n;

/** A double as a multiple of 2^-1074. */
function exact(double: number): bigint {
  let [value, shift] = [double, 0n];
  while (!Number.isInteger(value)) [value, shift] = [value * 2, shift + 1n];
  return BigInt(value) << (UNIT - shift);
}

/** Asserts that an actual sum, divided, is the exact one, up to the roundings of doubles. */
export function assertSum(actual: Value, values: readonly number[], divisor: number): void {
  const sum = values.map(exact).reduce((one, other) => one + other);
  const error = abs(exact(actual as number) * BigInt(divisor) - sum);
  const greatest = values.map((value) => abs(exact(value))).reduce((one, other) => (one > other ? one : other));
  // Two roundings of the result, one of the quotient, and what is left of the values.
  const allowed = (abs(sum) >> 51n) + (greatest >> 60n) + BigInt(divisor);
  assert.ok(error <= allowed, `${actual} of ${values.length} values, divided by ${divisor}`);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
