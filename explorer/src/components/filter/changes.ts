/** Adds filters to a query, and changes them. */
import { type FilterPath, isSameStep, parameterAt, type Step } from "../../../../kit/description/filter-paths.ts";
import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { View } from "../../../../kit/description/model.ts";
import { elementsOf, filtersIn, freePrefixes, joinElements, type Pair, replaced } from "../../address/query.ts";
import type { ChipContent, ChipPart } from "../chips/chips-in.ts";
import { type Condition, conditionOf } from "../chips/filter-text.ts";

/** Puts a filter that was made into a query: a parameter, or two bounds. Says why, if that is not possible. */
export type Change = (search: string, steps: readonly Step[], filter: readonly Pair[]) => string | Refused;

/** Says why a filter cannot be added. */
export interface Refused {
  readonly reason: string;
}

/** Adds a filter that is independent of those that are there: another related record may match it. */
export function withQuestion(view: View): Change {
  return (search, steps, filter) => {
    const isTaken = filtersIn(search).some((pair) => {
      const { prefix, steps: others = [] } = conditionOf(view, ...pair)?.path ?? {};
      return prefix === "" && areShared(steps, others);
    });
    // Two bounds with the prefix of one alternative would be alternatives.
    if (isTaken && filter.length > 1)
      return {
        reason:
          "Another filter already uses this relation. Use the + on its chip to add both bounds, or enter only one here.",
      };
    return added(search, steps, filter, isTaken ? freePrefixes(search)[0] : "");
  };
}

/** Adds a filter of the related record that others are about, too. */
export const withCondition: Change = (search, steps, filter) => added(search, steps, filter);

/** Puts a filter in the place of another one. */
export function withChanged({ pairs, condition }: ChipPart): Change {
  return (search, steps, filter) => replaced(search, pairs, placed(steps, filter, condition!.path.prefix));
}

function added(search: string, steps: readonly Step[], filter: readonly Pair[], prefix?: string): string {
  return replaced(search, [], placed(steps, filter, prefix));
}

function placed(steps: readonly Step[], filter: readonly Pair[], prefix = ""): Pair[] {
  return filter.map(([name, value]) => [prefix + parameterAt(steps, name), value]);
}

/** Adds a filter as an alternative to those of a chip. */
export function withAlternative(view: View, { parts }: ChipContent): Change {
  return (search, steps, [filter]) => {
    const [name, value] = filter!;
    const known = parts.map(({ condition }) => condition!);
    const made = conditionOf(view, parameterAt(steps, name), value)!;
    const all = united(known, made);
    const own = known[0]!.path.prefix;
    const prefix = own === "" && all && all.length > 1 ? freePrefixes(search)[0] : own;
    if (!all || prefix === undefined) return { reason: "Only one alternative can use this comparison." };
    const alternatives = all.map(({ path, value: text }): Pair => [prefix + parameterOf(path), text]);
    return replaced(
      search,
      parts.flatMap(({ pairs }) => pairs),
      alternatives,
    );
  };
}

function parameterOf({ steps, filter }: FilterPath): string {
  return parameterAt(steps, filter.parameter);
}

/** Returns whether filters of these paths would be about the same related record, where there may be others. */
function areShared(steps: readonly Step[], others: readonly Step[]): boolean {
  const end = steps.findIndex((step, index) => !others[index] || !isSameStep(step, others[index]));
  return steps.slice(0, end < 0 ? steps.length : end).some(({ relation, isNone }) => relation.isMany || isNone);
}

/** Returns alternatives with one more. A field that equals one of several values is one filter: a query has each parameter once. */
function united(known: readonly Condition[], made: Condition): Condition[] | undefined {
  const place = (path: FilterPath) => parameterAt(path.steps, path.filter.field);
  const same = known.findIndex(({ path }) => place(path) === place(made.path) && isOneOf(path) && isOneOf(made.path));
  const list = filterOf(made.path.records, made.path.filter.field, "in");
  if (same >= 0 && list && !made.path.steps.some(({ isNone }) => isNone)) {
    const values = [known[same]!, made].flatMap(({ path, value }) =>
      path.filter.operator === "in" ? elementsOf(value) : [value],
    );
    return known.with(same, { path: { ...made.path, filter: list }, value: joinElements([...new Set(values)]) });
  }
  return known.some(({ path }) => parameterOf(path) === parameterOf(made.path)) ? undefined : [...known, made];
}

function isOneOf({ filter: { operator } }: FilterPath): boolean {
  return operator === "equals" || operator === "in";
}
