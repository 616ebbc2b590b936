/** Candidates: the few records that a trigram index finds for a list, which are then compared exactly. */
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { ElementKey } from "../../declare/field-spec.ts";
import { joinedKey, searchedPart } from "../../kinds/key.ts";
import type { Filter, PropertyFilter } from "../../query/filters.ts";
import { comparedColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import type { ReadSession } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { filterPredicates } from "../read/predicates.ts";
import { alsoWithKeys } from "../read/where.ts";
import { type RequiredText, trigramIndexOf } from "./trigrams.ts";

/**
 * The part of a collection up to which candidates are read by their keys. Reading a record by its key takes some ten times as
 * long as reading it in a scan; and where more records match, a scan in the order of a list soon has its first page.
 */
const MAX_PART = 50;

/** This many candidates are few in any collection. An index may lack about as many new records, which are all candidates. */
const ALWAYS_FEW = 200;

/** How many candidates are few in a collection of a size. */
export function mostCandidates(size: number): number {
  return Math.floor(size / MAX_PART) + ALWAYS_FEW;
}

/** The operators of filters on texts whose records contain the value. */
const CONTAINING = ["contains", "starts_with", "ends_with", "equals"] as const;

/** Whether a filter is on a text that contains its value. */
function isContaining(filter: Filter): filter is PropertyFilter {
  return CONTAINING.includes(filter.operator as (typeof CONTAINING)[number]);
}

/** The texts that records must contain to match filters. */
export function requiredTexts(filters: readonly Filter[]): RequiredText[] {
  return filters.flatMap((filter): RequiredText[] => {
    if (filter.operator === "search") {
      const columns = filter.properties.map(comparedColumn);
      if (columns.length === 0) return [];
      return filter.values.map((text) => ({ columns, text }));
    }
    if (!isContaining(filter)) return [];
    const { property, values } = filter;
    const { kind } = property.spec;
    if ((kind !== "text" && kind !== "key") || values.length !== 1) return [];
    const [value] = values as string[];
    return [{ columns: [comparedColumn(property)], text: kind === "key" ? searchedPart(joinedKey(value!)) : value! }];
  });
}

/** Records of a resource by the texts that they must contain, and the predicates that they must satisfy. */
export interface Searched {
  readonly resource: Resource;
  readonly required: readonly RequiredText[];
  readonly predicates: readonly Sql[];
}

/** Adds a predicate of the candidates, if there are few. */
export async function narrowDown(
  { resource, required, predicates }: Searched,
  dialect: Dialect,
  session: ReadSession,
): Promise<readonly Sql[]> {
  const candidates = selectCandidates(resource, required, dialect);
  if (!candidates || !(await areFew(candidates, resource, session))) return predicates;
  return alsoWithKeys(dialect.amongSelected(raw("n"), candidates), predicates);
}

/** Selects the integer keys of the candidates; undefined if no index has the texts. */
function selectCandidates(
  resource: Resource,
  required: readonly RequiredText[],
  { trigramIndexes }: Dialect,
): Sql | undefined {
  const index = trigramIndexOf(resource);
  if (!index) return undefined;
  const indexed = required.filter(({ columns }) => columns.every((column) => index.columns.includes(column)));
  return trigramIndexes?.find(index, indexed);
}

/** A predicate: an array has an element with a key. @param folded the key, as the parameter takes it */
export function hasElement(resource: Resource, { parameter }: ElementKey, folded: string, dialect: Dialect): Sql {
  const property = resource.views[0]!.properties.get(parameter)!;
  const filters: PropertyFilter[] = [{ property, operator: "equals", values: [folded] }];
  const candidates = selectCandidates(resource, requiredTexts(filters), dialect);
  const predicates = filterPredicates(resource, filters, dialect);
  return join(candidates ? alsoWithKeys(dialect.amongSelected(raw("n"), candidates), predicates) : predicates, " AND ");
}

async function areFew(candidates: Sql, resource: Resource, session: ReadSession): Promise<boolean> {
  const some = raw(`total / ${MAX_PART} + ${ALWAYS_FEW}`);
  const most = sql`(SELECT ${some} FROM collection_counters WHERE name = ${resource.name})`;
  const [row] = await session.all(
    sql`SELECT (SELECT count(*) FROM (${candidates} LIMIT ${most} + 1) AS found) <= ${most} AS "areFew"`,
  );
  return Boolean(row!.areFew);
}
