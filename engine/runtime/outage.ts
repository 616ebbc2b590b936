/** Outages of what the service depends on, such as a database: one line in the log when one begins, and one when it is over. */
import type { Logger } from "pino";

/** The messages of the two lines. */
export interface OutageMessages {
  readonly began: string;
  readonly ended: string;
  /** The level of the first line; `warn` by default, because the service continues without what is missing. */
  readonly level?: "warn" | "error";
}

/** The outages of one thing. However many attempts fail, each outage is logged once, and counted. */
export class Outage {
  private readonly logger: Logger;
  private readonly messages: OutageMessages;
  /** On the clock of `performance.now()`; undefined while there is no outage. */
  private beganAt: number | undefined;
  private failures = 0;

  constructor(logger: Logger, messages: OutageMessages) {
    this.logger = logger;
    this.messages = messages;
  }

  get isOngoing(): boolean {
    return this.beganAt !== undefined;
  }

  /**
   * Counts a failed attempt.
   * @param reason for the log, or a function that finds it, called only if it is logged; it must contain no credentials
   */
  failed(reason: string | (() => string)): void {
    this.failures += 1;
    if (this.beganAt !== undefined) return;
    this.beganAt = performance.now();
    const text = typeof reason === "string" ? reason : reason();
    this.logger[this.messages.level ?? "warn"]({ reason: text }, this.messages.began);
  }

  /** Ends the outage, if there is one. */
  succeeded(): void {
    if (this.beganAt === undefined) return;
    const seconds = Math.round((performance.now() - this.beganAt) / 100) / 10;
    this.logger.info({ failures: this.failures, seconds }, this.messages.ended);
    this.beganAt = undefined;
    this.failures = 0;
  }
}
