/** Overload protection: while the process is behind with its work, new requests are refused, so that queues stay short. */
import { monitorEventLoopDelay } from "node:perf_hooks";
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
  /** Sustained event-loop lag in milliseconds: a single long task does not raise it. */
  lag(): number;
  close(): void;
}

/** The sampling interval of the event loop's delay; every measured delay includes it. */
const RESOLUTION_MS = 20;
/** How long the delays are averaged. */
const INTERVAL_MS = 1_000;

/** Measures the event-loop lag of this process. */
export function eventLoopLoad(): Load {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let [previous, latest] = [0, 0];
  const timer = setInterval(() => {
    previous = latest;
    latest = delays.count > 0 ? Math.max(0, delays.mean / 1e6 - RESOLUTION_MS) : 0;
    delays.reset();
  }, INTERVAL_MS);
  timer.unref();
  return {
    // A single long task affects only one of two consecutive intervals.
    lag: () => Math.min(previous, latest),
    close: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}
