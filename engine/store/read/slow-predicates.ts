/** The predicates of a slow read, in the form that reads least. */
import type { Sql } from "sql-template-tag";
import type { Filter, RelationFilter } from "../../query/filters.ts";
import type { ReadSession } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { mostCandidates, narrowDown, requiredTexts } from "../search/candidates.ts";
import type { List } from "./list.ts";
import { predicatesAt } from "./predicates.ts";
import { countRelated } from "./related.ts";
import { alsoWithKeys } from "./where.ts";

/**
 * Composes the predicates of a list. If few related records match, they are selected first and lead to the records of the
 * list; otherwise, if a trigram index finds few candidates, those are compared.
 * @param size of the list's collection
 */
export async function slowPredicates(
  list: List,
  size: number,
  dialect: Dialect,
  session: ReadSession,
): Promise<readonly Sql[]> {
  const few = await fewRelated(list.filters, mostCandidates(size), dialect, session);
  const predicates = list.predicatesIn((filter) => (few.has(filter) ? "in" : "exists"));
  const [leading] = list.filters
    .filter((filter): filter is RelationFilter => filter.operator === "some" && few.has(filter))
    .sort((one, other) => few.get(one)! - few.get(other)!);
  if (!leading) {
    const searched = { resource: list.resource, required: requiredTexts(list.filters), predicates };
    return narrowDown(searched, dialect, session);
  }
  const at = predicates.length - list.filters.length + list.filters.indexOf(leading);
  return alsoWithKeys(predicates[at]!, predicates.toSpliced(at, 1));
}

/** The filters that few related records satisfy, with their numbers. */
async function fewRelated(
  filters: readonly Filter[],
  most: number,
  dialect: Dialect,
  session: ReadSession,
): Promise<ReadonlyMap<Filter, number>> {
  const few = new Map<Filter, number>();
  const inOrder = filters.flatMap((filter) => (filter.operator === "any" ? filter.filters : [filter]));
  for (const filter of inOrder) {
    if (filter.operator !== "some" && filter.operator !== "none") continue;
    const count = countRelated(filter, most + 1, (related, place) => predicatesAt(place, related, dialect, () => "in"));
    const total = Number((await session.all(count))[0]!.total);
    if (total <= most) few.set(filter, total);
  }
  return few;
}
