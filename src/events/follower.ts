/** One reader of the log: first what was missed, then what comes, each event once and in order. */
import type { Filter } from "../query/filters.ts";
import { matches } from "../query/matches.ts";
import type { EventLogReader } from "../store/events/reader.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Feed } from "./feed.ts";

/** Where the events go. */
export interface Sink {
  /** Whether it takes no more, ever. */
  readonly closed: boolean;
  /** How many bytes it took that are not gone yet. */
  readonly waiting: number;
  take(event: StoredRecord): void;
  /** Resolves when it may take more, or is closed. */
  emptied(): Promise<void>;
  close(): void;
}

/** How many missed events are read at once. */
const BATCH = 100;
/** How many bytes may wait for a reader who falls behind; the rest waits in the log. */
const MOST_WAITING = 128 * 1024;

/** `away`: behind what happens now. `reading`: what happens now is held until what is read was told. */
type State = "away" | "reading" | "there";

export class Follower {
  private readonly log: EventLogReader;
  private readonly sink: Sink;
  private conditions: readonly Filter[];
  private position: string;
  private state: State = "away";
  private readonly held: StoredRecord[] = [];
  private leave: (() => void) | undefined;

  /** @param position the id of the last event that was seen */
  constructor(log: EventLogReader, sink: Sink, conditions: readonly Filter[], position: string) {
    this.log = log;
    this.sink = sink;
    this.conditions = conditions;
    this.position = position;
  }

  /** What is asked of the events from now on. */
  asking(conditions: readonly Filter[]): void {
    this.conditions = conditions;
  }

  /** Begins. @throws Problem `unavailable` */
  async follow(feed: Feed): Promise<void> {
    const leave = await feed.join((event) => this.hear(event));
    if (this.sink.closed) return leave();
    this.leave = leave;
    // Whatever is committed from now on is heard; whatever was before can be read.
    await this.readOn();
  }

  end(): void {
    this.leave?.();
    this.leave = undefined;
  }

  /** Reads from the log, as fast as the reader takes it, until there is no more. */
  private async readOn(): Promise<void> {
    do await this.sink.emptied();
    while (!this.sink.closed && !(await this.catchUp()));
  }

  /** Reads on where it stopped; whether that was all. */
  private async catchUp(): Promise<boolean> {
    const from = this.position;
    this.held.length = 0;
    this.state = "reading";
    const events = await this.log.after(from, this.conditions, BATCH);
    const missed = (await this.log.cleared()) > from;
    // Whoever comes again is told that there is something they cannot see any more.
    if (missed) this.sink.close();
    let told = 0;
    while (told < events.length && this.sink.waiting <= MOST_WAITING) this.tell(events[told++]!);
    const all = told < BATCH && told === events.length;
    this.state = all ? "there" : "away";
    const held = this.held.splice(0);
    if (all) for (const event of held) this.hear(event);
    return all;
  }

  private hear(event: StoredRecord): void {
    if (this.state === "reading") this.held.push(event);
    else if (this.state === "there" && matches(this.conditions, event)) {
      this.tell(event);
      if (this.sink.waiting > MOST_WAITING) {
        this.state = "away";
        this.readOn().catch(() => this.sink.close());
      }
    }
  }

  private tell(event: StoredRecord): void {
    if (this.sink.closed || (event.id as string) <= this.position) return;
    this.position = event.id as string;
    this.sink.take(event);
  }
}
