/** The events of all processes as they are committed: read once in a process, whoever listens. */
import type { EventLogReader } from "../store/events/reader.ts";
import type { StoredRecord } from "../store/tables.ts";

/** Is told of every event, in order. The same object goes to all. */
export type Listener = (event: StoredRecord) => void;

/** How many events are read at once. */
const BATCH = 200;
/** How long until the log is read again after it could not be. */
const AGAIN_MS = 500;

export class Feed {
  private readonly log: EventLogReader;
  private readonly hearers = new Set<Listener>();
  /** Up to where everybody was told. */
  private position: Promise<string> | undefined;
  private leave: (() => void) | undefined;
  private reading = false;
  private grown = false;

  constructor(log: EventLogReader) {
    this.log = log;
  }

  /**
   * Has somebody told of all events that are committed after this resolves.
   * @returns what ends that
   */
  async join(hears: Listener): Promise<() => void> {
    const leave = (): void => {
      if (this.hearers.delete(hears) && this.hearers.size === 0) this.rest();
    };
    // Before it is known where to begin, so that nobody who leaves meanwhile takes the feed along.
    this.hearers.add(hears);
    this.leave ??= this.log.onGrowth(() => void this.grow());
    this.position ??= this.log.last();
    const { position } = this;
    try {
      await position;
    } catch (reason) {
      if (this.position === position) this.position = undefined;
      leave();
      throw reason;
    }
    return leave;
  }

  /** Nobody listens: whoever comes next begins at what is there then. */
  private rest(): void {
    this.leave?.();
    this.leave = undefined;
    this.position = undefined;
  }

  /** Reads what came; what comes meanwhile is read after it. */
  private async grow(): Promise<void> {
    this.grown = true;
    if (this.reading) return;
    this.reading = true;
    try {
      while (this.grown && this.position !== undefined) {
        this.grown = false;
        await this.read(this.position);
      }
    } catch {
      // The database is away; nothing is lost but time.
      setTimeout(() => void this.grow(), AGAIN_MS).unref();
    } finally {
      this.reading = false;
    }
  }

  private async read(position: Promise<string>): Promise<void> {
    const events = await this.log.after(await position, [], BATCH);
    const last = events.at(-1);
    // Everybody may have left meanwhile, and others come.
    if (!last || this.position !== position) return;
    this.position = Promise.resolve(last.id as string);
    for (const event of events) for (const hears of this.hearers) hears(event);
    if (events.length === BATCH) this.grown = true;
  }
}
