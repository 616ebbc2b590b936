/** SELECT statements for one record and for lists, composed for any dialect. Values are always bound. */
import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import { TEXT_KINDS } from "../../declare/field-spec.ts";
import type { Json, Values } from "../../declare/values.ts";
import { dayRange, type Filter, type FilterValue, midnight } from "../../query/filters.ts";
import type { Sort } from "../../query/sorting.ts";
import type { Projection } from "../../resource/representation.ts";
import { foldedColumn, type Property, type Resource, type View } from "../../resource/resource.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { Dialect, Lookup, Row } from "../dialect.ts";
import type { Place } from "../place.ts";
import { decode, encode, quoteIdentifier, storedColumns } from "../tables.ts";

const columnsOf = memoize(
  (shape: Projection): Sql => raw(shape.needed.map(({ name, column }) => `"${column}" AS "${name}"`).join(", ")),
);

/** The properties whose columns hold something else than their JSON value. */
const encodedOf = memoize((shape: Projection): readonly Property[] =>
  shape.needed.filter(({ spec }) => ["boolean", "instant", "array", "object"].includes(spec.kind)),
);

/** A row as the JSON values that a shape needs. */
export function toValues(shape: Projection, row: Row): Values {
  for (const { name, spec } of encodedOf(shape)) row[name] = decode(spec.kind, row[name]);
  return row as Values;
}

/** What was read of a record. */
export interface FoundRecord {
  /** The values that the projection needs. */
  readonly values: Values;
  readonly revision: number;
  readonly updatedAt: string;
  /** The scope that readers of this record need, where visibility is decided per row. */
  readonly rowScope: string | undefined;
}

/** @param row of a statement of `selectOne` */
export function toFoundRecord(shape: Projection, row: Row): FoundRecord {
  return {
    revision: Number(row["#revision"]),
    updatedAt: `${row["#updated_at"]}Z`,
    rowScope: row["#asks"] as string | undefined,
    values: toValues(shape, row),
  };
}

/** One record at a place, with what its validators are made of as `#revision` and `#updated_at`. */
export function selectOne(shape: Projection, { of, id }: Place): Lookup {
  const scoped = of !== undefined && shape.view.parent !== undefined;
  const { sql: text, text: numbered, many } = oneOf(shape)[scoped ? (id === undefined ? "parent" : "both") : "record"];
  const values = scoped ? (id === undefined ? [of] : [of, id]) : [id];
  return many === undefined ? { sql: text, text: numbered, values } : { sql: text, text: numbered, values, many };
}

/** The statements of `selectOne`, composed once: a record by the parent's id, by its own, or by both. */
const oneOf = memoize((shape: Projection): Record<"parent" | "record" | "both", Lookup> => {
  const { view } = shape;
  const { rowScope } = view.resource;
  const asks = rowScope === undefined ? empty : sql`${quoteIdentifier(rowScope)} AS "#asks", `;
  const columns = sql`revision AS "#revision", updated_at AS "#updated_at", ${asks}${columnsOf(shape)}`;
  const from = sql`FROM ${quoteIdentifier(view.resource.table)}`;
  const [parent, record] = [quoteIdentifier(view.parent?.column ?? view.key), quoteIdentifier(view.key)];
  const composed = (condition: Sql): Lookup => {
    const { sql: text, text: numbered, values } = sql`SELECT ${columns} ${from} WHERE ${condition}`;
    return { sql: text, text: numbered, values };
  };
  const byKey = (key: Sql): Lookup => {
    const many = sql`SELECT ${key} AS "#key", ${columns} ${from} WHERE ${key} = ANY(${null})`;
    return { ...composed(sql`${key} = ${null}`), many: many.text };
  };
  return {
    parent: byKey(parent),
    record: byKey(record),
    both: composed(sql`${parent} = ${null} AND ${record} = ${null}`),
  };
});

/** A record as it is stored, by the value of one of its columns. */
export function selectBy(resource: Resource, column: string, value: string): Lookup {
  const known = composedBy(resource);
  let query: Lookup | undefined = known.get(column);
  if (query === undefined) {
    query = sql`SELECT ${storedColumns(resource)} FROM ${quoteIdentifier(resource.table)} WHERE ${quoteIdentifier(column)} = ${null}`;
    known.set(column, { sql: query.sql, text: query.text, values: [] });
  }
  return { sql: query.sql, text: query.text, values: [value] };
}

const composedBy = memoize((_resource: Resource) => new Map<string, Lookup>());

/** Records as they are stored, by what some of their columns hold, from after the one with a key on. */
export function selectScan(resource: Resource, is: Values, most: number, after?: number): Sql {
  const terms = Object.entries(is).map(([name, value]) => {
    const { kind } = resource.columns.find((column) => column.name === name)!;
    return sql`${quoteIdentifier(name)} = ${encode(kind, value)}`;
  });
  if (after !== undefined) terms.push(sql`n > ${after}`);
  return sql`SELECT ${storedColumns(resource)} FROM ${quoteIdentifier(resource.table)}${where(terms)} ORDER BY n LIMIT ${most}`;
}

