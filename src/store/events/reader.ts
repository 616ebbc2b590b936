/** The log of what happened as it is read: from any event on, and as it grows. */
import sql from "sql-template-tag";
import type { Filter } from "../../query/filters.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Counter } from "../counters.ts";
import type { Database } from "../dialect.ts";
import { readMetadata } from "../metadata.ts";
import { filterPredicates, where } from "../read/select.ts";
import { quoteIdentifier, type StoredRecord, storedColumns, toStored } from "../tables.ts";
import { CLEARED, eventId } from "./outbox.ts";

export class EventLogReader {
  /** The collection of events. */
  readonly resource: Resource;
  private readonly database: Database;
  private readonly standing: () => Promise<Counter>;

  constructor(resource: Resource, database: Database, standing: () => Promise<Counter>) {
    this.resource = resource;
    this.database = database;
    this.standing = standing;
  }

  /**
   * The next events after this id for which conditions hold, oldest first. Events are numbered in the order in which they
   * are committed, so that none comes later with a lower number.
   */
  async after(id: string, conditions: readonly Filter[], limit: number): Promise<StoredRecord[]> {
    const all = [sql`id > ${id}`, ...filterPredicates(conditions, this.database.dialect)];
    const rows = await this.database.reader.all(
      sql`SELECT ${storedColumns(this.resource)} FROM ${quoteIdentifier(this.resource.table)}${where(all)} ORDER BY id LIMIT ${limit}`,
    );
    return rows.map((row) => toStored(this.resource, row));
  }

  /** An id that no event has gone beyond yet, and every later one will. */
  async last(): Promise<string> {
    return eventId((await this.standing()).changes);
  }

  /** The id of the last event that is not kept any more; empty when all are. */
  async cleared(): Promise<string> {
    return (await readMetadata(this.database.reader, CLEARED)) ?? "";
  }

  /**
   * Has somebody told whenever events may have been committed, by whichever process, soon after they were.
   * @returns what ends that
   */
  onCommit(heard: () => void): () => void {
    return this.database.onCommit(heard);
  }
}
