/** Refuses new requests while the service is behind with those it has, so that neither they nor the memory grow. */
import type { Logger } from "pino";
import type { RequestMetrics } from "../metrics/requests.ts";
import type { Load } from "./load.ts";

/** From where on a process is overloaded. */
export interface Thresholds {
  /** Milliseconds by which the event loop is late. */
  readonly lag: number;
  /** Requests that are carried out at once; they wait for the database, most of them. */
  readonly requests: number;
}

/** How often the log is told, while it goes on. */
const TELL_MS = 1_000;

export class Overload {
  readonly load: Load;
  /** How many requests were refused. */
  refused = 0;
  private readonly bearable: Thresholds;
  private readonly traffic: RequestMetrics;
  private readonly journal: Logger;
  private told = Number.NEGATIVE_INFINITY;

  constructor(load: Load, bearable: Thresholds, traffic: RequestMetrics, journal: Logger) {
    this.load = load;
    this.bearable = bearable;
    this.traffic = traffic;
    this.journal = journal;
  }

  /** Whether a request that comes now is better refused. */
  now(): boolean {
    return this.traffic.running >= this.bearable.requests || this.load.lag() >= this.bearable.lag;
  }

  /** Notes that one was. */
  refuse(): void {
    this.refused += 1;
    const now = performance.now();
    if (now - this.told < TELL_MS) return;
    this.told = now;
    const { running } = this.traffic;
    this.journal.warn({ running, lag_ms: Math.round(this.load.lag()), refused: this.refused }, "overloaded");
  }
}
