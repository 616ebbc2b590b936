/** The SQL of related records: predicates on those to which a relation leads, and columns of the one to which it leads. */
import sql, { join, raw, type Sql } from "sql-template-tag";
import { isFolded } from "../../declare/field-spec.ts";
import type { Filter, RelatedRecords, RelationFilter } from "../../query/filters.ts";
import { comparedColumn, foldedColumn } from "../../resource/column.ts";
import type { Property, Relation, RelationTarget, View } from "../../resource/resource.ts";
import { templateVariables } from "../../resource/templates.ts";
import { quoteIdentifier } from "../tables.ts";
import { where } from "./where.ts";

/** The table that a predicate is about, under its name or an alias. */
export interface Place {
  readonly table: string;
  readonly alias: string;
  /** How many relations lead to it from the records of the list. */
  readonly depth: number;
}

/**
 * How a predicate finds related records: `in` selects them first, which is fast where they are few; `exists` looks for those of
 * each record.
 */
export type Form = "in" | "exists";

/** Composes the predicates of related records. */
type Compose = (filters: readonly Filter[], place: Place) => readonly Sql[];

/** A predicate: at least one related record, or none, satisfies the filters. */
export function relationPredicate(filter: RelationFilter, outer: Place, form: Form, compose: Compose): Sql {
  const { operator, relation, related } = filter;
  if (related.length === 0) return operator === "some" ? sql`FALSE` : sql`TRUE`;
  const matching = related.map((each) => {
    const inner = placeOf(each, outer.depth + 1);
    const predicates = compose(each.filters, inner);
    const [own, theirs] = joined(filter.view, relation, each.target, outer, inner);
    if (form === "in") return sql`${tuple(own)} IN (SELECT ${join(theirs, ", ")} ${from(inner, predicates)})`;
    const pairs = own.map((column, index) => sql`${theirs[index]!} = ${column}`);
    return sql`EXISTS (SELECT 1 ${from(inner, [...pairs, ...predicates])})`;
  });
  const some = matching.length === 1 ? matching[0]! : sql`(${join(matching, " OR ")})`;
  if (operator === "some") return some;
  // A comparison with null is not true; EXISTS always is or is not.
  return form === "in" ? sql`(${some}) IS NOT TRUE` : sql`NOT ${some}`;
}

/** Counts the related records that satisfy a filter, as `total`, up to a limit. */
export function countRelated({ related }: RelationFilter, limit: number, compose: Compose): Sql {
  if (related.length === 0) return sql`SELECT 0 AS total`;
  const counts = related.map((each) => {
    const place = placeOf(each, 1);
    return sql`(SELECT count(*) FROM (SELECT 1 ${from(place, compose(each.filters, place))} LIMIT ${limit}) AS found)`;
  });
  return sql`SELECT ${join(counts, " + ")} AS total`;
}

function placeOf({ target }: RelatedRecords, depth: number): Place {
  return { table: target.view.resource.table, alias: `r${depth}`, depth };
}

function from({ table, alias }: Place, predicates: readonly Sql[]): Sql {
  return sql`FROM ${quoteIdentifier(table)} AS ${raw(alias)}${where(predicates)}`;
}

/** What is equal in a record and in those to which a relation leads: its property and, if that is not enough, the path. */
function joined(
  view: View,
  relation: Relation,
  { view: target, column }: RelationTarget,
  outer: Place,
  inner: Place,
): [own: readonly Sql[], theirs: readonly Sql[]] {
  const columnOf = (name: string) => view.properties.get(name)?.column ?? name;
  const own = qualified(outer, columnOf(relation.property));
  const theirs = qualified(inner, column);
  if (!needsPath(relation)) return [[own], [theirs]];
  const path = pathOf(relation.link, (name) => qualified(outer, columnOf(name)));
  const theirPath = pathOf(`${target.path}/{${target.key}}`, (name) => qualified(inner, name));
  return [
    [own, path],
    [theirs, theirPath],
  ];
}

/** Whether the property of a relation alone does not tell which record it leads to. */
export function needsPath({ link, property }: Pick<Relation, "link" | "property">): boolean {
  return templateVariables(link).some((variable) => variable !== property);
}

/** An expression: a path template, filled. */
function pathOf(template: string, column: (name: string) => Sql): Sql {
  const parts = template.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? raw(`'${part}'`) : column(part)));
  const filled = parts.filter(({ sql: text }) => text !== "''");
  return filled.length === 1 ? filled[0]! : sql`(${join(filled, " || ")})`;
}

function qualified({ alias }: Pick<Place, "alias">, column: string): Sql {
  return raw(`"${alias}"."${column}"`);
}

function tuple(columns: readonly Sql[]): Sql {
  return columns.length === 1 ? columns[0]! : sql`(${join(columns, ", ")})`;
}

/**
 * What follows FROM: the rows of a table, with a column for each property that is a field of a related record. Its name is that
 * of the table.
 */
export function recordsOf(table: string, properties: readonly Property[]): Sql {
  const related = [...new Set(properties)].filter((property) => property.related);
  const name = quoteIdentifier(table);
  if (related.length === 0) return name;
  const columns = related.flatMap((property) => {
    const value = sql`${relatedValue(property, table, ({ column }) => column)} AS ${quoteIdentifier(property.column)}`;
    if (!isFolded(property.spec)) return [value];
    const folded = quoteIdentifier(foldedColumn(property.column));
    return [value, sql`${relatedValue(property, table, comparedColumn)} AS ${folded}`];
  });
  return sql`(SELECT ${name}.*, ${join(columns, ", ")} FROM ${name}) AS ${name}`;
}

/** The value of a field of the one related record; null if there is none. */
function relatedValue({ related }: Property, table: string, columnOf: (property: Property) => string): Sql {
  const { view, relation, sources } = related!;
  const outer: Place = { table, alias: table, depth: 0 };
  const values = sources.map(({ target, property }) => {
    const inner = placeOf({ target, filters: [] }, 1);
    const [own, theirs] = joined(view, relation, target, outer, inner);
    const pairs = own.map((column, index) => sql`${theirs[index]!} = ${column}`);
    return sql`(SELECT ${qualified(inner, columnOf(property))} ${from(inner, pairs)})`;
  });
  return values.length === 1 ? values[0]! : sql`coalesce(${join(values, ", ")})`;
}
