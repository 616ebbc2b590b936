/** Follows the event log for one reader: first the events after its last one, then new events, each once and in order. */
import type { Filter } from "../query/filters.ts";
import { matches } from "../query/matches.ts";
import type { Requester } from "../runtime/fair-queue.ts";
import type { EventLogReader } from "../store/events/reader.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { EventFeed } from "./feed.ts";

/** Where events are written to. */
export interface EventSink {
  /** On whose behalf events are read. */
  readonly requester: Requester;
  /** Whether it is closed for good. */
  readonly closed: boolean;
  /** Bytes that were written but not sent yet. */
  readonly bufferedBytes: number;
  write(event: StoredRecord): void;
  /** Resolves when the sink accepts more events, or is closed. */
  drained(): Promise<void>;
  close(): void;
}

/** The number of events that are read per statement. */
const BATCH = 100;
/** The maximum number of bytes that are buffered for a slow reader; further events stay in the log. */
const MAX_BUFFERED = 128 * 1024;

/**
 * What happens to new events. `behind`: they are ignored, because they will be read from the log. `reading`: they are queued
 * until a batch is written. `live`: they are written.
 */
type State = "behind" | "reading" | "live";

/** Reads for one sink. */
export class EventFollower {
  private readonly log: EventLogReader;
  private readonly sink: EventSink;
  private filters: readonly Filter[];
  private lastEventId: string;
  private state: State = "behind";
  private readonly queued: StoredRecord[] = [];
  private unsubscribe: (() => void) | undefined;

  /** @param lastEventId the id of the last event that the reader has */
  constructor(log: EventLogReader, sink: EventSink, filters: readonly Filter[], lastEventId: string) {
    this.log = log;
    this.sink = sink;
    this.filters = filters;
    this.lastEventId = lastEventId;
  }

  /** Applies other filters from now on. */
  filterBy(filters: readonly Filter[]): void {
    this.filters = filters;
  }

  /** Starts following. @throws Problem `unavailable` */
  async follow(feed: EventFeed): Promise<void> {
    // Subscribes first: the feed passes on everything that is committed later, and everything earlier can be read.
    const unsubscribe = await feed.subscribe((event) => this.receive(event));
    if (this.sink.closed) return unsubscribe();
    this.unsubscribe = unsubscribe;
    await this.catchUp();
  }

  stop(): void {
    this.unsubscribe?.();
    this.unsubscribe = undefined;
  }

  /** Reads from the log, as fast as the reader accepts events, until there are no more. */
  private async catchUp(): Promise<void> {
    do await this.sink.drained();
    while (!this.sink.closed && !(await this.readBatch()));
  }

  /** @returns whether the reader has everything */
  private async readBatch(): Promise<boolean> {
    const from = this.lastEventId;
    this.queued.length = 0;
    this.state = "reading";
    const events = await this.log.after(from, this.filters, BATCH, this.sink.requester);
    // Events after `from` were deleted. The reader learns of the gap when it reconnects (410).
    if ((await this.log.lastDeletedId()) > from) this.sink.close();
    let written = 0;
    while (written < events.length && this.sink.bufferedBytes <= MAX_BUFFERED) this.write(events[written++]!);
    const complete = written < BATCH && written === events.length;
    this.state = complete ? "live" : "behind";
    const queued = this.queued.splice(0);
    if (complete) for (const event of queued) this.receive(event);
    return complete;
  }

  private receive(event: StoredRecord): void {
    if (this.state === "reading") this.queued.push(event);
    else if (this.state === "live" && matches(this.filters, event)) {
      this.write(event);
      if (this.sink.bufferedBytes > MAX_BUFFERED) {
        this.state = "behind";
        this.catchUp().catch(() => this.sink.close());
      }
    }
  }

  private write(event: StoredRecord): void {
    if (this.sink.closed || (event.id as string) <= this.lastEventId) return;
    this.lastEventId = event.id as string;
    this.sink.write(event);
  }
}
