/** The feed of new events, of all processes. It reads each event once for all listeners of this process. */
import type { EventLogReader } from "../store/events/reader.ts";
import type { StoredRecord } from "../store/tables.ts";

/** Receives every event, in order. All listeners get the same object. */
export type Listener = (event: StoredRecord) => void;

/** The number of events that are read per statement. */
const BATCH = 200;
/** The delay before the log is read again after a failure. */
const RETRY_MS = 500;

/** The feed of one process. It reads the log only while it has listeners. */
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
   * @returns a function that unsubscribes the listener
   * @throws Problem `unavailable`
   */
  async subscribe(listener: Listener): Promise<() => void> {
    const unsubscribe = (): void => {
      if (this.listeners.delete(listener) && this.listeners.size === 0) this.pause();
    };
    // Added before the position is known: if another listener leaves meanwhile, the feed must not pause.
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

  /** Stops reading. The next listener gets only the events after its own subscription. */
  private pause(): void {
    this.stopListening?.();
    this.stopListening = undefined;
    this.position = undefined;
  }

  /** Reads until there are no more events. If it is called while it runs, it reads once more. */
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
      // The database is unavailable. No event is lost, because the feed continues at its position.
      setTimeout(() => void this.read(), RETRY_MS).unref();
    } finally {
      this.reading = false;
    }
  }

  private async readBatch(position: Promise<string>): Promise<void> {
    const events = await this.log.after(await position, [], BATCH);
    const last = events.at(-1);
    // Meanwhile the feed may have paused, and even resumed at a later position.
    if (!last || this.position !== position) return;
    this.position = Promise.resolve(last.id as string);
    for (const event of events) for (const listener of this.listeners) listener(event);
    if (events.length === BATCH) this.again = true;
  }
}
