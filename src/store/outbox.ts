/**
 * The outbox: whatever happened in a transaction is appended to the log by the same transaction, as its last step.
 *
 * Writers wait for each other, so the numbers that are taken here are in the order of the commits: whoever sees an event
 * sees all that are numbered below it.
 */
import sql from "sql-template-tag";
import { type Clock, timestamp } from "../clock.ts";
import type { Resource } from "../resource/resource.ts";
import type { Dialect, Session } from "./dialect.ts";
import type { Happening } from "./happenings.ts";
import { boundColumns, boundValues, encode, quoted } from "./tables.ts";

/** How much of the log is kept. */
export interface Retention {
  readonly days: number;
  /** The most events. */
  readonly most: number;
}

export const KEPT: Retention = { days: 90, most: 1_000_000 };

/** The fact that names the last event that is gone. */
export const CLEARED = "events_cleared";
/** After so many events, or so long, the log is looked through for old ones. */
const BETWEEN_EVENTS = 1_000;
const BETWEEN_MS = 60_000;
/** The most that go at once, so that no writer waits for long; more than are added meanwhile. */
const AT_ONCE = 4 * BETWEEN_EVENTS;
const DAY_MS = 86_400_000;

/** Numbers have this many digits, so that they sort as text. */
const DIGITS = 16;

/** The id of the event with this number. */
export function eventId(number: number): string {
  return String(number).padStart(DIGITS, "0");
}

export class Outbox {
  private readonly log: Resource;
  private readonly clock: Clock;
  private readonly kept: Retention;
  private readonly announcement: Dialect["announcement"];
  private since = { events: 0, at: Number.NEGATIVE_INFINITY };

  constructor(log: Resource, clock: Clock, kept: Retention, { announcement }: Dialect) {
    this.announcement = announcement;
    this.log = log;
    this.clock = clock;
    this.kept = kept;
  }

  /**
   * Appends what happened.
   * @param session within the transaction, at its end
   */
  async append(session: Session, happened: readonly Happening[]): Promise<void> {
    const last = await this.last(session);
    const rows = happened.map((event, at) => {
      const values = { ...event, id: eventId(last + 1 + at), created_at: event.time, updated_at: event.time };
      return boundValues(this.log, values, 1);
    });
    await session.insertAll(this.log.table, boundColumns(this.log), rows);
    await this.count(session, rows.length, rows.length);
    if (this.announcement) await session.run(this.announcement);
    this.since.events += rows.length;
    if (this.since.events >= BETWEEN_EVENTS || this.clock.now() - this.since.at >= BETWEEN_MS)
      await this.clear(session);
  }

  /** Clears what is too old or too much of it, the oldest first. */
  async clear(session: Session): Promise<void> {
    this.since = { events: 0, at: this.clock.now() };
    const table = quoted(this.log.table);
    const oldest = timestamp({ now: () => this.clock.now() - this.kept.days * DAY_MS });
    const [old] = await session.all(
      sql`SELECT id FROM ${table} WHERE time < ${encode("instant", oldest)} ORDER BY time DESC, id DESC LIMIT 1`,
    );
    const tooMany = eventId(Math.max(0, (await this.last(session)) - this.kept.most));
    const until = old && (old.id as string) > tooMany ? old.id : tooMany;
    const [row] = await session.all(
      sql`SELECT max(id) AS id FROM (SELECT id FROM ${table} WHERE id <= ${until} ORDER BY id LIMIT ${AT_ONCE}) AS gone`,
    );
    if (!row?.id) return;
    const gone = await session.run(sql`DELETE FROM ${table} WHERE id <= ${row.id}`);
    await this.count(session, 1, -gone);
    await session.run(
      sql`INSERT INTO service_facts (name, value) VALUES (${CLEARED}, ${row.id}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    );
  }

  /** The number of the last event: the log's change counter moves on by one with each. */
  private async last(session: Session): Promise<number> {
    const [row] = await session.all(sql`SELECT changes FROM collection_counters WHERE name = ${this.log.name}`);
    return Number(row!.changes);
  }

  private async count(session: Session, changes: number, more: number): Promise<void> {
    await session.run(
      sql`UPDATE collection_counters SET changes = changes + ${changes}, total = total + ${more} WHERE name = ${this.log.name}`,
    );
  }
}
