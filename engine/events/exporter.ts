/**
 * Copies every event to a file or to standard output, in the order of the log, one CloudEvent per line.
 *
 * One process of all does so at a time: the holder of a lease, which is stored with the position. The position advances once
 * the lines are written, so a process that is killed in between leaves lines that its successor writes again.
 */
import { randomUUID } from "node:crypto";
import type { Clock } from "../runtime/clock.ts";
import { PollingWorker } from "../runtime/polling-worker.ts";
import { throttle } from "../runtime/throttle.ts";
import type { Store } from "../store/store.ts";
import type { AppendTarget } from "./append-target.ts";
import { cloudEvent } from "./cloud-event.ts";

/** The metadata's name for the lease, as JSON. */
const EXPORT = "events_export";
/** How long a lease is valid without being renewed, longer than a write may take. */
const LEASE_MS = 30_000;
/** How often a process looks for events although it has learned of none, and tries again after a failure. */
const POLL_MS = 5_000;
/** The shortest time between two rounds. */
const PAUSE_MS = 200;
/** The number of events that are written at once. */
const BATCH = 50;

/** Who exports, and how far. */
interface Lease {
  /** The id of the last event that was written. */
  readonly position: string;
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** What an exporter reports. */
export interface ExportListener {
  /** The export fails; called once until it works again. */
  onFailure(error: unknown): void;
  onRecovery(): void;
  /** Events were deleted before they were exported. */
  onGap(after: string): void;
}

/** Exports events while it holds the lease. */
export class EventExporter {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly target: Pick<AppendTarget, "append">;
  private readonly listener: ExportListener;
  private readonly id = randomUUID();
  private readonly worker: PollingWorker;
  private stopListening: (() => void) | undefined;
  private isFailing = false;
  /** The last deleted event when a gap was reported. */
  private reportedGap: string | undefined;

  constructor(store: Store, clock: Clock, target: Pick<AppendTarget, "append">, listener: ExportListener) {
    this.store = store;
    this.clock = clock;
    this.target = target;
    this.listener = listener;
    this.worker = new PollingWorker({
      everyMs: POLL_MS,
      round: () => this.round(),
      onError: (error) => {
        if (!this.isFailing) listener.onFailure(error);
        this.isFailing = true;
      },
    });
  }

  /** Starts with the oldest event of the log, or where the last export ended. */
  start(): void {
    this.worker.start();
    this.stopListening = this.store.log!.onCommit(throttle(() => this.worker.wake(), PAUSE_MS));
  }

  async stop(): Promise<void> {
    this.stopListening?.();
    await this.worker.stop();
  }

  private async round(): Promise<void> {
    const log = this.store.log!;
    const view = log.resource.views[0]!;
    const known = parse(await this.store.getMetadata(EXPORT));
    // Taking the lease is a write, which wakes every process: only if there is something to export.
    if (this.isHeldByOther(known) || (await log.after(known.position, [], 1)).length === 0) return;
    let lease = await this.renew(() => true);
    while (lease && !this.worker.isStopped) {
      const { position } = lease;
      const events = await log.after(position, [], BATCH);
      const last = events.at(-1)?.id as string | undefined;
      if (last === undefined) break;
      await this.checkGap(position);
      await this.target.append(events.map((event) => `${cloudEvent(view, event)}\n`).join(""));
      lease = await this.renew((current) => current.position === position, last);
    }
    if (this.isFailing) this.listener.onRecovery();
    this.isFailing = false;
  }

  /** Reports once that events after a position are gone. */
  private async checkGap(position: string): Promise<void> {
    const lastDeleted = await this.store.log!.lastDeletedId();
    if (position === "" || lastDeleted <= position || lastDeleted === this.reportedGap) return;
    this.reportedGap = lastDeleted;
    this.listener.onGap(position);
  }

  /** Renews or takes the lease. @returns undefined if another process holds it, or `isCurrent` is false */
  private renew(isCurrent: (lease: Lease) => boolean, position?: string): Promise<Lease | undefined> {
    return this.store.write(async ({ system }) => {
      const current = parse(await system.metadata(EXPORT));
      if (this.isHeldByOther(current) || !isCurrent(current)) return undefined;
      const lease: Lease = {
        position: position ?? current.position,
        holder: this.id,
        until: this.clock.now() + LEASE_MS,
      };
      await system.setMetadata(EXPORT, JSON.stringify(lease));
      return lease;
    });
  }

  /** A lease that ends later than it can was dated by a wrong clock. */
  private isHeldByOther({ holder, until }: Lease): boolean {
    const remaining = until - this.clock.now();
    return holder !== this.id && remaining > 0 && remaining <= LEASE_MS;
  }
}

function parse(lease: string | undefined): Lease {
  return lease === undefined ? { position: "", holder: "", until: 0 } : (JSON.parse(lease) as Lease);
}
