/**
 * Deletes events beyond the retention, oldest first, in the transactions of others.
 *
 * Events are considered in the order of the log. Security events outlive the others, so there are two sweeps: one over
 * the oldest events of all, and one that starts after the last event that it has deleted and leaves security events behind.
 */
import sql, { join } from "sql-template-tag";
import { keyOfSerialId, serialId } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import type { Transaction, WriteSession } from "../database.ts";
import { readMetadata, writeMetadata } from "../metadata.ts";
import { quoteIdentifier } from "../tables.ts";
import type { ChangeEvent } from "./change-event.ts";
import { lastPosition, type Position } from "./positions.ts";
import { type AgingEvent, isOlder, isSecurityEvent, type Reason, type Retention, reasonToDelete } from "./retention.ts";
import { combine, type Deleted, reportDeleted } from "./truncation.ts";
import type { TrustedClock } from "./trusted-clock.ts";

/** The metadata's name for the id of the last deleted event, security events aside. */
export const LAST_DELETED = "events_cleared";
/** The number of events per statement. Other work may run between statements. */
const BATCH = 100;

/** What a cleanup did. */
export interface CleanupResult {
  /** The events to append to the log. */
  readonly events: ChangeEvent[];
  /** Whether there may be more to delete. */
  readonly isLimited: boolean;
}

/** What a cleanup needs of a transaction. */
export type CleanupTransaction = Pick<Transaction, "session" | "counters" | "changes">;

/** An event in the order of the log. */
interface Candidate extends AgingEvent {
  readonly key: number;
}

/** What happens to an event: it is deleted for a reason, it is left behind, or the sweep ends before it. */
type Verdict = Reason | "pass" | "stop";

/** The progress of a cleanup. */
interface Progress {
  readonly session: WriteSession;
  readonly last: Position;
  readonly deleted: Map<Reason, Deleted>;
  /** The last deleted event, security events aside. */
  lastDeleted: number;
  /** How many more events may be considered. */
  remaining: number;
}

/** Deletes expired events. */
export class LogCleanup {
  private readonly log: Resource;
  private readonly clock: TrustedClock;
  private readonly retention: Retention;
  /** Up to this event, only security events are left. */
  private passedTo = 0;

  constructor(log: Resource, clock: TrustedClock, retention: Retention) {
    this.log = log;
    this.clock = clock;
    this.retention = retention;
  }

  /** @param limit how many events are considered at most */
  async run({ session, counters, changes }: CleanupTransaction, limit: number): Promise<CleanupResult> {
    const { log } = this;
    const { securityDays } = this.retention;
    const now = await this.clock.save(session);
    const last = await lastPosition(session, log);
    const lastDeleted = keyOfSerialId((await readMetadata(session, LAST_DELETED)) ?? "") ?? 0;
    const progress: Progress = { session, last, deleted: new Map(), lastDeleted, remaining: limit };
    const reasonFor = (event: Candidate): Verdict => reasonToDelete(event, this.retention, now) ?? "stop";
    // The others among such old events have expired, too, because they are not kept for longer.
    await this.sweep(progress, 0, (event) => (isOlder(event, securityDays, now) ? reasonFor(event) : "stop"));
    const start = Math.max(progress.lastDeleted, this.passedTo);
    this.passedTo = await this.sweep(progress, start, (event) => (event.isSecurity ? "pass" : reasonFor(event)));
    const total = [...progress.deleted.values()].reduce((sum, { count }) => sum + count, 0);
    if (total > 0) {
      const to = counters.advance(log, 1, -total);
      changes.push({ resource: log, from: to - 1, to, rows: undefined });
    }
    if (progress.lastDeleted > lastDeleted) await writeMetadata(session, LAST_DELETED, serialId(progress.lastDeleted));
    return {
      events: await reportDeleted(session, log, progress.deleted, now),
      isLimited: progress.remaining <= 0,
    };
  }

  /**
   * Considers events in order, until one of them ends the sweep.
   * @param start the key after which it starts
   * @returns the last event up to which it has passed all events, and deleted none: it may skip them from now on
   */
  private async sweep(progress: Progress, start: number, verdictOn: (event: Candidate) => Verdict): Promise<number> {
    const { session, deleted } = progress;
    const table = quoteIdentifier(this.log.table);
    const timeSlice = new TimeSlice();
    let passedTo = start;
    for (let [at, isOver, hasDeleted] = [start, false, false]; !isOver && progress.remaining > 0; ) {
      await timeSlice.yieldIfOver();
      const batch = await this.read(progress, at);
      progress.remaining -= batch.length;
      isOver = batch.length < BATCH;
      const keys: number[] = [];
      for (const event of batch) {
        const verdict = verdictOn(event);
        isOver ||= verdict === "stop";
        if (verdict === "stop") break;
        at = event.key;
        if (verdict === "pass") {
          if (!hasDeleted) passedTo = at;
          continue;
        }
        hasDeleted = true;
        keys.push(event.key);
        if (!event.isSecurity) progress.lastDeleted = Math.max(progress.lastDeleted, event.key);
        deleted.set(verdict, combine(deleted.get(verdict), { count: 1, from: event.time, to: event.time }));
      }
      if (keys.length > 0) await session.run(sql`DELETE FROM ${table} WHERE n IN (${join(keys)})`);
    }
    return passedTo;
  }

  /** Reads the events after a key. */
  private async read({ session, last }: Progress, after: number): Promise<Candidate[]> {
    const rows = await session.all(
      sql`SELECT n, time, type, scope, ordinal, position FROM ${quoteIdentifier(this.log.table)} WHERE n > ${after} ORDER BY n LIMIT ${BATCH}`,
    );
    return rows.map(({ n, time, type, scope, ordinal, position }) => ({
      key: Number(n),
      time: Number(time),
      isSecurity: isSecurityEvent({ type, scope }),
      laterEvents: last.ordinal - Number(ordinal),
      laterBytes: last.bytes - Number(position),
    }));
  }
}
