/**
 * Asks for what went on at about the same time as a record, in two parts: what began until then, and later. Each part has the
 * nearest of those that are alike, and all that began beside it.
 */
import { filterOf } from "../../../../../kit/description/list-fields.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { joinElements, type Pair, searchOf } from "../../../address/query.ts";
import { isoOf } from "../../time/days.ts";
import type { Item } from "../../timeline/items.ts";
import { fieldsOf, type TimelineParts } from "../../timeline/parts.ts";
import { windowOf } from "./neighbors.ts";

/** The most records that a part has. */
const MOST = 100;
/** The days before the start of a record, and after it, in which others are beside it. */
const BESIDE_DAYS = 45;
/** Of more fields, there would be more pairs than the service has alternatives. */
const MOST_COMPARED = 4;

/** The queries of both parts. */
export interface Searches {
  readonly before: string;
  readonly after: string;
}

/** Returns the queries for the neighbors of an item; undefined if its list cannot be filtered by time. */
export function searchesOf(view: View, parts: TimelineParts, own: Item, known: number): Searches | undefined {
  const { from, to, state } = parts;
  const named = (field: { readonly name: string } | undefined, operator: string) =>
    field && filterOf(view, field.name, operator)?.parameter;
  const [after, before] = [named(from, "after"), named(from, "before")];
  if (!after || !before) return undefined;
  const window = windowOf(own, known);
  const going = Object.entries(state?.tones ?? {}).flatMap(([value, tone]) => (tone === "go" ? [value] : []));
  const pair = (name: string | undefined, value: string): Pair[] => (name ? [[name, value]] : []);
  const lasting = [
    ...pair(after, isoOf(window.from - 1)),
    ...pair(named(to, "after"), isoOf(window.from)),
    ...pair(going.length > 0 ? named(state, "in") : undefined, joinElements(going)),
  ];
  const common = parts.lanes.slice(0, MOST_COMPARED).flatMap((field) => {
    const value = own.record[field.name];
    return value == null ? [] : pair(named(field, "equals"), String(value));
  });
  const alikeOr = (beside: Pair) => pairsOf(common).map((each) => [...each, beside]);
  const search = (bounds: readonly Pair[], alternatives: readonly (readonly Pair[])[], direction: string) =>
    searchOf(
      new URLSearchParams([
        ...bounds,
        ...alternatives.flatMap((each, index) =>
          each.map(([name, value]): Pair => [`any.${index + 1}.${name}`, value]),
        ),
        ["fields", [...new Set(fieldsOf(parts))].join(",")],
        ...pair(view.sortable.includes(from.name) ? "sort" : undefined, `${from.name}:${direction}`),
        ["limit", String(Math.min(MOST, view.maxLimit ?? MOST))],
      ]),
    );
  return {
    before: search(
      [[before, isoOf(own.from + 1)]],
      [lasting, ...alikeOr([after, isoOf(own.from - BESIDE_DAYS)])],
      "desc",
    ),
    after: search(
      [
        [after, isoOf(own.from)],
        [before, isoOf(window.to + 1)],
      ],
      alikeOr([before, isoOf(own.begun + BESIDE_DAYS)]),
      "asc",
    ),
  };
}

/** Returns all pairs of some filters: what satisfies one of each pair fails at most one filter. */
function pairsOf(filters: readonly Pair[]): Pair[][] {
  if (filters.length < 2) return [[...filters]];
  return filters.flatMap((first, index) => filters.slice(index + 1).map((second) => [first, second]));
}
