/**
 * The outbox: appends the change events of a transaction to the log, as the last step of the same transaction.
 *
 * Writers wait for each other, so that events are numbered in the order of their commits: a reader that sees an event
 * also sees all events with lower numbers.
 */
import { serialId } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Clock } from "../../runtime/clock.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import { MAX_ROWS, type RowChange } from "../changes/row-changes.ts";
import type { Transaction, WriteSession } from "../database.ts";
import { insertedValues, insertTarget, type StoredRecord } from "../tables.ts";
import type { ChangeEvent } from "./change-event.ts";
import { type CleanupResult, type DeleteHistory, LogCleanup } from "./cleanup.ts";
import { lastPosition, nextPosition, type Position } from "./positions.ts";
import type { Retention } from "./retention.ts";
import type { TrustedClock } from "./trusted-clock.ts";

/** Expired events are deleted after this many new events, or after this time. */
const CLEANUP_EVENTS = 1_000;
const CLEANUP_MS = 60_000;
/** A sweep considers at most twice as many events as were added: writers wait briefly, and the log still shrinks. */
const CLEANUP_FACTOR = 2;
/** The number of events per statement. Other work may run between statements. */
const BATCH = 100;

/** Writes and deletes events, in the transactions of others. */
export class Outbox {
  private readonly log: Resource;
  private readonly clock: Clock;
  private readonly cleanup: LogCleanup;
  private readonly dataColumn: number;
  /** The last event that this process has committed, and that of the current transaction. */
  private latest: Position | undefined;
  private appended: Position | undefined;
  private sinceCleanup = { events: 0, startedAt: Number.NEGATIVE_INFINITY };

  /** @param deleteHistory called when the retention deletes changes of records */
  constructor(
    log: Resource,
    clock: Clock,
    trustedClock: TrustedClock,
    retention: Retention,
    deleteHistory: DeleteHistory,
  ) {
    this.log = log;
    this.clock = clock;
    this.cleanup = new LogCleanup(log, trustedClock, retention, deleteHistory);
    this.dataColumn = this.columnOf("data");
  }

  /** Appends the events of a transaction to the log. */
  async append(transaction: Transaction): Promise<void> {
    this.appended = this.latest;
    await this.insert(transaction, transaction.events);
    const isDue =
      this.sinceCleanup.events >= CLEANUP_EVENTS || this.clock.elapsed() - this.sinceCleanup.startedAt >= CLEANUP_MS;
    if (transaction.events.length === 0 || !isDue) return;
    const { events } = await this.clean(transaction);
    await this.insert(transaction, events);
  }

  /** Called after the COMMIT of the transaction. */
  committed(): void {
    this.latest = this.appended;
  }

  /** Deletes events that are older than the retention, oldest first. @returns whether there may be more */
  async deleteExpired(transaction: Transaction): Promise<boolean> {
    const { events, isLimited } = await this.clean(transaction);
    transaction.events.push(...events);
    return isLimited;
  }

  private clean(transaction: Transaction): Promise<CleanupResult> {
    const limit = CLEANUP_FACTOR * Math.max(this.sinceCleanup.events, CLEANUP_EVENTS);
    this.sinceCleanup = { events: 0, startedAt: this.clock.elapsed() };
    return this.cleanup.run(transaction, limit);
  }

  private async insert({ session, counters, changes }: Transaction, events: readonly ChangeEvent[]): Promise<void> {
    if (events.length === 0) return;
    // The key of an event is the change counter of the log, which advances by one per event.
    const from = counters.changes(this.log);
    let last = await this.lastPosition(session, from);
    const to = counters.advance(this.log, events.length, events.length);
    const rows = events.map((event, index) => numbered(event, from + 1 + index, last.time));
    const [ordinalColumn, positionColumn] = [this.columnOf("ordinal"), this.columnOf("position")];
    const timeSlice = new TimeSlice();
    for (let start = 0; start < rows.length; start += BATCH) {
      await timeSlice.yieldIfOver();
      const values = rows.slice(start, start + BATCH).map((row) => {
        const encoded = insertedValues(this.log, row, row);
        last = nextPosition(last, row, encoded[this.dataColumn] as string);
        encoded[ordinalColumn] = last.ordinal;
        encoded[positionColumn] = last.bytes;
        return encoded;
      });
      await session.insertAll(insertTarget(this.log), values);
    }
    changes.push({ resource: this.log, from, to, rows: rowsInserted(rows) });
    this.appended = last;
    this.sinceCleanup.events += events.length;
  }

  /** The position of the last event, whose key is the change counter. */
  private async lastPosition(session: WriteSession, changes: number): Promise<Position> {
    const known = this.appended;
    // Unknown until the commit, so that no event of a transaction that is undone counts.
    this.latest = undefined;
    return known?.key === changes ? known : lastPosition(session, this.log);
  }

  private columnOf(name: string): number {
    return insertTarget(this.log).columns.findIndex((column) => column.name === name);
  }
}

/** An event as a record of the log. Its time is never before that of the last event, even if the clock was set back. */
function numbered(event: ChangeEvent, n: number, lastTime: string): StoredRecord {
  const time = event.time > lastTime ? event.time : lastTime;
  return { ...event, n, id: serialId(n), time, created_at: event.time, updated_at: event.time, revision: 1 };
}

/** The row changes of new events, without what no list compares; undefined if there are too many. */
function rowsInserted(rows: readonly StoredRecord[]): RowChange[] | undefined {
  if (rows.length > MAX_ROWS) return undefined;
  return rows.map((row) => ({ before: null, after: { ...row, data: null } }));
}
