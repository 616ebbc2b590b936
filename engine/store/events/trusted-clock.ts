/**
 * The clock by which retention decides what has expired. What is deleted too early is lost for good, so a clock that jumps
 * ahead is not believed at once: trusted time follows it only as time really passes.
 */
import type { Clock } from "../../runtime/clock.ts";
import type { Session, WriteSession } from "../database.ts";
import { readMetadata, writeMetadata } from "../metadata.ts";

/** The metadata's name for the trusted time, in milliseconds since 1970. */
const TRUSTED_TIME = "trusted_time";
/** While trusted time is behind, it passes this many times as fast: a service that was off for a day catches up in an hour. */
const CATCH_UP = 24;
/** What trusted time catches up at once, at most. */
const MAX_STEP_MS = 86_400_000;
/** The stored time may be this old: a restart repeats so much of the catching up. */
const SAVE_MS = 60_000;

/** Trusted time is never ahead of the clock. It is stored, so that restarting does not make it jump. */
export class TrustedClock implements Pick<Clock, "now"> {
  private readonly clock: Clock;
  /** The trusted time, with fractions of a millisecond, and when it was that, on the clock of `elapsed`. */
  private latest: { readonly time: number; readonly at: number };

  /** @param clock the clock to follow */
  constructor(clock: Clock) {
    this.clock = clock;
    this.latest = { time: clock.now(), at: clock.elapsed() };
  }

  /** The trusted time, in milliseconds since 1970. */
  now(): number {
    const at = this.clock.elapsed();
    const passed = at - this.latest.at;
    const reachable = this.latest.time + passed + Math.min((CATCH_UP - 1) * passed, MAX_STEP_MS);
    this.latest = { time: Math.min(reachable, this.clock.now()), at };
    return Math.floor(this.latest.time);
  }

  /** How far the clock is ahead of trusted time, in milliseconds. */
  get behind(): number {
    return this.clock.now() - this.now();
  }

  /**
   * Continues from the stored time, when the database is opened.
   * @param newest the time of the newest event, for a database that stores no time yet; undefined if it has none
   */
  async load(session: Pick<Session, "all">, newest: number | undefined): Promise<void> {
    const stored = (await readMetadata(session, TRUSTED_TIME)) ?? newest;
    if (stored === undefined) return;
    this.latest = { time: Math.min(Number(stored), this.clock.now()), at: this.clock.elapsed() };
  }

  /**
   * Stores the trusted time, within a transaction, and learns that of other processes.
   * @returns the trusted time
   */
  async save(session: Pick<WriteSession, "all" | "send">): Promise<number> {
    const stored = Math.floor(Number((await readMetadata(session, TRUSTED_TIME)) ?? 0));
    // A stored time ahead of the clock was that of a wrong clock.
    const time = Math.min(Math.max(this.now(), stored), this.clock.now());
    this.latest = { time, at: this.clock.elapsed() };
    if (Math.abs(time - stored) >= SAVE_MS) await writeMetadata(session, TRUSTED_TIME, String(time));
    return time;
  }
}
