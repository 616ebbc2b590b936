/** Sort values of rows in memory, compared as the databases compare them. */
import { raw, type Sql } from "sql-template-tag";
import { fold, type Json } from "../../../declare/values.ts";
import { encode } from "../../../kinds/kinds.ts";
import type { Keyset } from "../../../query/cursor.ts";
import { valueIn } from "../../../query/matches.ts";
import type { Sort } from "../../../query/sorting.ts";
import { comparedColumn } from "../../../resource/column.ts";
import type { ChangedRow } from "../../changes/row-changes.ts";

/** The columns by which a list is sorted, as `#0`, `#1` and so on. */
export function sortColumns(sorts: readonly Sort[]): Sql {
  return raw(sorts.map(({ property }, index) => `"${comparedColumn(property)}" AS "#${index}"`).join(", "));
}

/** The sort values of a row, as these columns hold them. */
export function sortValues(sorts: readonly Sort[], row: ChangedRow): Keyset {
  return sorts.map(({ property }) => {
    const value = valueIn(row, property) as Json;
    const isFolded = comparedColumn(property) !== property.column && value !== null;
    return (isFolded ? fold(value as string) : encode(property.spec.kind, value)) as Keyset[number];
  });
}

/** Compares two keysets in the order of a list: negative if the first comes first. */
export function compareKeysets(sorts: readonly Sort[], one: Keyset, other: Keyset): number {
  for (let index = 0; index < sorts.length; index += 1) {
    const order = compareValues(one[index]!, other[index]!);
    if (order !== 0) return sorts[index]!.descending ? -order : order;
  }
  return 0;
}

/** Null is the lowest value; numbers compare by size, texts by code points. */
function compareValues(one: Keyset[number], other: Keyset[number]): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  return typeof one === "string" ? compareTexts(one, other as string) : one - (other as number);
}

function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [unit, otherUnit] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (unit !== otherUnit) return rank(unit) - rank(otherUnit);
  }
  return one.length - other.length;
}

/** Ranks UTF-16 code units by code point: surrogates come after all others. */
function rank(unit: number): number {
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
