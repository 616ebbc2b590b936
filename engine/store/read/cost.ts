/** Estimates the cost of reading a list: which of its conditions an index answers, and whether in the list's order. */

import type { FieldSpec } from "../../declare/field-spec.ts";
import { comparesAs } from "../../kinds/kinds.ts";
import type { Filter } from "../../query/filters.ts";
import type { Sort } from "../../query/sorting.ts";
import { comparedColumn } from "../../resource/column.ts";
import type { View } from "../../resource/resource.ts";
import { indexedColumns } from "../tables.ts";

/** The number of rows that can be read, filtered and sorted within about a millisecond. */
export const FEW_ROWS = 2_000;

/** The column that a condition compares with a value, or with several; undefined if it compares in another way. */
type Condition = { readonly column: string; readonly single: boolean } | undefined;

/** What an index can do for a list. */
export interface IndexUse {
  /** For each condition of the list, in the order of `listPredicates`: whether the index finds its records. */
  readonly finds: readonly boolean[];
  /** Whether it finds exactly the records of the list. */
  readonly findsAll: boolean;
  /** Whether it yields the records that it finds in the list's order. */
  readonly ordered: boolean;
  /** Whether it yields the records after a keyset in the list's order. Unlike for `ordered`, directions may differ. */
  readonly orderedAfterKeyset: boolean;
}

/** What can be done for a list without an index. */
export const NO_INDEX: IndexUse = { finds: [], findsAll: false, ordered: false, orderedAfterKeyset: false };

/** The use of the index that serves a list best. */
export function indexUse(
  view: View,
  parentId: string | undefined,
  filters: readonly Filter[],
  sorts: readonly Sort[],
): IndexUse {
  const conditions = [...parentConditions(view, parentId), ...filters.map(conditionOf)];
  const uses = indexedColumns(view.resource).map((columns) => useOf(columns, conditions, sorts));
  return uses.reduce((best, use) => (rank(use) > rank(best) ? use : best));
}

function parentConditions({ parent }: View, parentId: string | undefined): Condition[] {
  return parent && parentId !== undefined ? [{ column: parent.column, single: true }] : [];
}

function conditionOf(filter: Filter): Condition {
  if (filter.operator !== "equals" && filter.operator !== "in" && filter.operator !== "is") return undefined;
  const { property, values } = filter;
  if (comparesAs(property.spec.kind, "moment")) return undefined;
  return { column: comparedColumn(property), single: values.length === 1 };
}

function useOf(columns: readonly string[], conditions: readonly Condition[], sorts: readonly Sort[]): IndexUse {
  let length = 0;
  let isSingle = true;
  for (; length < columns.length && isSingle; length += 1) {
    const matching = conditions.filter((condition) => condition?.column === columns[length]);
    if (matching.length === 0) break;
    isSingle = matching.some((condition) => condition!.single);
  }
  const prefix = columns.slice(0, length);
  const finds = conditions.map((condition) => condition !== undefined && prefix.includes(condition.column));
  const remaining = sorts.filter(({ property }) => !prefix.includes(comparedColumn(property)));
  const orderedAfterKeyset =
    isSingle && remaining.every(({ property }, index) => comparedColumn(property) === columns[length + index]);
  return {
    finds,
    findsAll: finds.every(Boolean),
    ordered: orderedAfterKeyset && yieldsDirections(remaining),
    orderedAfterKeyset,
  };
}

/** Whether an index of these columns can be read in their directions. */
function yieldsDirections([first, ...others]: readonly Sort[]): boolean {
  if (!first || others.every(({ descending }) => descending === first.descending)) return true;
  // The records with the same first value, or with none, are sorted when they are read.
  return others.length === 1 && isSeldomShared(first.property.spec);
}

/** Whether few records share a value of a field, as of a time that each of them has. A million may have the same text, or none. */
function isSeldomShared({ kind, presence }: FieldSpec): boolean {
  return kind === "instant" && presence === "required";
}

function rank({ finds, findsAll, ordered }: IndexUse): number {
  return finds.filter(Boolean).length + (ordered ? 0.5 : 0) + (findsAll && ordered ? finds.length : 0);
}
