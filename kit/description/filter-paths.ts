/** The parameters of filters as paths: which records they are about, and how these are compared. */
import { filterNamed } from "./list-fields.ts";
import type { Filter, Queryable, Relation } from "./model.ts";

/** A relation that a path follows. */
export interface Step {
  readonly relation: Relation;
  /** No related record may match, instead of at least one. */
  readonly isNone: boolean;
}

/** A parameter such as `any.1.missions.crew_none.role_in`. */
export interface FilterPath {
  /** What marks it as one of several alternatives: `any.1.`; empty if it is none. */
  readonly prefix: string;
  readonly steps: readonly Step[];
  /** The records that the steps lead to. */
  readonly records: Queryable;
  readonly filter: Filter;
}

/** The prefix of an alternative. */
const ALTERNATIVE = /^any\.[1-9]\./;
const NONE = "_none";

/** Returns what marks a parameter as an alternative; empty if nothing does. */
export function alternativeOf(parameter: string): string {
  return ALTERNATIVE.exec(parameter)?.[0] ?? "";
}

/** Returns the path that a parameter is; undefined if it is no filter. */
export function filterPathOf(records: Queryable, parameter: string): FilterPath | undefined {
  const prefix = alternativeOf(parameter);
  const found = follow(records, parameter.slice(prefix.length), []);
  return found && { prefix, ...found };
}

function follow(records: Queryable, path: string, steps: readonly Step[]): Omit<FilterPath, "prefix"> | undefined {
  const filter = filterNamed(records, path);
  if (filter) return { steps, records, filter };
  const dot = path.indexOf(".");
  const step = dot < 0 ? undefined : stepNamed(records, path.slice(0, dot));
  return step && follow(step.relation.records, path.slice(dot + 1), [...steps, step]);
}

function stepNamed({ relations }: Queryable, name: string): Step | undefined {
  const named = (each: string) => relations.find((relation) => relation.name === each);
  const relation = named(name);
  if (relation) return { relation, isNone: false };
  const other = name.endsWith(NONE) ? named(name.slice(0, -NONE.length)) : undefined;
  return other && { relation: other, isNone: true };
}

/** Returns the parameter of a filter of the records to which steps lead. */
export function parameterAt(steps: readonly Step[], parameter: string): string {
  return [...steps.map(({ relation, isNone }) => relation.name + (isNone ? NONE : "")), parameter].join(".");
}

/** Returns whether two steps are about the same related records. */
export function isSameStep(one: Step, other: Step): boolean {
  return one.relation.identity === other.relation.identity && one.isNone === other.isNone;
}
