/** Reads one list for one requester: at once where that is quick, otherwise as a slow read. */
import sql, { join, type Sql } from "sql-template-tag";
import type { Requester } from "../../runtime/fair-queue.ts";
import type { ReadSession, ReadSource, SlowReader } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { quoteIdentifier } from "../tables.ts";
import { FEW_ROWS } from "./cost.ts";
import type { List } from "./list.ts";
import { countRows, orderBy, type Slice, selectKeys, selectKeysAndTotal, sortedRecords } from "./select.ts";
import { slowPredicates } from "./slow-predicates.ts";
import { where } from "./where.ts";

/** Where a list is read, and its predicates there. */
export type Reader =
  | { readonly session: ReadSession; readonly predicates: readonly Sql[]; readonly isQuick: true }
  | { readonly session: SlowReader; readonly predicates: readonly Sql[]; readonly isQuick: false };

/** The change counter of a collection, and what was read from the same snapshot. */
export interface Exact<T> {
  readonly version: number;
  readonly value: T;
}

/** Reads the records of a list. */
export class ListReader {
  readonly list: List;
  private readonly source: ReadSource;
  private readonly dialect: Dialect;
  private readonly requester: Requester;
  private readonly size: number;
  private few: Promise<boolean> | undefined;
  private narrowed: Promise<readonly Sql[]> | undefined;

  /** @param size of the collection */
  constructor(source: ReadSource, dialect: Dialect, list: List, requester: Requester, size: number) {
    this.source = source;
    this.dialect = dialect;
    this.list = list;
    this.requester = requester;
    this.size = size;
  }

  /** Where to read all records of the list. */
  async reader(): Promise<Reader> {
    return this.readerOf(await this.isQuick());
  }

  /** Where to read the first records of the list, or those after one of them. */
  async readerInOrder(): Promise<Reader> {
    const { findsAll, ordered } = this.list.index;
    return this.readerOf((findsAll && ordered) || (await this.isQuick()));
  }

  /** The integer keys of a part of the list, in order. */
  async keys(slice: Slice): Promise<Int32Array> {
    const isNear = slice.offset + slice.limit <= FEW_ROWS;
    const { session, predicates } = isNear ? await this.readerInOrder() : await this.reader();
    return session.numbers(selectKeys(this.list.view, predicates, this.list.sorts, slice));
  }

  /** The integer keys of a part of the list, or of all of it, and the length of the list. Reads its records only once. */
  async keysAndTotal(slice: Slice | undefined): Promise<{ readonly keys: Int32Array; readonly total: number }> {
    const { view, sorts } = this.list;
    const { session, predicates } = await this.reader();
    if (!slice) {
      const keys = await session.numbers(selectKeys(view, predicates, sorts));
      return { keys, total: keys.length };
    }
    const rows = await session.all(selectKeysAndTotal(view, predicates, sorts, slice));
    const keys = Int32Array.from(rows, ({ n }) => Number(n));
    const isPastEnd = rows.length === 0 && slice.offset > 0;
    return { keys, total: isPastEnd ? (await this.total()).value : Number(rows[0]?.total ?? 0) };
  }

  /** The integer keys of the whole list, in order. */
  async allKeys(): Promise<Exact<Int32Array>> {
    const { view, sorts } = this.list;
    const { session, predicates, isQuick } = await this.reader();
    const changes = selectChanges(this.list);
    if (isQuick) {
      const from = sql`FROM ${sortedRecords(view, sorts)}${where(predicates)}`;
      const rows = await session.all(sql`SELECT n, (${changes}) AS changes ${from}${orderBy(sorts)}`);
      return { version: Number(rows[0]?.changes ?? 0), value: Int32Array.from(rows, ({ n }) => Number(n)) };
    }
    return session.snapshot(async (snapshot) => {
      const [row] = await snapshot.all(changes);
      return { version: Number(row!.changes), value: await snapshot.numbers(selectKeys(view, predicates, sorts)) };
    });
  }

  /** The length of the list. */
  async total(): Promise<Exact<number>> {
    const { session, predicates } = await this.reader();
    const from = sql`FROM ${quoteIdentifier(this.list.resource.table)}${where(predicates)}`;
    const [row] = await session.all(sql`SELECT count(*) AS total, (${selectChanges(this.list)}) AS changes ${from}`);
    return { version: Number(row!.changes), value: Number(row!.total) };
  }

  private async readerOf(isQuick: boolean): Promise<Reader> {
    if (isQuick) return { session: this.source.reader, predicates: this.list.predicates, isQuick };
    const session = this.source.slowReader(this.requester);
    this.narrowed ??= slowPredicates(this.list, this.size, this.dialect, session);
    return { session, predicates: this.dialect.abortable(await this.narrowed), isQuick };
  }

  /**
   * Whether the collection, or what an index finds of it, has so few rows that all of them are read quickly. How many related
   * records each of them has is not known.
   */
  private async isQuick(): Promise<boolean> {
    if (!this.list.isFollowable) return false;
    if (this.size <= FEW_ROWS) return true;
    this.few ??= this.countFew();
    return this.few;
  }

  private async countFew(): Promise<boolean> {
    const { view, predicates, index } = this.list;
    const found = predicates.filter((_, position) => index.finds[position]);
    if (found.length === 0) return false;
    const [row] = await this.source.reader.all(countRows(view, found, FEW_ROWS + 1));
    return Number(row!.total) <= FEW_ROWS;
  }
}

/** Selects the change counter of the collections on which a list depends, as `combined` counts. */
export function selectChanges({ collections }: Pick<List, "collections">): Sql {
  if (collections.length === 1)
    return sql`SELECT changes FROM collection_counters WHERE name = ${collections[0]!.name}`;
  const names = join(collections.map(({ name }) => name));
  return sql`SELECT sum(changes) AS changes FROM collection_counters WHERE name IN (${names})`;
}
