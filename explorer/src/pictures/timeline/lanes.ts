/** Lanes: items grouped by the value of a field. */
import type { Field } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import type { TargetOf } from "../../description/target.ts";
import type { References } from "../../description/targets.ts";
import type { Item } from "./items.ts";
import type { TimelineParts } from "./parts.ts";

/** A group of items with its name. */
export interface Lane {
  readonly name: string;
  /** Beside the count: how many values share the lane. */
  readonly note: string | undefined;
  readonly items: readonly Item[];
}

/** The number of values with a lane of their own. */
const OWN_LANES = 8;

/** Returns the values of a field, the most frequent first. Null stands for none. */
export function valuesByCount(items: readonly Item[], field: Field | undefined): (string | null)[] {
  if (!field) return [];
  const counts = new Map<string | null, number>();
  for (const { record } of items) {
    const value = record[field.name] ?? null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (String(a) < String(b) ? -1 : 1)).map(([value]) => value);
}

/**
 * Returns the lanes of items: one for each of the most frequent values, and one for all others.
 * @param everything the name of the only lane if there is no field
 */
export function lanesOf(
  items: readonly Item[],
  field: Field | undefined,
  { targetOf, everything }: { readonly targetOf: TargetOf; readonly everything: string },
): Lane[] {
  if (!field) return [{ name: everything, note: undefined, items }];
  const values = valuesByCount(items, field);
  const own = new Map<string | null, Item[]>(values.slice(0, OWN_LANES).map((value) => [value, []]));
  const others: Item[] = [];
  for (const item of items) (own.get(item.record[field.name] ?? null) ?? others).push(item);
  const lanes: Lane[] = [...own].map(([value, each]) => ({
    name: laneName(value, field, targetOf),
    note: undefined,
    items: each,
  }));
  const rest = values.length - own.size;
  return rest > 0 ? [...lanes, { name: "Other", note: `${rest} more`, items: others }] : lanes;
}

function laneName(value: string | null, field: Field, targetOf: TargetOf): string {
  if (value === null) return `No ${field.label.toLowerCase()}`;
  if (field.kind === "reference") return targetOf(field, value)?.name ?? value;
  const name = field.values.length > 0 ? words(value) : String(value);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the references by which lanes can be made, with their most frequent values. */
export function referencesOf(items: readonly Item[], { lanes }: TimelineParts): References[] {
  return lanes
    .filter(({ kind }) => kind === "reference")
    .map((field) => ({ field, ids: valuesByCount(items, field).filter((value) => value !== null) }));
}
