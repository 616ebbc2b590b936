/** Reads the event log: after any event, and as it grows. */
import sql from "sql-template-tag";
import type { Filter } from "../../query/filters.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Counters } from "../counters.ts";
import type { Database } from "../dialect.ts";
import { readMetadata } from "../metadata.ts";
import { filterPredicates, where } from "../read/predicates.ts";
import { quoteIdentifier, type StoredRecord, storedColumns, toStored } from "../tables.ts";
import { eventId, LAST_DELETED } from "./outbox.ts";

/** Reads the event log, in the order of the commits. */
export class EventLogReader {
  /** The collection of events. */
  readonly resource: Resource;
  private readonly database: Database;
  private readonly counters: Counters;

  constructor(resource: Resource, database: Database, counters: Counters) {
    this.resource = resource;
    this.database = database;
    this.counters = counters;
  }

  /**
   * Reads the next events that pass the filters, oldest first. Events are numbered in the order of their commits: none
   * with a lower number appears later.
   */
  async after(id: string, filters: readonly Filter[], limit: number): Promise<StoredRecord[]> {
    const predicates = [sql`id > ${id}`, ...filterPredicates(filters, this.database.dialect)];
    const rows = await this.database.reader.all(
      sql`SELECT ${storedColumns(this.resource)} FROM ${quoteIdentifier(this.resource.table)}${where(predicates)} ORDER BY id LIMIT ${limit}`,
    );
    return rows.map((row) => toStored(this.resource, row));
  }

  /** Returns the id of the latest event. Later events have greater ids. */
  async lastId(): Promise<string> {
    const [counter] = await this.counters.get([this.resource]);
    return eventId(counter!.changes);
  }

  /** Returns the id of the latest event that retention has deleted; empty if none has been. */
  async lastDeletedId(): Promise<string> {
    return (await readMetadata(this.database.reader, LAST_DELETED)) ?? "";
  }

  /**
   * Calls a listener soon after any process may have committed events.
   * @returns a function that removes the listener
   */
  onCommit(listener: () => void): () => void {
    return this.database.onCommit(listener);
  }
}
