/** Reads records within a transaction, with the changes that it has made so far. */
import sql, { join, type Sql } from "sql-template-tag";
import { isId } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Transaction } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { isIdOf, type Place } from "../place.ts";
import { suggestId } from "../search/similar-ids.ts";
import { hasKey, quoteIdentifier, type StoredRecord, storedColumns, toStored } from "../tables.ts";

/** The number of records that `scan` reads per statement. */
const BATCH = 1_000;

/** What a transaction reads with. */
export interface ReadContext extends Pick<Transaction, "session" | "records"> {
  readonly dialect: Dialect;
}

/** Reads records. Those that were found by their keys are cached. */
export class RecordReader {
  readonly dialect: Dialect;
  protected readonly session: Transaction["session"];
  protected readonly records: Transaction["records"];

  constructor({ session, records, dialect }: ReadContext) {
    this.session = session;
    this.records = records;
    this.dialect = dialect;
  }

  /** Finds a record by its key, and by `parentId` if keys are unique only within their parent. */
  async find(resource: Resource, key: string, parentId?: string): Promise<StoredRecord | undefined> {
    if (!isIdOf(resource, key) || (parentId !== undefined && !isId(parentId))) return undefined;
    const cached = this.records?.get(resource, key, parentId);
    if (cached !== undefined) return (cached ?? undefined) as StoredRecord | undefined;
    const [found] = await this.select(resource, sql`${hasKey(resource, key)}${within(resource, parentId)}`);
    this.records?.set(resource, key, parentId, found ?? null);
    return found;
  }

  /**
   * Finds which keys are taken, of keys that clients choose; by `parentId` if they are unique only within their parent.
   * @param keys at least one
   * @returns the number of the record with each
   */
  async findKeys(resource: Resource, keys: readonly string[], parentId?: string): Promise<Map<string, number>> {
    const key = quoteIdentifier(resource.key);
    const isAmong = sql`${key} IN (${join(keys)})${within(resource, parentId)}`;
    const rows = await this.session.all(
      sql`SELECT n, ${key} AS key FROM ${quoteIdentifier(resource.table)} WHERE ${isAmong}`,
    );
    return new Map(rows.map((row) => [row.key as string, Number(row.n)]));
  }

  /** A sentence that names a record with an id like that of a place where there is none. */
  suggestId(resource: Resource, place: Place): Promise<string> {
    return suggestId(this.session, resource, place);
  }

  /** Finds all records with a value in a column, in order of creation. */
  findAllBy(resource: Resource, column: string, value: string): Promise<StoredRecord[]> {
    return this.select(resource, sql`${quoteIdentifier(column)} = ${value} ORDER BY n`);
  }

  /** Counts the records with a value in a column. */
  countBy(resource: Resource, column: string, value: string): Promise<number> {
    return this.count(resource, sql`${quoteIdentifier(column)} = ${value}`);
  }

  /** Yields the children of a record, in the order of their keys, in batches. Those that were yielded may be deleted meanwhile. */
  async *children(resource: Resource, parentId: string, size: number): AsyncGenerator<StoredRecord[], void> {
    const key = quoteIdentifier(resource.key);
    for (let after = ""; ; ) {
      const isNext = sql`${quoteIdentifier(resource.parentKey!)} = ${parentId} AND ${key} > ${after}`;
      const records = await this.select(resource, sql`${isNext} ORDER BY ${key} LIMIT ${size}`);
      if (records.length > 0) yield records;
      if (records.length < size) return;
      after = records.at(-1)![resource.key] as string;
    }
  }

  async select(resource: Resource, condition: Sql): Promise<StoredRecord[]> {
    const rows = await this.session.all(
      sql`SELECT ${storedColumns(resource)} FROM ${quoteIdentifier(resource.table)} WHERE ${condition}`,
    );
    return rows.map((row) => toStored(resource, row));
  }

  async count(resource: Resource, condition: Sql): Promise<number> {
    const [row] = await this.session.all(
      sql`SELECT count(*) AS total FROM ${quoteIdentifier(resource.table)} WHERE ${condition}`,
    );
    return Number(row!.total);
  }

  /** Returns the values of a column, each once, in the order of the first record with each. */
  async distinct(resource: Resource, column: string, condition: Sql, limit: number): Promise<unknown[]> {
    const name = quoteIdentifier(column);
    const rows = await this.session.all(
      sql`SELECT ${name} AS value FROM ${quoteIdentifier(resource.table)} WHERE ${condition} GROUP BY ${name} ORDER BY min(n) LIMIT ${limit}`,
    );
    return rows.map(({ value }) => value);
  }

  /** Yields all records in order of creation. Reads them in batches. */
  async *scan(resource: Resource): AsyncGenerator<StoredRecord, void> {
    for (let after = 0; ; ) {
      const records = await this.select(resource, sql`n > ${after} ORDER BY n LIMIT ${BATCH}`);
      yield* records;
      if (records.length < BATCH) return;
      after = records.at(-1)!.n;
    }
  }
}

/** The second half of a condition: the record is of this parent, if that is given. */
function within({ parentKey }: Resource, parentId: string | undefined): Sql {
  return parentId !== undefined && parentKey ? sql` AND ${quoteIdentifier(parentKey)} = ${parentId}` : sql``;
}
