/** The categories of a picture, as its legend lists them. */
import type { Field } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import type { HueOf } from "../../fields/hues.ts";
import type { Data } from "../../requests/data.ts";

/** One entry of a legend: a value, or all that have the same color. */
export interface Category {
  readonly label: string;
  readonly hue: number;
  /** The number of records drawn. */
  readonly count: number;
  /** Empty for "no value", which a filter has only alone. */
  readonly values: readonly string[];
}

/** More values than this of one color are not named. */
const MOST_NAMED = 2;

/** The number of records drawn of each value; null is none. */
export type Counts = ReadonlyMap<string | null, number>;

/** Counts the values of what is drawn. */
export function countsOf(values: readonly unknown[]): Counts {
  const counts = new Map<string | null, number>();
  for (const value of values.map((each) => (each == null ? null : String(each))))
    counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * Enums are in the order of their words, other values by how often they occur in the list; what shares a color is one
 * entry.
 * @param groups the values in the list, the most frequent first, also those that the address leaves out
 * @param drawn what is counted
 */
export function categoriesOf(
  field: Field,
  groups: readonly Data[],
  { hueOf, drawn }: { readonly hueOf: HueOf; readonly drawn: Counts },
): Category[] {
  const isFixed = field.values.length > 0;
  const listed = countsOf(groups.map((group) => group[field.name]));
  const values = [...new Set([...listed.keys(), ...drawn.keys()])];
  const place = (value: string) => (isFixed ? field.values.indexOf(value) : 0);
  const known = values.filter((value) => value !== null).sort((a, b) => place(a) - place(b));
  const entries = Map.groupBy(known, (value) => (isFixed ? value : hueOf(value)));
  const others = isFixed ? undefined : entries.get(0);
  const own = [...entries.values()].filter((each) => each !== others);
  const category = (each: readonly string[], label: (names: readonly string[]) => string): Category => ({
    label: label(isFixed ? each.map(words) : each),
    hue: hueOf(each[0]),
    count: each.reduce((sum, value) => sum + (drawn.get(value) ?? 0), 0),
    values: each,
  });
  return [
    ...own.map((each) => category(each, named)),
    ...(others ? [category(others, ({ length }) => `other (${length})`)] : []),
    ...(values.includes(null)
      ? [{ label: `no ${field.label.toLowerCase()}`, hue: 0, count: drawn.get(null) ?? 0, values: [] }]
      : []),
  ];
}

function named(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}