/** What a list is restricted to: its parent and the caller's filters. */
export function listTerms(view: View, of: string | undefined, conditions: readonly Filter[], dialect: Dialect): Sql[] {
  const scope = of !== undefined && view.parent ? [sql`${quoteIdentifier(view.parent.column)} = ${of}`] : [];
  return [...scope, ...terms(conditions, dialect)];
}

/** What conditions ask of a row. */
export function terms(conditions: readonly Filter[], dialect: Dialect): Sql[] {
  return conditions.map((condition) => term(condition, dialect));
}

export function where(all: readonly Sql[]): Sql {
  return all.length === 0 ? empty : sql` WHERE ${join(all, " AND ")}`;
}

/** Null order is spelled out: a missing value comes before every other in ascending order. */
export function orderBy(sorts: readonly Sort[]): Sql {
  const keys = sorts.map(({ property, descending }) =>
    raw(`"${property.column}" ${descending ? "DESC NULLS LAST" : "ASC NULLS FIRST"}`),
  );
  return sql` ORDER BY ${join(keys, ", ")}`;
}

/** The integer keys of a slice of a list, over an index where there is one. */
export function selectKeys(view: View, all: readonly Sql[], sorts: readonly Sort[], limit?: number, offset = 0): Sql {
  const slice = limit === undefined ? empty : sql` LIMIT ${limit} OFFSET ${offset}`;
  return sql`SELECT n FROM ${quoteIdentifier(view.resource.table)}${where(all)}${orderBy(sorts)}${slice}`;
}

export function countRows(view: View, all: readonly Sql[]): Sql {
  return sql`SELECT count(*) AS total FROM ${quoteIdentifier(view.resource.table)}${where(all)}`;
}

/** The rows of some integer keys, in no particular order, each with its key as `#`. */
export function selectByKeys(shape: Projection, keys: readonly number[], dialect: Dialect): Sql {
  const table = quoteIdentifier(shape.view.resource.table);
  return sql`SELECT n AS "#", ${columnsOf(shape)} FROM ${table} WHERE ${dialect.among(raw("n"), keys)}`;
}

function term({ property, operator, values }: Filter, dialect: Dialect): Sql {
  const { column, spec } = property;
  const plain = quoteIdentifier(column);
  const compared = TEXT_KINDS.includes(spec.kind) ? quoteIdentifier(foldedColumn(column)) : plain;
  const [value] = values as [FilterValue];
  const bound = (each: FilterValue) => encode(spec.kind, midnight(property, each) as Json);
  switch (operator) {
    case "is":
      return sql`${plain} IN (${join(values)})`;
    case "exists":
      return value ? sql`${plain} IS NOT NULL` : sql`${plain} IS NULL`;
    case "min":
      return sql`${plain} >= ${value}`;
    case "max":
      return sql`${plain} <= ${value}`;
    case "after":
      return sql`${plain} > ${bound(value)}`;
    case "before":
      return sql`${plain} < ${bound(value)}`;
    case "contains":
      return value === "" ? sql`${plain} IS NOT NULL` : dialect.contains(compared, value as string);
    case "ends_with":
      return value === "" ? sql`${plain} IS NOT NULL` : dialect.endsWith(compared, value as string);
    case "starts_with":
      return startsWith(compared, value as string);
    default:
      if (spec.kind === "instant")
        return sql`(${join(
          values.map((each) => sameTime(plain, each as string)),
          " OR ",
        )})`;
      return values.length === 1
        ? sql`${compared} = ${bound(value)}`
        : sql`${compared} IN (${join(values.map(bound))})`;
  }
}

/** The same moment, or within the whole UTC day of a date. */
function sameTime(column: Sql, value: string): Sql {
  if (value.length > 10) return sql`${column} = ${encode("instant", value)}`;
  const [from, to] = dayRange(value);
  const since = sql`${column} >= ${encode("instant", from)}`;
  return to === undefined ? since : sql`(${since} AND ${column} < ${encode("instant", to)})`;
}

/** A range, so that an index serves it: from the prefix to the first text that comes after all texts with it. */
function startsWith(column: Sql, prefix: string): Sql {
  const end = afterPrefix(prefix);
  return end === undefined ? sql`${column} >= ${prefix}` : sql`(${column} >= ${prefix} AND ${column} < ${end})`;
}

function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix);
  while (points.length > 0) {
    const next = points.pop()!.codePointAt(0)! + 1;
    // U+D800 to U+DFFF are no characters.
    if (next <= 0x10ffff) return points.join("") + String.fromCodePoint(next === 0xd800 ? 0xe000 : next);
  }
  return undefined;
}
