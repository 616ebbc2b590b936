/** Reads the event log: after any event, and as it grows. */
import sql from "sql-template-tag";
import { keyOfSerialId, serialId } from "../../declare/values.ts";
import type { Filter } from "../../query/filters.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import type { Counters } from "../counters.ts";
import type { Database } from "../database.ts";
import { readMetadata } from "../metadata.ts";
import { FEW_ROWS } from "../read/cost.ts";
import { filterPredicates } from "../read/predicates.ts";
import { where } from "../read/where.ts";
import { quoteIdentifier, type StoredRecord, storedColumns, toStored } from "../tables.ts";
import { isLostEvent } from "../timeline.ts";
import { LAST_DELETED } from "./cleanup.ts";
import type { ReplayWindow } from "./replay-window.ts";
import { isSecurityEvent } from "./retention.ts";

/** Reads the event log, in the order of the commits. */
export class EventLogReader {
  /** The collection of events. */
  readonly resource: Resource;
  private readonly database: Database;
  private readonly counters: Counters;
  private readonly window: ReplayWindow;

  constructor(resource: Resource, database: Database, counters: Counters, window: ReplayWindow) {
    this.resource = resource;
    this.database = database;
    this.counters = counters;
    this.window = window;
  }

  /**
   * Reads the next events that pass the filters, oldest first. Events are numbered in the order of their commits: none
   * with a lower number appears later.
   * @param requester for filters: they may pass few of many events
   */
  async after(id: string, filters: readonly Filter[], limit: number, requester?: Requester): Promise<StoredRecord[]> {
    const { dialect, reader } = this.database;
    const after = keyOfSerialId(id) ?? 0;
    const listed = [sql`n > ${after}`, ...filterPredicates(this.resource, filters, dialect)];
    const isSlow = filters.length > 0 && requester && (await this.lastKey()) - after > FEW_ROWS;
    const [session, predicates] = isSlow
      ? [this.database.slowReader(requester), dialect.abortable(listed)]
      : [reader, listed];
    const rows = await session.all(
      sql`SELECT ${storedColumns(this.resource)} FROM ${quoteIdentifier(this.resource.table)}${where(predicates)} ORDER BY n LIMIT ${limit}`,
    );
    return rows.map((row) => toStored(this.resource, row));
  }

  /** Returns the id of the latest event. Later events have greater ids. */
  async lastId(): Promise<string> {
    return serialId(await this.lastKey());
  }

  /** Returns the id of the latest deleted event, security events aside; empty if none was deleted. */
  async lastDeletedId(): Promise<string> {
    return (await readMetadata(this.database.reader, LAST_DELETED)) ?? "";
  }

  /**
   * Returns the id after which all events can be replayed: later ones, security events aside, are within the replay window
   * and retained.
   */
  async replayStart(): Promise<string> {
    const [deleted, start] = [await this.lastDeletedId(), serialId(await this.window.start())];
    return deleted > start ? deleted : start;
  }

  /** Whether an event can be replayed, or there is none with this id. */
  async isReplayable(id: string): Promise<boolean> {
    if (id > (await this.replayStart())) return true;
    const [event] = await this.database.reader.all(
      sql`SELECT type, scope FROM ${quoteIdentifier(this.resource.table)} WHERE n = ${keyOfSerialId(id) ?? 0}`,
    );
    return !event || isSecurityEvent(event as { type: unknown; scope: unknown });
  }

  /** Whether the event was lost when the database went back to an earlier state. */
  isLost(id: string): Promise<boolean> {
    return isLostEvent(this.database.reader, id);
  }

  /**
   * Calls a listener soon after any process may have committed events.
   * @returns a function that removes the listener
   */
  onCommit(listener: () => void): () => void {
    return this.database.onCommit(listener);
  }

  /** The integer key of the latest event. */
  private async lastKey(): Promise<number> {
    const [counter] = await this.counters.get([this.resource]);
    return counter!.changes;
  }
}
