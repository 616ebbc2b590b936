/**
 * The outbox: whatever happened in a transaction is appended to the log by the same transaction, as its last step.
 *
 * Writers wait for each other, so the numbers that are taken here are in the order of the commits: whoever sees an event
 * sees all that are numbered below it.
 */
import sql from "sql-template-tag";
import type { Resource } from "../../resource/resource.ts";
import { type Clock, timestamp } from "../../runtime/clock.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import type { Session, Transaction } from "../dialect.ts";
import { writeMetadata } from "../metadata.ts";
import { boundColumns, boundValues, encode, quoteIdentifier } from "../tables.ts";

/** How much of the log is kept. */
export interface Retention {
  readonly days: number;
  /** The most events. */
  readonly most: number;
}

export const DEFAULT_RETENTION: Retention = { days: 90, most: 1_000_000 };

/** The fact that names the last event that is gone. */
export const CLEARED = "events_cleared";
/** After so many events, or so long, the log is looked through for old ones. */
const BETWEEN_EVENTS = 1_000;
const BETWEEN_MS = 60_000;
/** As many times as were added meanwhile go at once, so that no writer waits for long, and the log does not outgrow it. */
const FASTER = 2;
/** So many are written or cleared in one step, between which others have their turn. */
const STEP = 100;
const DAY_MS = 86_400_000;

/** Numbers have this many digits, so that they sort as text. */
const DIGITS = 16;

/** What the id of an event looks like. */
export const EVENT_ID = new RegExp(`^\\d{${DIGITS}}$`);

/** The id of the event with this number. */
export function eventId(number: number): string {
  return String(number).padStart(DIGITS, "0");
}

export class Outbox {
  private readonly log: Resource;
  private readonly clock: Clock;
  private readonly kept: Retention;
  private since = { events: 0, at: Number.NEGATIVE_INFINITY };

  constructor(log: Resource, clock: Clock, kept: Retention) {
    this.log = log;
    this.clock = clock;
    this.kept = kept;
  }

  /** Appends the events of a transaction to the log. */
  async append({ session, events }: Transaction): Promise<void> {
    // The log's change counter moves on by one with each event, and numbers them.
    const last = (await this.count(session, events.length, events.length)) - events.length;
    const turns = new TimeSlice();
    for (let from = 0; from < events.length; from += STEP) {
      await turns.yieldIfOver();
      const rows = events.slice(from, from + STEP).map((event, at) => {
        const values = { ...event, id: eventId(last + 1 + from + at), created_at: event.time, updated_at: event.time };
        return boundValues(this.log, values, 1);
      });
      await session.insertAll(this.log.table, boundColumns(this.log), rows);
    }
    this.since.events += events.length;
    if (this.since.events >= BETWEEN_EVENTS || this.clock.now() - this.since.at >= BETWEEN_MS)
      await this.clear(session);
  }

  /** Clears what is too old or too much of it, the oldest first. @returns whether there may be more */
  async clear(session: Session): Promise<boolean> {
    const most = FASTER * Math.max(this.since.events, BETWEEN_EVENTS);
    this.since = { events: 0, at: this.clock.now() };
    const table = quoteIdentifier(this.log.table);
    const oldest = timestamp({ now: () => this.clock.now() - this.kept.days * DAY_MS });
    const [old] = await session.all(
      sql`SELECT id FROM ${table} WHERE time < ${encode("instant", oldest)} ORDER BY time DESC, id DESC LIMIT 1`,
    );
    const tooMany = eventId(Math.max(0, (await this.last(session)) - this.kept.most));
    const until = old && (old.id as string) > tooMany ? old.id : tooMany;
    const [row] = await session.all(
      sql`SELECT max(id) AS id FROM (SELECT id FROM ${table} WHERE id <= ${until} ORDER BY id LIMIT ${most}) AS gone`,
    );
    if (!row?.id) return false;
    const turns = new TimeSlice();
    let gone = 0;
    for (let step = STEP; step === STEP; gone += step) {
      await turns.yieldIfOver();
      step = await session.run(
        sql`DELETE FROM ${table} WHERE n IN (SELECT n FROM ${table} WHERE id <= ${row.id} ORDER BY id LIMIT ${STEP})`,
      );
    }
    await this.count(session, 1, -gone);
    await writeMetadata(session, CLEARED, row.id as string);
    return gone >= most;
  }

  /** The number of the last event. */
  private async last(session: Session): Promise<number> {
    const [row] = await session.all(sql`SELECT changes FROM collection_counters WHERE name = ${this.log.name}`);
    return Number(row!.changes);
  }

  /** @returns the log's change counter after it */
  private async count(session: Session, changes: number, more: number): Promise<number> {
    const [row] = await session.all(
      sql`UPDATE collection_counters SET changes = changes + ${changes}, total = total + ${more} WHERE name = ${this.log.name} RETURNING changes`,
    );
    return Number(row!.changes);
  }
}
