/**
 * The SQL of cursor pagination: the records after a keyset, as ranges that are read one after the other. In each range,
 * the first sort columns equal those of the keyset and the next one is beyond it, so that an index finds its start. A
 * single condition for all of them would be evaluated for every record before the cursor.
 */
import sql, { join, raw, type Sql } from "sql-template-tag";
import { COMPARED_CHARACTERS, isTruncated, type Keyset } from "../../query/cursor.ts";
import type { Sort } from "../../query/sorting.ts";
import { comparedColumn } from "../../resource/column.ts";
import type { View } from "../../resource/resource.ts";
import type { Row } from "../database.ts";
import { quoteIdentifier } from "../tables.ts";
import { direction, type Slice, sortedRecords } from "./select.ts";
import { where } from "./where.ts";

/** One range of a list; the predicates select its records. */
export interface KeyRange {
  readonly predicates: readonly Sql[];
  /** The number of leading sort columns that are constant within the range. */
  readonly equalKeys: number;
}

/** The ranges after a keyset, in the order of the list; one range for the whole list without a keyset. */
export function rangesAfter(sorts: readonly Sort[], after: Keyset | undefined): KeyRange[] {
  return after ? ranges(sorts, after, "") : [{ predicates: [], equalKeys: 0 }];
}

/** The ranges from a keyset on, including a record that has this keyset. */
export function rangesFrom(sorts: readonly Sort[], from: Keyset): KeyRange[] {
  return ranges(sorts, from, "=");
}

/** @param orEqual `=` to include the keyset */
function ranges(sorts: readonly Sort[], after: Keyset, orEqual: "=" | ""): KeyRange[] {
  const last = sorts.length - 1;
  const ascending = ascendingFrom(sorts, after);
  const columns = sorts.map(sortExpression);
  const equals = columns.map((column, index) =>
    after[index] === null ? sql`${column} IS NULL` : sql`${column} = ${after[index]}`,
  );
  const found: KeyRange[] = [];
  for (let index = Math.min(ascending, last); index >= 0; index -= 1) {
    const [column, value, prefix] = [columns[index]!, after[index]!, equals.slice(0, index)];
    const add = (predicate: Sql) => found.push({ predicates: [...prefix, predicate], equalKeys: index });
    // Only the first range has the last column, which distinguishes all records.
    const beyond = (sign: "<" | ">") => raw(found.length === 0 ? sign + orEqual : sign);
    if (index === ascending) add(sql`${rowValue(columns.slice(index))} ${beyond(">")} ${rowValue(after.slice(index))}`);
    else if (!sorts[index]!.descending)
      add(value === null ? sql`${column} IS NOT NULL` : sql`${column} ${beyond(">")} ${value}`);
    else if (value !== null) {
      add(sql`${column} ${beyond("<")} ${value}`);
      // The last column, the id, is never null.
      if (index < last) found.push({ predicates: [...prefix, sql`${column} IS NULL`], equalKeys: index + 1 });
    }
  }
  return found;
}

/** The index from which all columns ascend and no value is null: a single row comparison covers these columns. */
function ascendingFrom(sorts: readonly Sort[], after: Keyset): number {
  return sorts.findLastIndex(({ descending }, index) => descending || after[index] === null) + 1;
}

function rowValue(parts: readonly unknown[]): Sql {
  const list = join(parts as Sql[], ", ");
  return parts.length === 1 ? list : sql`(${list})`;
}

/** What is sorted: the records of a view that match predicates. */
export interface SortedList {
  readonly view: View;
  readonly predicates: readonly Sql[];
  readonly sorts: readonly Sort[];
}

/** Selects the first integer keys of a range, in order. */
export function selectRangeKeys(list: SortedList, range: KeyRange, limit: number): Sql {
  return selectFromRange(list, range, raw("n"), sql`${limit}`);
}

/** Selects rows of a range, in order, each with its key as `#`, after some that are skipped. */
export function selectRangeRows(list: SortedList, range: KeyRange, columns: Sql, { offset, limit }: Slice): Sql {
  // SQLite would plan the statement again for each limit that is bound by itself.
  return selectFromRange(list, range, sql`n AS "#", ${columns}`, sql`CAST(${limit} AS integer) OFFSET ${offset}`);
}

/**
 * Selects the first integer keys of a range, in order, with the sort values as `#0`, `#1` and so on.
 * @param more what else to select
 */
export function selectRange(list: SortedList, range: KeyRange, limit: number, more: readonly Sql[] = []): Sql {
  const columns = list.sorts.map((sort, index) => sql`${sortExpression(sort)} AS ${quoteIdentifier(`#${index}`)}`);
  return selectFromRange(list, range, join([raw("n"), ...columns, ...more], ", "), sql`${limit}`);
}

function selectFromRange({ view, predicates, sorts }: SortedList, range: KeyRange, columns: Sql, limit: Sql): Sql {
  const order = sorts.map((sort, index) => {
    // The direction of a constant column has no effect, so it is the one of the index.
    const descending = sort.descending && index >= range.equalKeys;
    return sql`${sortExpression(sort)} ${raw(direction({ ...sort, descending }))}`;
  });
  const from = sql`FROM ${sortedRecords(view, sorts)}${where([...predicates, ...range.predicates])}`;
  return sql`SELECT ${columns} ${from} ORDER BY ${join(order, ", ")} LIMIT ${limit}`;
}

/** The keyset of a row that `selectRange` found. */
export function keysetOf(row: Row, sorts: readonly Sort[]): Keyset {
  return sorts.map((_, index) => row[`#${index}`] as Keyset[number]);
}

function sortExpression({ property }: Sort): Sql {
  const column = comparedColumn(property);
  return isTruncated(property) ? raw(`substr("${column}", 1, ${COMPARED_CHARACTERS})`) : quoteIdentifier(column);
}
