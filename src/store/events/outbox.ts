/**
 * The outbox: appends the change events of a transaction to the log, as the last step of the same transaction.
 *
 * Writers wait for each other, so that events are numbered in the order of their commits: a reader that sees an event
 * also sees all events with lower numbers.
 */
import sql from "sql-template-tag";
import type { Resource } from "../../resource/resource.ts";
import { type Clock, timestamp } from "../../runtime/clock.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import type { Session, Transaction } from "../dialect.ts";
import { writeMetadata } from "../metadata.ts";
import { encode, insertedColumns, insertedValues, quoteIdentifier } from "../tables.ts";

/** The age and number of events beyond which the log deletes the oldest. */
export interface Retention {
  readonly days: number;
  readonly maxEvents: number;
}

/** The retention of a store that is opened without one, as in tests. */
export const DEFAULT_RETENTION: Retention = { days: 90, maxEvents: 1_000_000 };

/** The metadata's name for the id of the last deleted event. */
export const LAST_DELETED = "events_cleared";
/** Expired events are deleted after this many new events, or after this time. */
const CLEANUP_EVENTS = 1_000;
const CLEANUP_MS = 60_000;
/** A cleanup deletes at most twice as many events as were added: writers wait briefly, and the log still shrinks. */
const CLEANUP_FACTOR = 2;
/** The number of events per statement. Other work may run between statements. */
const BATCH = 100;
const DAY_MS = 86_400_000;

/** The length of ids, which are padded with zeros so that they sort as text. */
const DIGITS = 16;

/** The ids of events. */
export const EVENT_ID = new RegExp(`^\\d{${DIGITS}}$`);

/** The id of the event with a number. */
export function eventId(number: number): string {
  return String(number).padStart(DIGITS, "0");
}

/** Writes and deletes events, in the transactions of others. */
export class Outbox {
  private readonly log: Resource;
  private readonly clock: Clock;
  private readonly retention: Retention;
  private sinceCleanup = { events: 0, startedAt: Number.NEGATIVE_INFINITY };

  constructor(log: Resource, clock: Clock, retention: Retention) {
    this.log = log;
    this.clock = clock;
    this.retention = retention;
  }

  /** Appends the events of a transaction to the log. */
  async append({ session, events }: Transaction): Promise<void> {
    // Events are numbered by the change counter of the log, which advances by one per event.
    const last = (await this.advanceCounter(session, events.length, events.length)) - events.length;
    const timeSlice = new TimeSlice();
    for (let from = 0; from < events.length; from += BATCH) {
      await timeSlice.yieldIfOver();
      const rows = events.slice(from, from + BATCH).map((event, index) => {
        const values = {
          ...event,
          id: eventId(last + 1 + from + index),
          created_at: event.time,
          updated_at: event.time,
        };
        return insertedValues(this.log, values, 1);
      });
      await session.insertAll(this.log.table, insertedColumns(this.log), rows);
    }
    this.sinceCleanup.events += events.length;
    const isDue =
      this.sinceCleanup.events >= CLEANUP_EVENTS || this.clock.now() - this.sinceCleanup.startedAt >= CLEANUP_MS;
    if (isDue) await this.deleteExpired(session);
  }

  /** Deletes events beyond the retention, oldest first. @returns whether there may be more */
  async deleteExpired(session: Session): Promise<boolean> {
    const limit = CLEANUP_FACTOR * Math.max(this.sinceCleanup.events, CLEANUP_EVENTS);
    this.sinceCleanup = { events: 0, startedAt: this.clock.now() };
    const table = quoteIdentifier(this.log.table);
    const expired = await this.lastExpiredId(session);
    const [row] = await session.all(
      sql`SELECT max(id) AS id FROM (SELECT id FROM ${table} WHERE id <= ${expired} ORDER BY id LIMIT ${limit}) AS expired`,
    );
    if (!row?.id) return false;
    const timeSlice = new TimeSlice();
    let total = 0;
    for (let deleted = BATCH; deleted === BATCH; total += deleted) {
      await timeSlice.yieldIfOver();
      deleted = await session.run(
        sql`DELETE FROM ${table} WHERE n IN (SELECT n FROM ${table} WHERE id <= ${row.id} ORDER BY id LIMIT ${BATCH})`,
      );
    }
    await this.advanceCounter(session, 1, -total);
    await writeMetadata(session, LAST_DELETED, row.id as string);
    return total >= limit;
  }

  /** Returns the id of the last event that is too old or exceeds the maximum number. */
  private async lastExpiredId(session: Session): Promise<string> {
    const oldest = timestamp({ now: () => this.clock.now() - this.retention.days * DAY_MS });
    const [tooOld] = await session.all(
      sql`SELECT id FROM ${quoteIdentifier(this.log.table)} WHERE time < ${encode("instant", oldest)} ORDER BY time DESC, id DESC LIMIT 1`,
    );
    const [counter] = await session.all(sql`SELECT changes FROM collection_counters WHERE name = ${this.log.name}`);
    const tooMany = eventId(Math.max(0, Number(counter!.changes) - this.retention.maxEvents));
    return tooOld && (tooOld.id as string) > tooMany ? (tooOld.id as string) : tooMany;
  }

  /** Advances the change counter of the log, and returns its new value. */
  private async advanceCounter(session: Session, changes: number, growth: number): Promise<number> {
    const [row] = await session.all(
      sql`UPDATE collection_counters SET changes = changes + ${changes}, total = total + ${growth} WHERE name = ${this.log.name} RETURNING changes`,
    );
    return Number(row!.changes);
  }
}
