/** The colors of groups: one for each value, or for several that are too many to tell apart. */
import type { View } from "../../../../../kit/description/model.ts";
import type { Group } from "../../../address/groups.ts";
import { huesOf } from "../../../fields/hues.ts";
import type { NameOf } from "../../../fields/kinds/kind.ts";
import { dayOf } from "../../time/days.ts";
import { amountOf } from "./amounts.ts";
import type { Shape } from "./shape.ts";
import { compareValues, isOrdered, keyOf, valueIn, valueName } from "./values.ts";

/** A color: its name, and the values that have it. */
export interface Category {
  readonly key: string;
  readonly name: string;
  readonly hue: number;
  /** The keys of its values. */
  readonly values: ReadonlySet<string>;
  /** It has all groups: there is no field that colors. */
  readonly isAll?: boolean;
}

/** More values than this, where a field may have any, are one category. */
const MOST = 12;
const HUES = 10;
/** The color where there is no field that colors. */
const PLAIN: Category = { key: "", name: "", hue: 1, values: new Set(), isAll: true };
const YEAR_DAYS = 365.2425;
/** The days of a period, about. */
const DAYS: Readonly<Record<string, number>> = {
  ...{ decade: 10 * YEAR_DAYS, year: YEAR_DAYS, quarter: YEAR_DAYS / 4, month: YEAR_DAYS / 12, day: 1 },
  ...{ hour: 1 / 24, minute: 1 / 1440 },
};

/** Returns the categories of some groups, in the order of an enum's words, of time or numbers, or by their size. */
export function categoriesOf(shape: Shape, groups: readonly Group[], view: View, nameOf: NameOf): readonly Category[] {
  const part = shape.color;
  if (!part) return [PLAIN];
  const entries = [...Map.groupBy(groups, (group) => keyOf(part, group))].map(([key, own]) => ({
    key,
    value: valueIn(part, own[0]!),
    size: own.reduce((sum, group) => sum + Math.abs(amountOf(shape, group) ?? 0), 0),
  }));
  const { values } = part.field;
  const isFixed = values.length > 0;
  const bySize = entries.toSorted((one, other) => other.size - one.size);
  const known = bySize.filter(({ value }) => value !== null);
  const own = isFixed || known.length <= MOST ? known : known.slice(0, MOST - 1);
  const others = known.slice(own.length);
  if (isFixed) own.sort((one, other) => values.indexOf(String(one.value)) - values.indexOf(String(other.value)));
  else if (isOrdered(part)) own.sort((one, other) => compareValues(part, one.value, other.value));
  const hueOf = part.period === undefined ? huesOf(part.field) : hueOfPeriod(part.period);
  const none = entries.filter(({ value }) => value === null);
  const category = ({ key, value }: (typeof entries)[number]): Category => ({
    ...{ key, name: valueName(part, value, view, nameOf), hue: value === null ? 0 : hueOf(value) },
    values: new Set([key]),
  });
  return [
    ...own.map(category),
    ...(others.length > 0
      ? [{ key: "others", name: `other (${others.length})`, hue: 0, values: new Set(others.map(({ key }) => key)) }]
      : []),
    ...none.map(category),
  ];
}

/** Returns the colors of periods: neighbors differ, and none depends on what else is in a list. */
function hueOfPeriod(period: string): (value: unknown) => number {
  return (value) => {
    const place = Math.round((dayOf(value) ?? 0) / DAYS[period]!);
    return (((place % HUES) + HUES) % HUES) + 1;
  };
}
