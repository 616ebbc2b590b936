/** One list: which records it has, and in which order. */
import sql, { type Sql } from "sql-template-tag";
import { type Filter, filterKey, isOnRelated } from "../../query/filters.ts";
import { collectionsOf, type ListQuery } from "../../query/list-query.ts";
import { matches, valueIn } from "../../query/matches.ts";
import type { Sort } from "../../query/sorting.ts";
import type { Resource, View } from "../../resource/resource.ts";
import type { ChangeJournal } from "../changes/journal.ts";
import type { ChangedRow, RowChange } from "../changes/row-changes.ts";
import type { Counter } from "../counters.ts";
import type { Dialect } from "../dialect.ts";
import { type IndexUse, indexUse, NO_INDEX } from "./cost.ts";
import { type FormOf, listPredicates } from "./predicates.ts";
import { orderBy } from "./select.ts";

/** How a change of a row affects a list. */
export interface Move {
  /** The row as the list had it; undefined if it was not in the list. */
  readonly from: ChangedRow | undefined;
  /** The row as the list has it now; undefined if it is not in the list any more. */
  readonly to: ChangedRow | undefined;
}

/** The records of a view that have a parent and match filters, in an order. */
export class List {
  readonly view: View;
  readonly resource: Resource;
  /** The collections on which it depends, its own first. */
  readonly collections: readonly Resource[];
  /** Whether changes of its own collection say what changes in the list: not where related records decide. */
  readonly isFollowable: boolean;
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  readonly predicates: readonly Sql[];
  private readonly parentId: string | undefined;
  private readonly dialect: Dialect;
  /** Identifies the records of the list and what it depends on, whatever their order. */
  readonly key: string;
  /** What an index can do for it. */
  readonly index: IndexUse;
  private readonly isIndexed: boolean;
  readonly parent: { readonly resource: Resource; readonly column: string; readonly id: string } | undefined;

  /** @param isIndexed whether the indexes of its table serve it */
  constructor(view: View, parentId: string | undefined, query: ListQuery, dialect: Dialect, isIndexed = true) {
    this.view = view;
    this.resource = view.resource;
    this.collections = collectionsOf(view, query);
    this.isFollowable = query.related.length === 0;
    this.filters = [...query.filters, ...query.visibility];
    this.sorts = query.sorts;
    this.parent = view.parent && { ...view.parent, id: parentId! };
    this.parentId = parentId;
    this.dialect = dialect;
    this.isIndexed = isIndexed;
    this.predicates = this.predicatesIn();
    this.index = isIndexed ? indexUse(view, parentId, this.filters, query.sorts) : NO_INDEX;
    const depends = this.collections.map(({ name }) => name).join();
    this.key = [view.path, parentId, depends, ...this.filters.map(filterKey)].join(" ");
  }

  /** The predicates, in the order of the parent and the filters. @param formOf how those on related records find them */
  predicatesIn(formOf?: FormOf): readonly Sql[] {
    const predicates = listPredicates(this.view, this.parentId, this.filters, this.dialect, formOf);
    if (this.isIndexed) return predicates;
    const first = predicates.length - this.filters.length;
    // All records are compared: an index of some of them would only fetch them in another order.
    return predicates.map((predicate, at) => {
      const filter = this.filters[at - first];
      return filter && !isOnRelated(filter) ? sql`(${predicate}) IS TRUE` : predicate;
    });
  }

  /** The predicates on the records themselves, without those on related records. */
  ownPredicates(): readonly Sql[] {
    const own = this.filters.filter((filter) => !isOnRelated(filter));
    return listPredicates(this.view, this.parentId, own, this.dialect);
  }

  /** Identifies the list with its order. */
  get orderKey(): string {
    return this.key + orderBy(this.sorts).sql;
  }

  /** Whether a change of a row alters a page: its records, their order, or the length of the list. @param keys of its records */
  isAltered({ before, after }: RowChange, keys: Int32Array): boolean {
    const from = before && this.includes(before) ? before : undefined;
    const to = after && this.includes(after) ? after : undefined;
    if (!from || !to) return from !== to;
    return keys.includes(to.n) || this.sorts.some(({ property }) => valueIn(from, property) !== valueIn(to, property));
  }

  /** How changes of rows affect the list; changes that do not are left out. */
  moves(changes: readonly RowChange[]): Move[] {
    return changes.flatMap(({ before, after }) => {
      const from = before && this.includes(before) ? before : undefined;
      const to = after && this.includes(after) ? after : undefined;
      return from || to ? [{ from, to }] : [];
    });
  }

  private includes(row: ChangedRow): boolean {
    const isBelow = !this.parent || row[this.parent.column] === this.parent.id;
    return isBelow && matches(this.filters, row);
  }
}

/** A part of a list that was read: the integer keys of its records. */
export interface ListPart {
  readonly list: List;
  readonly keys: Int32Array;
}

/**
 * Whether a part of a list is still the same at later change counters; false if that is not known.
 * @param since the counters of the list's collection and, if it has one, its parent's, before the part was read
 */
export async function isUnchanged(
  journal: ChangeJournal,
  { list, keys }: ListPart,
  since: readonly Counter[],
  now: readonly Counter[],
): Promise<boolean> {
  if (!list.isFollowable) return false;
  const collections = [list.resource, ...(list.parent ? [list.parent.resource] : [])];
  // Every change, because what was read may be newer than its counters: it may show a record that was deleted since.
  const [own, ofParents = []] = await Promise.all(
    collections.map((resource, index) => journal.every(resource, since[index]!.changes, now[index]!.changes)),
  );
  if (!own || !ofParents) return false;
  const isParent = (row: ChangedRow | null): boolean => row !== null && row.id === list.parent!.id;
  return (
    !own.some((change) => list.isAltered(change, keys)) &&
    !ofParents.some(({ before, after }) => isParent(before) || isParent(after))
  );
}
