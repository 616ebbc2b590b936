/** Whether a database can be read and written at the moment. Probes find out when an outage is over. */
import { setTimeout as wait } from "node:timers/promises";
import { Problem } from "../../problem.ts";
import type { Outage } from "../../runtime/outage.ts";

/** What can fail by itself: a database that is full or locked can still be read. */
export type Side = "read" | "write";

/** Why a database does not serve. */
export interface FailureCause {
  /** For the log. */
  readonly message: string;
  /** For anyone, as the end of a sentence: `its disk is full`. */
  readonly reason: string;
}

/** How a database is probed. */
export interface Probes {
  /** Reads a row. */
  read(): Promise<unknown>;
  /** Commits a change. */
  write(): Promise<unknown>;
  /** Explains the error of a probe. */
  causeOf(reason: unknown): FailureCause;
}

interface Failing {
  readonly reason: string;
  /** Whether everything on this side fails, as far as is known: the database has said so, or a probe has failed. */
  readonly isCertain: boolean;
}

/** How often a database is probed during an outage, in milliseconds. */
const PROBE_MS = 1_000;
/** How long a commit proves that the database can be written, and how long a check waits for the next proof. */
const PROVEN_MS = 10_000;
const MAX_WAIT_MS = 1_000;

/** The availability of one database, as this process sees it. */
export class Availability {
  /** How often the database was unavailable. */
  failures = 0;
  private readonly probes: Probes;
  private readonly outage: Outage | undefined;
  private readonly failing = new Map<Side, Failing>();
  private readonly running = new Map<Side, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** On the clock of `performance.now()`. */
  private provenUntil = 0;

  /** @param outage logs when the database becomes unavailable */
  constructor(probes: Probes, outage?: Outage) {
    this.probes = probes;
    this.outage = outage;
  }

  /**
   * Counts a failure, and probes the database until it is over.
   * @param options.isCertain whether nothing else can succeed on this side: a statement that takes too long proves nothing
   */
  failed(side: Side, cause: FailureCause, { isCertain }: { readonly isCertain: boolean }): void {
    if (this.isClosed) return;
    this.failures += 1;
    this.note(side, cause, isCertain);
    this.schedule();
  }

  /** Notes that a transaction was committed. */
  committed(): void {
    this.provenUntil = performance.now() + PROVEN_MS;
  }

  /**
   * Checks that the database can be read and written.
   * @throws Problem `unavailable` that says why it cannot
   */
  async check(): Promise<void> {
    this.throwIfFailing();
    await this.probe("read");
    // The probe may have to wait for a long write of another process. That alone is no outage.
    if (performance.now() > this.provenUntil)
      await Promise.race([this.probe("write"), wait(MAX_WAIT_MS, undefined, { ref: false })]);
    this.throwIfFailing();
  }

  /** Stops the probes, and waits for those that run. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await Promise.all(this.running.values());
  }

  private throwIfFailing(): void {
    for (const [side, { reason, isCertain }] of this.failing) {
      const detail = `The database cannot be ${side === "read" ? "read" : "written"}: ${reason}.`;
      if (isCertain) throw new Problem("unavailable", detail, { reported: true });
    }
  }

  private note(side: Side, { message, reason }: FailureCause, isCertain: boolean): void {
    this.outage?.failed(message);
    this.failing.set(side, { reason, isCertain: isCertain || (this.failing.get(side)?.isCertain ?? false) });
  }

  private schedule(): void {
    if (this.timer || this.isClosed) return;
    this.timer = setTimeout(() => void this.probeFailing(), PROBE_MS).unref();
  }

  /** Probes each side that has failed. */
  private async probeFailing(): Promise<void> {
    await Promise.all([...this.failing.keys()].map((side) => this.probe(side)));
    this.timer = undefined;
    if (this.failing.size > 0) this.schedule();
  }

  /** Probes a side, once for all that ask at the same time. Does not throw. */
  private probe(side: Side): Promise<void> {
    const running = this.running.get(side) ?? this.run(side).finally(() => this.running.delete(side));
    this.running.set(side, running);
    return running;
  }

  private async run(side: Side): Promise<void> {
    if (this.isClosed) return;
    try {
      await this.probes[side]();
      this.failing.delete(side);
      if (this.failing.size === 0) this.outage?.succeeded();
    } catch (reason) {
      if (this.isClosed) return;
      this.note(side, this.probes.causeOf(reason), true);
      this.schedule();
    }
  }
}
