/** The groups of a summary as rows along one field, each with pieces in colors. */
import { filterPathOf } from "../../../../../kit/description/filter-paths.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { filtersOfGroup, type Group, nextPeriod, withoutSummary } from "../../../address/groups.ts";
import { sortKeysIn } from "../../../address/query.ts";
import type { NameOf } from "../../../fields/kinds/kind.ts";
import type { KnownUntil } from "../../../fields/known-until.ts";
import { DAY_MS, dayOf } from "../../time/days.ts";
import { amountOf, combined } from "./amounts.ts";
import { type Category, categoriesOf } from "./categories.ts";
import { isOverTime, type Part, type Shape } from "./shape.ts";
import { compareValues, isOrdered, keyOf, valueIn, valueName } from "./values.ts";

/** The numbers of some groups together. */
export interface Numbers {
  /** Undefined if there is none, or if it does not follow from those of the groups. */
  readonly amount: number | undefined;
  /** The number of records. */
  readonly count: number;
  /** The query of the list of these records; undefined if no filters select them. */
  readonly search: string | undefined;
}

/** All groups with one value of the field along which they are drawn. */
export interface Row extends Numbers {
  readonly key: string;
  readonly name: string;
  /** The days on which its period begins and ends, along time. */
  readonly from: number;
  readonly to: number;
  readonly groups: readonly Group[];
  /** By the key of their category. */
  readonly pieces: ReadonlyMap<string, Numbers>;
}

/** A summary, ready to be drawn. */
export interface Drawn {
  readonly shape: Shape;
  /** In the order of time, or of the picture. */
  readonly rows: readonly Row[];
  /** The colors of what is drawn, with the numbers of all rows; without a field that colors, one for all. */
  readonly categories: readonly (Category & Numbers)[];
  readonly all: Numbers;
  /** The records in periods of which nothing is known yet, and those without a date. */
  readonly later: number;
  readonly undated: Numbers | undefined;
  /** The records in groups without a value to measure. */
  readonly lacking: number;
  readonly hasNegative: boolean;
}

/** The query of a summary, and how to read its answer. */
export interface Reading {
  readonly view: View;
  readonly shape: Shape;
  readonly search: string;
  readonly nameOf: NameOf;
  readonly knownUntil: KnownUntil;
}

/** Sorts groups into rows. Those without a date, and periods that begin after all that is known of them, are only counted. */
export function drawnOf(groups: readonly Group[], reading: Reading): Drawn {
  const { view, shape, nameOf } = reading;
  const { along } = shape;
  const overTime = isOverTime(shape);
  const periods = [...Map.groupBy(groups, (group) => keyOf(along, group)).values()];
  const isLater = (group: Group) => beginsLater(valueIn(along, group), reading.knownUntil(group));
  const isUndated = (own: readonly Group[]) => overTime && valueIn(along, own[0]!) === null;
  const later = overTime ? periods.filter((own) => !isUndated(own) && own.every(isLater)) : [];
  const undated = periods.find(isUndated);
  const shown = periods.filter((own) => own !== undated && !later.includes(own));
  const categories = categoriesOf(shape, shown.flat(), view, nameOf);
  const numbersOf = (own: readonly Group[], parts: readonly Part[]) => ({
    amount:
      own.length === 1
        ? amountOf(shape, own[0]!)
        : combined(
            shape,
            own.map((group) => amountOf(shape, group)),
          ),
    count: countOf(own),
    search: own[0] && searchOf(parts, own[0], reading),
  });
  const belongs = ({ values, isAll }: Category, group: Group) => isAll || values.has(keyOf(shape.color!, group));
  const rows = shown.map((own): Row => {
    const value = valueIn(along, own[0]!);
    const pieces = categories.flatMap((category) => {
      const among = own.filter((group) => belongs(category, group));
      const parts = shape.color ? [along, shape.color] : [along];
      const numbers = numbersOf(among, parts);
      return among.length === 0
        ? []
        : [[category.key, { ...numbers, search: category.values.size > 1 ? undefined : numbers.search }] as const];
    });
    return {
      ...{ key: keyOf(along, own[0]!), name: valueName(along, value, view, nameOf) },
      ...numbersOf(own, [along]),
      from: (overTime && dayOf(value)) || 0,
      to: overTime ? nextPeriod(String(value), along.period!).getTime() / DAY_MS : 0,
      groups: own,
      pieces: new Map(pieces),
    };
  });
  const whole = wholeOf(shown, later.length > 0 || undated !== undefined, reading);
  const total = (own: readonly Group[], parts: readonly Part[]): Numbers => ({
    ...numbersOf(own, parts),
    search: whole === undefined || own.length === 0 ? undefined : searchOf(parts, own[0]!, { view, search: whole }),
  });
  return {
    shape,
    rows: inOrder(rows, shown, reading),
    categories: categories.map((category) => {
      const own = shown.flat().filter((group) => belongs(category, group));
      const numbers = total(own, shape.color ? [shape.color] : []);
      // Filters select one value, not several.
      return { ...category, ...numbers, search: category.values.size > 1 ? undefined : numbers.search };
    }),
    all: total(shown.flat(), []),
    later: countOf(later.flat()),
    undated: undated && numbersOf(undated, [along]),
    lacking: countOf(shown.flat().filter((group) => amountOf(shape, group) === undefined)),
    hasNegative: shown.flat().some((group) => (amountOf(shape, group) ?? 0) < 0),
  };
}

