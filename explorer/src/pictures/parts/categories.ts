/** The categories of a picture, as its legend lists them. */
import type { Field } from "../../description/model.ts";
import { words } from "../../description/words.ts";
import type { HueOf } from "../../fields/hues.ts";
import type { Data } from "../../requests/data.ts";

/** One entry of a legend: a value, or all that have the same color. */
export interface Category {
  readonly label: string;
  readonly hue: number;
  readonly count: number;
  /** Empty for "no value", which a filter has only alone. */
  readonly values: readonly string[];
}

/** More values than this of one color are not named. */
const MOST_NAMED = 2;

/**
 * Enums are in the order of their words, other values by how often they occur; what shares a color is one entry.
 * @param groups the values of the field with their counts
 */
export function categoriesOf(field: Field, groups: readonly Data[], hueOf: HueOf): Category[] {
  const isFixed = field.values.length > 0;
  const place = (group: Data) => (isFixed ? field.values.indexOf(group[field.name]) : 0);
  const known = groups.filter((group) => group[field.name] !== null).sort((a, b) => place(a) - place(b));
  const entries = Map.groupBy(known, (group) => (isFixed ? group[field.name] : hueOf(group[field.name])));
  const others = isFixed ? undefined : entries.get(0);
  const own = [...entries.values()].filter((each) => each !== others);
  const none = groups.find((group) => group[field.name] === null);
  const category = (each: readonly Data[], label: (names: string[]) => string): Category => {
    const values = each.map((group) => String(group[field.name]));
    return { label: label(isFixed ? values.map(words) : values), hue: hueOf(values[0]), count: sumOf(each), values };
  };
  return [
    ...own.map((each) => category(each, named)),
    ...(others ? [category(others, ({ length }) => `other (${length})`)] : []),
    ...(none ? [{ label: `no ${field.label.toLowerCase()}`, hue: 0, count: none.count as number, values: [] }] : []),
  ];
}

function named(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

function sumOf(groups: readonly Data[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
