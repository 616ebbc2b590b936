/** The expected results of questions about related records: plain loops over plain lists, written from the contract. */
import {
  type FieldKinds,
  type Filter,
  inOrder,
  isFound,
  type ListQuery,
  matches,
  type OracleRow,
  type Value,
} from "./query-oracle.ts";
import { FIELDS, type RecordKind } from "./relations/space-fields.ts";
import { ONE, RELATIONS } from "./relations/space-relations.ts";
import type { Found, World } from "./relations/space-world.ts";

/** A filter of the records that a path of relations leads to. */
export interface Condition {
  /** The number of the alternatives that it is one of. */
  readonly any?: number | undefined;
  /** The names of relations as they are written: `missions`, `astronauts_none`. */
  readonly steps: readonly string[];
  /** Of a field; or, with the name of a relation and `exists`, whether that leads to anything. */
  readonly filter: Filter;
}

/** A question about a list. The fields of its order may be those of a related record: `planet.name`. */
export interface RelationQuestion extends Omit<ListQuery, "filters"> {
  readonly conditions: readonly Condition[];
}

const NONE = /_none$/;

/** The records among these that satisfy the conditions of a question. */
export function satisfying(
  world: World,
  rows: readonly Found[],
  { conditions, search }: Pick<RelationQuestion, "conditions" | "search">,
): Found[] {
  const alternatives = Map.groupBy(conditions, ({ any }) => any);
  return rows.filter((found) => {
    if (search !== undefined && !isFound(search, FIELDS[found.kind], found.row)) return false;
    return [...alternatives].every(([any, group]) =>
      // Each alternative is independent; all other filters belong together.
      any === undefined ? holds(world, found, group) : group.some((each) => holds(world, found, [each])),
    );
  });
}

/** Whether a record satisfies all of these conditions. */
function holds(world: World, found: Found, conditions: readonly Condition[]): boolean {
  const own = conditions.filter(({ steps }) => steps.length === 0);
  if (!own.every(({ filter }) => satisfies(world, found, filter))) return false;
  const behind = conditions.filter(({ steps }) => steps.length > 0);
  return [...Map.groupBy(behind, ({ steps }) => sameList(steps[0]!)).values()].every((group) => {
    const step = group[0]!.steps[0]!;
    const related = follow(world, found, step.replace(NONE, ""));
    // A kind of record without the relation does not match.
    if (!related) return false;
    const rest = group.map((each) => ({ ...each, steps: each.steps.slice(1) }));
    return related.some((each) => holds(world, each, rest)) !== NONE.test(step);
  });
}

/** Two names of one list are one relation. */
const sameList = (step: string) => step.replace(/^crew(?=_none$|$)/, "astronauts");

/** What a relation of a record leads to; undefined if records of its kind have no such relation. */
function follow(world: World, { kind, row }: Found, name: string): readonly Found[] | undefined {
  return RELATIONS[kind][name]?.(world, row);
}

/** Whether a record itself satisfies a filter. One of a kind without the field does not. */
function satisfies(world: World, found: Found, filter: Filter): boolean {
  const kind = (FIELDS[found.kind] as FieldKinds)[filter.field];
  if (kind) return matches(filter, kind, found.row);
  const related = follow(world, found, filter.field);
  return related !== undefined && related.length > 0 === (filter.values[0] === "true");
}

/** A record, with its values behind one dot, by path: `planet.name`. */
export function withPaths(world: World, found: Found, paths: readonly string[]): OracleRow {
  const values = paths.map((path): [string, Value] => {
    const [relation, field] = path.split(".") as [string, string];
    const [related] = follow(world, found, relation)!;
    return [path, related && field in FIELDS[related.kind] ? related.row[field]! : null];
  });
  return { ...found.row, ...Object.fromEntries(values) };
}

/** The kinds of the fields by which a list can be sorted: its own, and those of each record that a relation leads to. */
export function sortableFields(kind: RecordKind): FieldKinds {
  const related = Object.entries(ONE[kind] ?? {}).flatMap(([relation, targets]) =>
    targets.flatMap((target) =>
      Object.entries(FIELDS[target]).map(([field, each]) => [`${relation}.${field}`, each] as const),
    ),
  );
  return { ...FIELDS[kind], ...Object.fromEntries(related) };
}

/** The records that a question finds in a list, in order. */
export function expectedRecords(
  world: World,
  rows: readonly Found[],
  question: Omit<RelationQuestion, "page" | "limit">,
): OracleRow[] {
  const paths = question.sorts.map(({ field }) => field).filter((field) => field.includes("."));
  const found = satisfying(world, rows, question).map((each) => withPaths(world, each, paths));
  return inOrder(question.sorts, rows[0] ? sortableFields(rows[0].kind) : {}, found);
}

/** The filters of a question, each with its whole path as its field, to be written in a query string. */
export function asFilters(conditions: readonly Condition[]): Filter[] {
  return conditions.map(({ any, steps, filter }) => ({
    ...filter,
    field: [...(any === undefined ? [] : [`any.${any}`]), ...steps, filter.field].join("."),
  }));
}
