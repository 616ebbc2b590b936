/** The events of all processes as they are committed. One process reads them once, however many listeners it has. */
import type { EventLogReader } from "../store/events/reader.ts";
import type { StoredRecord } from "../store/tables.ts";

/** Receives every event, in order. All listeners get the same object. */
export type Listener = (event: StoredRecord) => void;

/** Events read by one statement. */
const BATCH = 200;
/** How long to wait before the log is read again after a failure. */
const RETRY_MS = 500;

export class EventFeed {
  private readonly log: EventLogReader;
  private readonly listeners = new Set<Listener>();
  /** The id of the last event that the listeners received; undefined while there are none. */
  private position: Promise<string> | undefined;
  private stopListening: (() => void) | undefined;
  private reading = false;
  private again = false;

  constructor(log: EventLogReader) {
    this.log = log;
  }

  /**
   * Calls a listener with every event that is committed after this resolves.
   * @returns what unsubscribes it
   * @throws Problem `unavailable`
   */
  async subscribe(listener: Listener): Promise<() => void> {
    const unsubscribe = (): void => {
      if (this.listeners.delete(listener) && this.listeners.size === 0) this.pause();
    };
    // Added before the position is known, so that a listener that leaves meanwhile does not pause the feed.
    this.listeners.add(listener);
    this.stopListening ??= this.log.onCommit(() => void this.read());
    this.position ??= this.log.lastId();
    const { position } = this;
    try {
      await position;
    } catch (reason) {
      if (this.position === position) this.position = undefined;
      unsubscribe();
      throw reason;
    }
    return unsubscribe;
  }

  /** The next listener starts at the events that come after it. */
  private pause(): void {
    this.stopListening?.();
    this.stopListening = undefined;
    this.position = undefined;
  }

  /** Reads until there are no more events. A call while this runs makes it read once more. */
  private async read(): Promise<void> {
    this.again = true;
    if (this.reading) return;
    this.reading = true;
    try {
      while (this.again && this.position !== undefined) {
        this.again = false;
        await this.readBatch(this.position);
      }
    } catch {
      // The database is away. No event is lost: the feed reads on from its position.
      setTimeout(() => void this.read(), RETRY_MS).unref();
    } finally {
      this.reading = false;
    }
  }

  private async readBatch(position: Promise<string>): Promise<void> {
    const events = await this.log.after(await position, [], BATCH);
    const last = events.at(-1);
    // All listeners may have left meanwhile, and others may have come.
    if (!last || this.position !== position) return;
    this.position = Promise.resolve(last.id as string);
    for (const event of events) for (const listener of this.listeners) listener(event);
    if (events.length === BATCH) this.again = true;
  }
}
