/**
 * What comes after an item in a list's order, as ranges one after the other: each agrees with the item in its first
 * keys and goes beyond it in the next, so that an index leads to its beginning. One condition for all of them would be
 * checked on every item that was read before.
 */
import sql, { join, raw, type Sql } from "sql-template-tag";
import { COMPARED_CHARACTERS, isTruncated, type Keyset } from "../../query/cursor.ts";
import type { Sort } from "../../query/sorting.ts";
import type { View } from "../../resource/resource.ts";
import type { Row } from "../dialect.ts";
import { quoteIdentifier } from "../tables.ts";
import { where } from "./select.ts";

export interface Range {
  readonly terms: readonly Sql[];
  /** How many keys, from the first on, are the same in all of it. */
  readonly agreed: number;
}

/** The ranges that follow a position, the nearest first; the whole list where there is none. */
export function rangesAfter(sorts: readonly Sort[], after: Keyset | undefined): Range[] {
  if (!after) return [{ terms: [], agreed: 0 }];
  const last = sorts.length - 1;
  const rising = risingFrom(sorts, after);
  const keys = sorts.map(keyOf);
  const same = keys.map((key, at) => (after[at] === null ? sql`${key} IS NULL` : sql`${key} = ${after[at]}`));
  const ranges: Range[] = [];
  for (let at = Math.min(rising, last); at >= 0; at -= 1) {
    const [key, value, agreed] = [keys[at]!, after[at]!, same.slice(0, at)];
    const add = (term: Sql) => ranges.push({ terms: [...agreed, term], agreed: at });
    if (at === rising) add(sql`${tuple(keys.slice(at))} > ${tuple(after.slice(at))}`);
    else if (!sorts[at]!.descending) add(value === null ? sql`${key} IS NOT NULL` : sql`${key} > ${value}`);
    else if (value !== null) {
      add(sql`${key} < ${value}`);
      // The id, which is the last key, is never missing.
      if (at < last) ranges.push({ terms: [...agreed, sql`${key} IS NULL`], agreed: at + 1 });
    }
  }
  return ranges;
}

/** From which key on all ascend and none of the values is missing: these are compared at once. */
function risingFrom(sorts: readonly Sort[], after: Keyset): number {
  return sorts.findLastIndex(({ descending }, at) => descending || after[at] === null) + 1;
}

function tuple(parts: readonly unknown[]): Sql {
  const listed = join(parts as Sql[], ", ");
  return parts.length === 1 ? listed : sql`(${listed})`;
}

/**
 * The integer keys at the beginning of a range, in order, each with what it is sorted by as `#0`, `#1` and so on.
 * @param terms what the list is restricted to
 */
export function selectRange(
  view: View,
  terms: readonly Sql[],
  sorts: readonly Sort[],
  range: Range,
  limit: number,
): Sql {
  const columns = sorts.map((sort, at) => sql`${keyOf(sort)} AS ${quoteIdentifier(`#${at}`)}`);
  // A missing value comes first in ascending order; what is the same throughout, as the index has it.
  const order = sorts.map((sort, at) => {
    const direction = sort.descending && at >= range.agreed ? "DESC NULLS LAST" : "ASC NULLS FIRST";
    return sql`${keyOf(sort)} ${raw(direction)}`;
  });
  const from = sql`FROM ${quoteIdentifier(view.resource.table)}${where([...terms, ...range.terms])}`;
  return sql`SELECT n, ${join(columns, ", ")} ${from} ORDER BY ${join(order, ", ")} LIMIT ${limit}`;
}

/** Where a walk is, after a row that `selectRange` found. */
export function keysetOf(row: Row, sorts: readonly Sort[]): Keyset {
  return sorts.map((_, at) => row[`#${at}`] as Keyset[number]);
}

function keyOf({ property }: Sort): Sql {
  return isTruncated(property)
    ? raw(`substr("${property.column}", 1, ${COMPARED_CHARACTERS})`)
    : quoteIdentifier(property.column);
}
