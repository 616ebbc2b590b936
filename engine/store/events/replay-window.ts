/**
 * The replay window: the latest events of the log, bounded by age, number and size. Streams resume within it, and webhooks
 * receive what they have missed within it. Security events are replayed for as long as they are kept.
 */
import sql from "sql-template-tag";
import type { Resource } from "../../resource/resource.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Session } from "../database.ts";
import { quoteIdentifier } from "../tables.ts";
import { lastPosition, type Position, positionAt, securityPredicate } from "./positions.ts";
import { DAY_MS, type Retention } from "./retention.ts";

/** Determines where the window starts, without reading the log: positions increase from event to event. */
export class ReplayWindow {
  private readonly log: Resource;
  private readonly session: Pick<Session, "all">;
  private readonly clock: Pick<Clock, "now">;
  private readonly retention: Retention;
  /** What was determined last: the window hardly moves in between. */
  private latest = { last: 0, now: 0, before: 0, start: 0 };

  /** @param clock that of trusted time */
  constructor(log: Resource, session: Pick<Session, "all">, clock: Pick<Clock, "now">, retention: Retention) {
    this.log = log;
    this.session = session;
    this.clock = clock;
    this.retention = retention;
  }

  /** The integer key of the last event before the window, security events aside; 0 if there is none. */
  async start(): Promise<number> {
    const { session, log } = this;
    const last = await lastPosition(session, log);
    const now = this.clock.now();
    const isBefore = async (key: number): Promise<boolean> =>
      key <= last.key && this.isBeyond(await positionAt(session, log, key), last, now);
    // After a restore, or if the clock was ahead, the window is further back.
    let before = last.key < this.latest.last || now < this.latest.now ? 0 : this.latest.before;
    let step = 1;
    for (; await isBefore(before + step); step *= 2) before += step;
    for (step /= 2; step >= 1; step /= 2) if (await isBefore(before + step)) before += step;
    const start = before === this.latest.before ? this.latest.start : await this.lastReplayed(before);
    this.latest = { last: last.key, now, before, start };
    return start;
  }

  /** Whether an event is beyond one of the bounds. Those that were deleted are. */
  private isBeyond({ key, time, ordinal, bytes }: Position, last: Position, now: number): boolean {
    const { days, maxEvents, maxBytes } = this.retention;
    if (key === 0 || now - Date.parse(time) > days * DAY_MS) return true;
    return last.ordinal - ordinal >= maxEvents || last.bytes - bytes >= maxBytes;
  }

  /** The last event up to a key that is no security event. */
  private async lastReplayed(key: number): Promise<number> {
    const [row] = await this.session.all(
      sql`SELECT n FROM ${quoteIdentifier(this.log.table)} WHERE n <= ${key} AND NOT ${securityPredicate} ORDER BY n DESC LIMIT 1`,
    );
    return Number(row?.n ?? 0);
  }
}
