/** Overload protection: while the process is behind with its work, new requests are refused, so that queues stay short. */
import type { Logger } from "pino";

/** At or above either value, a process is overloaded. */
export interface Thresholds {
  /** Event-loop lag in milliseconds. */
  readonly lag: number;
  /** Requests in progress; most of them wait for the database. */
  readonly requests: number;
}

/** At most one log line per interval while the overload lasts. */
const LOG_INTERVAL_MS = 1_000;

/** Decides whether new requests are refused, and counts those that are. */
export class Overload {
  readonly load: Load;
  /** Requests refused so far. */
  refused = 0;
  private readonly thresholds: Thresholds;
  private readonly running: () => number;
  private readonly logger: Logger;
  private loggedAt = Number.NEGATIVE_INFINITY;

  /** @param running returns the number of requests in progress */
  constructor(load: Load, thresholds: Thresholds, running: () => number, logger: Logger) {
    this.load = load;
    this.thresholds = thresholds;
    this.running = running;
    this.logger = logger;
  }

  /** Whether the process is overloaded. */
  now(): boolean {
    return this.running() >= this.thresholds.requests || this.load.lag() >= this.thresholds.lag;
  }

  /** Counts a refused request and logs the overload. */
  countRefusal(): void {
    this.refused += 1;
    const now = performance.now();
    if (now - this.loggedAt < LOG_INTERVAL_MS) return;
    this.loggedAt = now;
    const lag = Math.round(this.load.lag());
    this.logger.warn({ running: this.running(), lag_ms: lag, refused: this.refused }, "overloaded");
  }
}

/** How busy the process is. */
export interface Load {
  /** Sustained event-loop lag in milliseconds: a task of less than a second raises it by half of its length at most. */
  lag(): number;
  /**
   * Since when the service may not have read what clients sent, by `performance.now()`: since the current turn began, or the one
   * before, if that was long and its requests are only now read. Now, if no turn is long.
   */
  waitingSince(): number;
  close(): void;
}

/** How often the timer is due. */
const RESOLUTION_MS = 20;
/** Over how long the lag is averaged; it is the smaller average of the last two such windows. */
const WINDOW_MS = 1_000;

/** The time between two calls of the timer, and by how much the second one was late. */
interface Turn {
  readonly from: number;
  readonly to: number;
  readonly delay: number;
}

/**
 * Measures the lag of an event loop by a timer: the turn that delays the timer is as long as the delay. A request meets a long
 * turn more often than a short one, so turns count by the time that they take, and the one that runs counts as well.
 */
export class EventLoopLag {
  private readonly now: () => number;
  /** Those of the last two windows, oldest first. */
  private turns: Turn[] = [];
  private latestEnd: number;
  /** The lag at the end of the latest turn. */
  private latestLag = 0;
  /** The start of each late turn whose waiting requests are still being read, oldest first. */
  private readonly unread: number[] = [];

  constructor(now: () => number) {
    this.now = now;
    this.latestEnd = now();
  }

  /** Notes that the timer was called. Returns whether that was late, so that requests may be waiting to be read. */
  endTurn(): boolean {
    const turn = this.currentTurn();
    this.turns = [...this.turns.filter(({ to }) => to > turn.to - 2 * WINDOW_MS), turn];
    this.latestEnd = turn.to;
    this.latestLag = this.lagAt(turn.to, this.turns);
    if (turn.delay > 0) this.unread.push(turn.to - turn.delay);
    return turn.delay > 0;
  }

  /** Notes that everything that was waiting at the end of the oldest late turn was read. */
  endReading(): void {
    this.unread.shift();
  }

  /** In milliseconds. */
  lag(): number {
    // While the timer is not late, the lag is what it was then.
    if (this.now() <= this.dueAt) return this.latestLag;
    const turn = this.currentTurn();
    return this.lagAt(turn.to, [...this.turns, turn]);
  }

  waitingSince(): number {
    return this.unread[0] ?? Math.min(this.now(), this.dueAt);
  }

  /** When the timer is due. */
  private get dueAt(): number {
    return this.latestEnd + RESOLUTION_MS;
  }

  private currentTurn(): Turn {
    const [from, to] = [this.latestEnd, this.now()];
    return { from, to, delay: Math.max(0, to - this.dueAt) };
  }

  private lagAt(now: number, turns: readonly Turn[]): number {
    const latest = averageDelay(turns, now - WINDOW_MS, now);
    const previous = averageDelay(turns, now - 2 * WINDOW_MS, now - WINDOW_MS);
    return Math.min(latest, previous);
  }
}

/** The average delay between two points in time. */
function averageDelay(turns: readonly Turn[], from: number, to: number): number {
  const total = turns.reduce((sum, turn) => {
    const overlap = Math.min(turn.to, to) - Math.max(turn.from, from);
    return overlap > 0 ? sum + overlap * turn.delay : sum;
  }, 0);
  return total / (to - from);
}

/** Measures the event loop of this process. */
export function eventLoopLoad(): Load {
  const measured = new EventLoopLag(() => performance.now());
  const timer = setInterval(() => {
    // All sockets are read before the first one; before the second one, that of the connection that was accepted then.
    if (measured.endTurn()) setImmediate(() => setImmediate(() => measured.endReading()));
  }, RESOLUTION_MS);
  timer.unref();
  return {
    lag: () => measured.lag(),
    waitingSince: () => measured.waitingSince(),
    close: () => clearInterval(timer),
  };
}