/** Returns whether a period begins after the last day of which anything is known. */
function beginsLater(value: unknown, knownUntil: string | undefined): boolean {
  const [from, known] = [dayOf(value), dayOf(knownUntil)];
  return from !== undefined && known !== undefined && from >= known + 1;
}

function countOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the query of the records with the values of a group; undefined if no filters select them. */
function searchOf(parts: readonly Part[], group: Group, { view, search }: Pick<Reading, "view" | "search">) {
  const groupings = parts.map(({ grouping }) => grouping);
  const filters = filtersOfGroup(groupings, group, search, (name) => filterPathOf(view, name) !== undefined);
  return filters && withoutSummary(search, filters);
}

/** Returns the query of all records that are drawn; along time, those up to the end of the last period. */
function wholeOf(shown: readonly Group[][], isPart: boolean, { view, shape, search }: Reading): string | undefined {
  if (!isPart) return withoutSummary(search);
  const { along } = shape;
  const last = shown.flat().reduce<Group | undefined>((one, other) => {
    return one && compareValues(along, valueIn(along, one), valueIn(along, other)) > 0 ? one : other;
  }, undefined);
  if (!last) return undefined;
  const name = `${along.field.name}_before`;
  const period = { ...along.grouping, period: along.period };
  const before = filtersOfGroup([period], last, search, (each) => filterPathOf(view, each) !== undefined)?.[name];
  return before === undefined ? undefined : withoutSummary(search, { [name]: before });
}

/** Returns rows by time or number; others as the query sorts them, or the largest first, and what has no value last. */
function inOrder(rows: readonly Row[], shown: readonly Group[][], { shape, search }: Reading): readonly Row[] {
  const { along } = shape;
  if (!isOverTime(shape) && sortKeysIn(search).length > 0) return rows;
  const placed = rows.map((row, index) => ({ row, value: valueIn(along, shown[index]![0]!) }));
  const compare = isOrdered(along)
    ? compareValues
    : (_: Part, one: unknown, other: unknown) => Number(one === null) - Number(other === null);
  return placed
    .sort((one, other) => compare(along, one.value, other.value) || sizeOf(other.row) - sizeOf(one.row))
    .map(({ row }) => row);
}

/** Returns how large a row is: of what does not add up, its largest piece. */
function sizeOf({ amount, pieces }: Row): number {
  return Math.max(...[amount, ...[...pieces.values()].map((piece) => piece.amount)].map((each) => Math.abs(each ?? 0)));
}
