/**
 * Deletes events that are older than the retention, oldest first, in the transactions of others. There is a sweep for
 * security events and, if history has a bound, one for the others. Each remembers how far it came, and passes over what the
 * other one deletes.
 */
import sql, { join } from "sql-template-tag";
import { serialId } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import type { Transaction, WriteSession } from "../database.ts";
import { HISTORY_START } from "../history/moments.ts";
import { readMetadata, writeMetadata } from "../metadata.ts";
import { quoteIdentifier } from "../tables.ts";
import type { ChangeEvent } from "./change-event.ts";
import { DAY_MS, isSecurityEvent, type Reason, type Retention } from "./retention.ts";
import { combine, type Deleted, reportDeleted } from "./truncation.ts";
import type { TrustedClock } from "./trusted-clock.ts";

/** The metadata's name for the id of the last deleted event, security events aside. */
export const LAST_DELETED = "events_cleared";
/** The metadata's name for how far each sweep came: the integer key of an event by its reason, as JSON. */
const SWEPT = "events_swept";
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

/** Deletes the versions of records that ended before the earliest event. @param until as `HISTORY_START` */
export type DeleteHistory = (transaction: CleanupTransaction, until: number) => Promise<void>;

/** One kind of events, and the age at which they are deleted. */
interface Sweep {
  readonly why: Reason;
  readonly isSecurity: boolean;
  readonly days: number;
}

/** How far a sweep came. */
interface Swept {
  /** The last event that it considered, and its time. */
  readonly to: number;
  readonly time: number;
  /** What it has deleted, and the last event of that. */
  readonly deleted: Deleted | undefined;
  readonly lastDeleted: number;
  readonly isLimited: boolean;
}

/** Deletes expired events. */
export class LogCleanup {
  private readonly log: Resource;
  private readonly clock: TrustedClock;
  private readonly sweeps: readonly Sweep[];
  private readonly deleteHistory: DeleteHistory;

  constructor(
    log: Resource,
    clock: TrustedClock,
    { historyDays, securityDays }: Retention,
    deleteHistory: DeleteHistory,
  ) {
    this.log = log;
    this.clock = clock;
    this.deleteHistory = deleteHistory;
    this.sweeps = [
      { why: "security_age", isSecurity: true, days: securityDays },
      ...(historyDays === undefined ? [] : [{ why: "age", isSecurity: false, days: historyDays } as const]),
    ];
  }

  /** @param limit how many events each sweep considers at most */
  async run(transaction: CleanupTransaction, limit: number): Promise<CleanupResult> {
    const { session, counters, changes } = transaction;
    const { log } = this;
    const now = await this.clock.save(session);
    const stored = (await readMetadata(session, SWEPT)) ?? "{}";
    const swept = JSON.parse(stored) as Partial<Record<Reason, number>>;
    const deleted = new Map<Reason, Deleted>();
    let isAnyLimited = false;
    for (const sweep of this.sweeps) {
      const cutoff = now - sweep.days * DAY_MS;
      const result = await this.sweep(session, sweep, { after: swept[sweep.why] ?? 0, cutoff, limit });
      swept[sweep.why] = result.to;
      isAnyLimited ||= result.isLimited;
      if (result.deleted) deleted.set(sweep.why, result.deleted);
      if (!sweep.isSecurity) await this.endHistory(transaction, result, cutoff);
    }
    const text = JSON.stringify(swept);
    if (text !== stored) await writeMetadata(session, SWEPT, text);
    const total = [...deleted.values()].reduce((sum, { count }) => sum + count, 0);
    if (total > 0) {
      const to = counters.advance(log, 1, -total);
      changes.push({ resource: log, from: to - 1, to, rows: undefined });
    }
    return { events: await reportDeleted(session, log, deleted, now), isLimited: isAnyLimited };
  }

  /** Deletes the events of one kind before a time, of those after a key. */
  private async sweep(
    session: WriteSession,
    { isSecurity }: Sweep,
    { after, cutoff, limit }: { readonly after: number; readonly cutoff: number; readonly limit: number },
  ): Promise<Swept> {
    const table = quoteIdentifier(this.log.table);
    const timeSlice = new TimeSlice();
    let [to, time, lastDeleted, deleted] = [after, 0, 0, undefined as Deleted | undefined];
    for (let considered = 0; considered < limit; considered += BATCH) {
      await timeSlice.yieldIfOver();
      const rows = await session.all(
        sql`SELECT n, time, type, scope FROM ${table} WHERE n > ${to} ORDER BY n LIMIT ${BATCH}`,
      );
      const events = rows.map((row) => ({
        key: Number(row.n),
        time: Number(row.time),
        isSecurity: isSecurityEvent({ type: row.type, scope: row.scope }),
      }));
      const old = events.filter((event) => event.time < cutoff);
      const expired = old.filter((event) => event.isSecurity === isSecurity);
      ({ key: to, time } = old.at(-1) ?? { key: to, time });
      if (expired.length > 0) {
        const keys = expired.map(({ key }) => key);
        await session.run(sql`DELETE FROM ${table} WHERE n IN (${join(keys)})`);
        lastDeleted = keys.at(-1)!;
        deleted = combine(deleted, { count: keys.length, from: expired[0]!.time, to: expired.at(-1)!.time });
      }
      if (old.length < BATCH) return { to, time, deleted, lastDeleted, isLimited: false };
    }
    return { to, time, deleted, lastDeleted, isLimited: true };
  }

  /** Stores how much history was deleted, and deletes the rest that is as old. */
  private async endHistory(
    transaction: CleanupTransaction,
    { lastDeleted, time, isLimited }: Swept,
    cutoff: number,
  ): Promise<void> {
    const { session } = transaction;
    if (lastDeleted > 0) await writeMetadata(session, LAST_DELETED, serialId(lastDeleted));
    const start = isLimited ? time : cutoff;
    // A longer bound brings nothing back.
    if (start <= Number((await readMetadata(session, HISTORY_START)) ?? Number.NEGATIVE_INFINITY)) return;
    await writeMetadata(session, HISTORY_START, String(start));
    await this.deleteHistory(transaction, start);
  }
}
