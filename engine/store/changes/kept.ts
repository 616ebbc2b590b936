/** What is kept of a collection, and follows its changes instead of being read again. */
import type { Resource } from "../../resource/resource.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import { SharedWork } from "../../runtime/shared-work.ts";
import type { Counter } from "../counters.ts";
import type { ChangeJournal } from "./journal.ts";
import type { RowChange } from "./row-changes.ts";

/** Something computed from a collection, exact at one value of its change counter. */
export interface Followable {
  readonly version: number;
  /**
   * Applies the changes of rows up to a later version.
   * @returns whether that was possible; if not, it must not be used any more
   */
  follow(changes: readonly RowChange[], version: number): Promise<boolean> | boolean;
}

/** How often something was built by reading a collection, and how often it followed changes instead. */
export interface KeptStats {
  built: number;
  followed: number;
}

/** How something is kept. */
export interface KeptOptions<T> {
  /** The collection whose changes it follows; undefined if it follows none, because it depends on several. */
  readonly resource: Resource | undefined;
  readonly journal: ChangeJournal;
  readonly stats: KeptStats;
  /** Reads it from one snapshot. @param size of the collection */
  readonly build: (requester: Requester, size: number) => Promise<T>;
  /** After it was built, it is not built again for this many times as long as that took. */
  readonly pauseFactor: number;
}

/** Keeps one value. Concurrent readers share the work. */
export class Kept<T extends Followable> {
  private readonly options: KeptOptions<T>;
  private readonly building: SharedWork<T>;
  private value: T | undefined;
  /** The latest attempt to follow; the next one waits for it. */
  private following: Promise<unknown> = Promise.resolve();
  /** The size of the collection at the latest read. */
  private size = 0;
  /** When the value reached its version, on the clock of `performance.now()`. */
  private reachedAt = 0;
  /** When the pause after a build ends, on the clock of `performance.now()`. */
  private pausedUntil = 0;

  constructor(options: KeptOptions<T>) {
    this.options = options;
    this.building = new SharedWork((requester) => this.build(requester));
  }

  /** The latest value, of any version; undefined if there is none. */
  get latest(): T | undefined {
    return this.value;
  }

  /**
   * The value; undefined if it would have to be built again too soon.
   * @param counter of the collection; the value may be that of a later one
   */
  async read(counter: Counter, requester: Requester): Promise<T | undefined> {
    const version = counter.changes;
    // The database has lost commits, in a failover.
    if (this.value && this.value.version > version && counter.readAt > this.reachedAt) this.value = undefined;
    const { value } = this;
    if (value && value.version >= version) return value;
    const followed = value && (await this.follow(version));
    if (followed) return followed;
    if (performance.now() < this.pausedUntil) return undefined;
    this.size = counter.total;
    const built = await this.building.join(requester);
    return built.version >= version ? built : this.read(counter, requester);
  }

  private follow(version: number): Promise<T | undefined> {
    const followed = this.following.then(() => this.advance(version));
    this.following = followed.catch(() => {});
    return followed;
  }

  private async advance(version: number): Promise<T | undefined> {
    const { resource, journal, stats } = this.options;
    const { value } = this;
    if (!value || value.version >= version) return value;
    const changes = resource && (await journal.between(resource, value.version, version));
    if (changes && (await value.follow(changes, version))) {
      stats.followed += 1;
      this.reachedAt = performance.now();
      return value;
    }
    if (this.value === value) this.value = undefined;
    return undefined;
  }

  private async build(requester: Requester): Promise<T> {
    const startedAt = performance.now();
    const value = await this.options.build(requester, this.size);
    requester.signal?.throwIfAborted();
    const endedAt = performance.now();
    this.pausedUntil = endedAt + this.options.pauseFactor * (endedAt - startedAt);
    this.options.stats.built += 1;
    this.value = value;
    this.reachedAt = endedAt;
    return value;
  }
}
