/** Random questions about related records, with values that are mostly those of one record and of what it leads to. */
import type { Filter, Kind, Value } from "../query-oracle.ts";
import { isOfSeveral } from "../query-oracle.ts";
import { DATES, OPERATORS } from "../random-queries.ts";
import { type Condition, type RelationQuestion, sortableFields } from "../relation-oracle.ts";
import type { Chance } from "./chance.ts";
import { FIELDS, type RecordKind } from "./space-fields.ts";
import type { AskedList } from "./space-lists.ts";
import { RELATIONS } from "./space-relations.ts";
import type { Found, World } from "./space-world.ts";

/** The most relations that a question follows (§8.1). */
const MOST_RELATIONS = 5;

/** A question, and the paths of records that decide its answer. */
export interface DrawnQuestion extends RelationQuestion {
  readonly about: readonly string[];
}

/** A random question about a list. */
export function randomQuestion(chance: Chance, world: World, list: AskedList): DrawnQuestion {
  const rows = list.rows(world);
  const sortable = sortableFields(list.kind);
  const related = Object.keys(sortable).filter((field) => field.includes("."));
  const sorts = [
    ...chance.some(related, chance.in100(40) ? 1 : 0),
    ...chance.some(Object.keys(FIELDS[list.kind]), chance.in100(40) ? 2 : 0),
  ].map((field) => ({ field, descending: chance.in100(50) }));
  const left = MOST_RELATIONS - sorts.filter(({ field }) => field.includes(".")).length;
  const about = new Set<string>();
  const conditions = rows.length === 0 ? [] : randomConditions(chance, world, chance.pick(rows), left, about);
  const search = rows.length > 0 && chance.in100(10) ? randomSearch(chance, chance.pick(rows)) : undefined;
  return {
    ...{ conditions, search, sorts, compactSort: chance.in100(50) },
    ...{ page: chance.pick([1, 1, 1, 2, 3]), limit: chance.pick([1, 3, 5, 20, 100]) },
    about: [...about],
  };
}

function randomSearch(chance: Chance, { kind, row }: Found): string | undefined {
  const texts = Object.keys(FIELDS[kind]).filter((field) => (FIELDS[kind] as Record<string, Kind>)[field] === "text");
  const words = texts.flatMap((field) => String(row[field] ?? "").match(/[\p{L}\p{N}]+/gu) ?? []);
  return words.length > 0 ? chance.pick(words) : undefined;
}

function randomConditions(
  chance: Chance,
  world: World,
  anchor: Found,
  mostRelations: number,
  about: Set<string>,
): Condition[] {
  const conditions: Condition[] = [];
  const names = new Set<string>();
  // Which record of those behind a path satisfies the conditions that were drawn so far.
  const witnesses = new Map<string, Found>();
  let left = mostRelations;
  for (let count = chance.pick([0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4]); count > 0; count -= 1) {
    const again = conditions.length > 0 && chance.in100(50) ? chance.pick(conditions).steps : undefined;
    const any = chance.in100(20) ? chance.pick([1, 1, 2, 9]) : undefined;
    const condition = randomCondition(chance, world, anchor, { witnesses, about }, again, any);
    const { field, operator, compact, values } = condition.filter;
    const relations = condition.steps.length + (operator === "exists" ? 1 : 0);
    const path = [any, ...condition.steps, field].join(".");
    const name = compact ? `${path}:${values[0]}` : `${path} ${operator}`;
    if (relations > left || names.has(name)) continue;
    left -= relations;
    names.add(name);
    conditions.push(condition);
  }
  return conditions;
}

