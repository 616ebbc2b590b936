/**
 * Logs requests for what only the admin may do, and that were refused, as events `<singular>.refused`: for the admin, who
 * should know who tries. Anybody can send such requests, so they are counted, and few events are written however many there
 * are: the first at once, then one for each caller and client after a pause that grows while requests keep coming.
 */
import type { Resource } from "../resource/resource.ts";
import { topLevelPath } from "../resource/templates.ts";
import { type Clock, timestamp } from "../runtime/clock.ts";
import { SYSTEM } from "../store/events/change-event.ts";
import type { Store } from "../store/store.ts";
import { ANONYMOUS, type Caller } from "./caller.ts";

/** The shortest and the longest pause between two groups of events. */
const MIN_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 3_600_000;
/** How many clients without and with a valid credential have events of their own in a group. The others share one. */
const MAX_ANONYMOUS = 10;
const MAX_CALLERS = 50;

/** The key of what all others share. */
const OTHERS = "others";

/** Refused requests of one caller from one client. */
interface RefusedGroup {
  readonly resource: Resource;
  /** The caller; `system` for several callers or clients. */
  readonly actor: string;
  /** The address; null for several. */
  readonly client: string | null;
  /** When the first and the last one were refused, as timestamps. */
  readonly from: string;
  to: string;
  count: number;
}

/** Counts refused requests, and writes their events. */
export class RefusedRequests {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly onError: (error: unknown) => void;
  private pending = new Map<string, RefusedGroup>();
  private timer: NodeJS.Timeout | undefined;
  private pauseMs = MIN_PAUSE_MS / 2;
  private writing: Promise<void> = Promise.resolve();

  /** @param onError receives the error if events could not be written; they are written later */
  constructor(store: Store, clock: Clock, onError: (error: unknown) => void) {
    this.store = store;
    this.clock = clock;
    this.onError = onError;
  }

  /** Counts a refused request. @param client the address that sent it */
  add({ name: actor }: Caller, client: string, resource: Resource): void {
    const now = timestamp(this.clock);
    this.count({ resource, actor, client, from: now, to: now, count: 1 });
    if (this.timer === undefined) this.flush();
  }

  /** Writes what is pending, and resolves when it is written. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.flush();
    clearTimeout(this.timer);
    await this.writing;
  }

  private count(group: RefusedGroup): void {
    const { resource, actor, client, to, count } = group;
    const isAnonymous = actor === ANONYMOUS.name;
    const alike = [...this.pending.values()].filter((each) => (each.actor === ANONYMOUS.name) === isAnonymous);
    const key = `${resource.name} ${actor} ${client}`;
    const isFull = !this.pending.has(key) && alike.length >= (isAnonymous ? MAX_ANONYMOUS : MAX_CALLERS);
    const found = this.pending.get(isFull ? OTHERS : key);
    if (found) {
      found.count += count;
      found.to = to;
    } else if (isFull) this.pending.set(OTHERS, { ...group, actor: SYSTEM, client: null });
    else this.pending.set(key, { ...group });
  }

  /** Writes what is pending, and pauses. */
  private flush(): void {
    const groups = [...this.pending.values()];
    this.pending = new Map();
    this.timer = undefined;
    this.pauseMs = groups.length > 0 ? Math.min(2 * this.pauseMs, MAX_PAUSE_MS) : this.pauseMs / 2;
    if (this.pauseMs >= MIN_PAUSE_MS) this.timer = setTimeout(() => this.flush(), this.pauseMs).unref();
    if (groups.length > 0) this.writing = this.writing.then(() => this.write(groups));
  }

  private async write(groups: readonly RefusedGroup[]): Promise<void> {
    for (const [at, { resource, actor, ...data }] of groups.entries()) {
      const event = {
        resource,
        verb: "refused",
        subject: topLevelPath(resource),
        data: () => data,
      };
      try {
        await this.store.write(async (tx) => tx.system.emit(event), { actor });
      } catch (error) {
        // Written with the next group.
        for (const each of groups.slice(at)) this.count(each);
        return this.onError(error);
      }
    }
  }
}
