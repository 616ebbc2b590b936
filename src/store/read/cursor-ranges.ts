/**
 * The SQL of cursor pagination: the records after a keyset, as ranges that are read one after the other. In each range,
 * the first sort columns equal those of the keyset and the next one is beyond it, so that an index finds its start. A
 * single condition for all of them would be evaluated for every record before the cursor.
 */
import sql, { join, raw, type Sql } from "sql-template-tag";
import { COMPARED_CHARACTERS, isTruncated, type Keyset } from "../../query/cursor.ts";
import type { Sort } from "../../query/sorting.ts";
import type { View } from "../../resource/resource.ts";
import type { Row } from "../dialect.ts";
import { quoteIdentifier } from "../tables.ts";
import { where } from "./predicates.ts";

/** One range of a list; the predicates select its records. */
export interface KeyRange {
  readonly predicates: readonly Sql[];
  /** The number of leading sort columns that are constant within the range. */
  readonly equalKeys: number;
}

/** The ranges after a keyset, in the order of the list; one range for the whole list without a keyset. */
export function rangesAfter(sorts: readonly Sort[], after: Keyset | undefined): KeyRange[] {
  if (!after) return [{ predicates: [], equalKeys: 0 }];
  const last = sorts.length - 1;
  const ascending = ascendingFrom(sorts, after);
  const columns = sorts.map(sortExpression);
  const equals = columns.map((column, index) =>
    after[index] === null ? sql`${column} IS NULL` : sql`${column} = ${after[index]}`,
  );
  const ranges: KeyRange[] = [];
  for (let index = Math.min(ascending, last); index >= 0; index -= 1) {
    const [column, value, prefix] = [columns[index]!, after[index]!, equals.slice(0, index)];
    const add = (predicate: Sql) => ranges.push({ predicates: [...prefix, predicate], equalKeys: index });
    if (index === ascending) add(sql`${rowValue(columns.slice(index))} > ${rowValue(after.slice(index))}`);
    else if (!sorts[index]!.descending) add(value === null ? sql`${column} IS NOT NULL` : sql`${column} > ${value}`);
    else if (value !== null) {
      add(sql`${column} < ${value}`);
      // The last column, the id, is never null.
      if (index < last) ranges.push({ predicates: [...prefix, sql`${column} IS NULL`], equalKeys: index + 1 });
    }
  }
  return ranges;
}

/** The index from which all columns ascend and no value is null: a single row comparison covers these columns. */
function ascendingFrom(sorts: readonly Sort[], after: Keyset): number {
  return sorts.findLastIndex(({ descending }, index) => descending || after[index] === null) + 1;
}

function rowValue(parts: readonly unknown[]): Sql {
  const list = join(parts as Sql[], ", ");
  return parts.length === 1 ? list : sql`(${list})`;
}

/**
 * Selects the first integer keys of a range, in order, with the sort values as `#0`, `#1` and so on.
 * @param predicates of the list
 */
export function selectRange(
  view: View,
  predicates: readonly Sql[],
  sorts: readonly Sort[],
  range: KeyRange,
  limit: number,
): Sql {
  const columns = sorts.map((sort, index) => sql`${sortExpression(sort)} AS ${quoteIdentifier(`#${index}`)}`);
  const order = sorts.map((sort, index) => {
    // The direction of a constant column has no effect, so it is the one of the index.
    const direction = sort.descending && index >= range.equalKeys ? "DESC NULLS LAST" : "ASC NULLS FIRST";
    return sql`${sortExpression(sort)} ${raw(direction)}`;
  });
  const from = sql`FROM ${quoteIdentifier(view.resource.table)}${where([...predicates, ...range.predicates])}`;
  return sql`SELECT n, ${join(columns, ", ")} ${from} ORDER BY ${join(order, ", ")} LIMIT ${limit}`;
}

/** The keyset of a row that `selectRange` found. */
export function keysetOf(row: Row, sorts: readonly Sort[]): Keyset {
  return sorts.map((_, index) => row[`#${index}`] as Keyset[number]);
}

function sortExpression({ property }: Sort): Sql {
  return isTruncated(property)
    ? raw(`substr("${property.column}", 1, ${COMPARED_CHARACTERS})`)
    : quoteIdentifier(property.column);
}