/** @param again the steps of an earlier condition, to be taken again */
function randomCondition(
  chance: Chance,
  world: World,
  anchor: Found,
  { witnesses, about }: { readonly witnesses: Map<string, Found>; readonly about: Set<string> },
  again: readonly string[] | undefined,
  any: number | undefined,
): Condition {
  let found = anchor;
  const steps: string[] = [];
  const most = again ? again.length : chance.pick([0, 1, 1, 1, 1, 2, 2, 2]);
  while (steps.length < most) {
    const relations = Object.keys(RELATIONS[found.kind]);
    if (relations.length === 0) break;
    const earlier = again?.[steps.length];
    const step = earlier
      ? renamed(chance, earlier, relations)
      : chance.pick(relations) + (chance.in100(20) ? "_none" : "");
    const relation = step.replace(/_none$/, "");
    const path = [any, ...steps, step].join(".");
    const related = RELATIONS[found.kind][relation]?.(world, found.row) ?? [];
    for (const { row } of related.slice(0, 3)) about.add(String(row.path));
    const isLast = steps.length === most - 1;
    if (related.length === 0 || (isLast && chance.in100(8))) return { any, steps, filter: existence(chance, relation) };
    found = witnesses.get(path) ?? chance.pick(related);
    witnesses.set(path, found);
    // Fields of both kinds together: no record satisfies those.
    if (relation === "destination" && chance.in100(20)) found = chance.pick(world.destinations);
    about.add(String(found.row.path));
    steps.push(step);
  }
  return { any, steps, filter: randomFilter(chance, world, found, any === undefined) };
}

/** A step, perhaps under the other name of the same list. */
function renamed(chance: Chance, step: string, relations: readonly string[]): string {
  const both = relations.includes("crew") && relations.includes("astronauts");
  return both ? step.replace(/^(crew|astronauts)/, () => chance.pick(["crew", "astronauts"])) : step;
}

function existence(chance: Chance, field: string): Filter {
  return { field, operator: "exists", values: [String(chance.in100(60))], compact: false };
}

/** A filter that mostly a given record satisfies. */
function randomFilter(chance: Chance, world: World, found: Found, mayBeCompact: boolean): Filter {
  const kinds = FIELDS[found.kind] as Record<string, Kind>;
  const field = chance.pick(Object.keys(kinds));
  const kind = kinds[field]!;
  const others = [...world.values(found.kind, field), ...(kind.startsWith("date") ? DATES : [])];
  const value = found.row[field] ?? (others.length > 0 ? chance.pick(others) : null);
  const operator = value === null ? "exists" : chance.pick(OPERATORS[kind]);
  if (operator === "exists") return existence(chance, field);
  const values = [
    chance.in100(75) ? value : chance.pick(others),
    ...(isOfSeveral(operator) ? chance.some(others, 2) : []),
  ];
  return {
    ...{ field, operator, values: values.map((each) => written(chance, kind, operator, each!)) },
    compact: operator === "" && mayBeCompact && chance.in100(25),
  };
}

/** The operators that find pieces of texts. */
const PIECES: readonly string[] = ["contains", "starts_with", "ends_with"];

/** A value as it is written in a filter: in another case, or a piece of it. */
function written(chance: Chance, kind: Kind, operator: string, value: Value): string {
  const text = String(value);
  if (kind === "date-time") return chance.in100(50) ? text.slice(0, 10) : text;
  if (kind === "enum") return chance.in100(30) ? text.toUpperCase() : text;
  if (kind !== "text" && kind !== "id") return text;
  const points = Array.from(text);
  const from = chance.pick([0, 0, 1, 3]);
  const isPiece = PIECES.includes(operator) && chance.in100(60);
  const piece = isPiece ? points.slice(from, from + chance.pick([1, 2, 4])).join("") : text;
  return chance.in100(30) ? piece.toUpperCase() : chance.in100(30) ? piece.toLowerCase() : piece;
}

/** A selection of fields, in any order; undefined for those that items show. */
export function randomFields(chance: Chance, kind: RecordKind): readonly string[] | undefined {
  if (chance.in100(70)) return undefined;
  const kinds = FIELDS[kind] as Record<string, Kind>;
  const names = Object.keys(kinds).filter((field) => kinds[field] !== "count");
  return [...new Set([chance.pick(names), ...chance.some(names, 3)])];
}
