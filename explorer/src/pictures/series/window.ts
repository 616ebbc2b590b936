/** The part of x that a list is requested, and filters for it. */
import type { View } from "../../../../kit/description/model.ts";
import type { SeriesParts } from "./samples.ts";

/** The ends of x; undefined at an open one. */
export type Ends = readonly [from: number | undefined, to: number | undefined];

/** Returns the filters of the lower and the upper end of x; undefined if a list has none. */
export function endFilters(view: View, { x }: SeriesParts): readonly [string | undefined, string | undefined] {
  const named = (...operators: string[]) =>
    view.filters.find(({ field, operator }) => field === x.name && operators.includes(operator))?.parameter;
  return [named("after", "min"), named("before", "max")];
}

/** Returns the ends that a query asks for. */
export function requestedIn(view: View, parts: SeriesParts, search: string): Ends {
  const query = new URLSearchParams(search);
  const [from, to] = endFilters(view, parts).map((name) => {
    const value = name === undefined ? null : query.get(name);
    if (value === null) return undefined;
    const number = parts.isTime ? Date.parse(value) / 1_000 : Number(value);
    return Number.isFinite(number) ? number : undefined;
  });
  return [from, to];
}
