/** Many requests that belong together: several at once, with pauses that a person or the service may cause. */
import { type Clock, Forbidden, Problem, systemClock, Unauthorized } from "../../client/index.ts";
import { type Store, store } from "../store.ts";
import { isRetryable } from "./failures.ts";

/** The number of requests in flight at once. */
const PARALLEL = 8;
/** The wait after the first failure, and the longest one, in milliseconds. It doubles with each failure in a row. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/** The reason why nothing is sent at present. */
export type Pause =
  | { readonly by: "person" }
  /** The network, the rate limit or the service: it continues by itself. */
  | { readonly by: "failure"; readonly error: Error }
  /** The key does not do: it continues when the person says so. */
  | { readonly by: "refusal"; readonly error: Error };

/** The progress of a batch. */
interface BatchState {
  /** The number of items with an outcome; of items that stand for several things, the number of those. */
  readonly settled: number;
  /** Undefined while items are sent. */
  readonly pause: Pause | undefined;
  /** Whether nothing more will be sent. */
  readonly isEnded: boolean;
}

/**
 * Sends one item. Resolves when it has an outcome, of whatever kind; or to the items that are to be sent in its place.
 * @param tries how many times it was sent before
 * @throws errors after which it may be sent again (`isRetryable`), and others, which end the batch
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most items have an outcome at once
type SendItem<T> = (item: T, tries: number) => Promise<readonly T[] | void>;

/** The ways to send items. */
export interface BatchOptions<T> {
  /** The number of requests in flight at once; 8 by default. */
  readonly parallel?: number | undefined;
  /** Whether a failure that may pass is waited for, which is the default, or ends the batch. */
  readonly afterFailure?: "wait" | "end" | undefined;
  /** Names what an item changes: items of the same name are sent one after the other. Undefined if it disturbs no other. */
  readonly laneOf?: (item: T) => string | undefined;
  /** Returns the number of things that an item stands for, such as the rows of an array; 1 by default. */
  readonly sizeOf?: (item: T) => number;
  /** The time; that of the machine by default. */
  readonly clock?: Clock | undefined;
}

/** A batch of items, sent in their order. */
export class Batch<T> {
  readonly state: Store<BatchState> = store<BatchState>({ settled: 0, pause: undefined, isEnded: false });
  /** Whether items were left, because it was stopped or failed. */
  isIncomplete = false;
  /** The errors that ended it; several requests may have been in flight. */
  readonly errors: unknown[] = [];
  private readonly items: Iterable<T> | AsyncIterable<T>;
  private readonly send: SendItem<T>;
  private readonly options: BatchOptions<T>;
  /** Items that are sent before the next one. */
  private readonly replacements: T[] = [];
  /** The items in flight, by lane. */
  private readonly running = new Map<string | symbol, Promise<void>>();
  private failuresInRow = 0;
  private isStopped = false;
  private gate: PromiseWithResolvers<undefined> | undefined;
  /** Ends the wait after a failure. */
  private wait = new AbortController();

  constructor(items: Iterable<T> | AsyncIterable<T>, send: SendItem<T>, options: BatchOptions<T> = {}) {
    this.items = items;
    this.send = send;
    this.options = options;
  }

  /**
   * Sends all items. Resolves also when it was stopped.
   * @throws the first error that ended it, of `send` or of the items, after what was in flight has ended
   */
  async run(): Promise<void> {
    const { parallel = PARALLEL, laneOf } = this.options;
    try {
      for await (const item of this.queue()) {
        const lane = laneOf?.(item) ?? Symbol();
        await this.running.get(lane);
        const done = this.settle(item)
          .catch((error: unknown) => this.fail(error))
          .finally(() => this.running.delete(lane));
        this.running.set(lane, done);
        while (this.running.size >= parallel) await Promise.race(this.running.values());
        if (this.isIncomplete) break;
      }
    } catch (error) {
      this.fail(error);
    }
    await Promise.all(this.running.values());
    this.resume();
    this.set({ isEnded: true });
    if (this.errors.length > 0) throw this.errors[0];
  }

  /** Sends nothing more until `resume`. What is in flight still ends. */
  pause(): void {
    this.hold({ by: "person" });
  }

  /** Goes on. */
  resume(): void {
    this.wait.abort();
    this.gate?.resolve(undefined);
    this.gate = undefined;
    this.set({ pause: undefined });
  }

  /** Sends nothing more at all. What is in flight still ends. */
  stop(): void {
    this.isStopped = true;
    this.resume();
  }

  /** The items in their order, those that replace another one first. */
  private async *queue(): AsyncGenerator<T, void> {
    for await (const item of this.items) {
      while (this.replacements.length > 0) yield this.replacements.shift()!;
      yield item;
    }
    while (this.replacements.length > 0 || this.running.size > 0)
      if (this.replacements.length > 0) yield this.replacements.shift()!;
      else await Promise.race(this.running.values());
  }

  /** Sends an item until it has an outcome, or others take its place. */
  private async settle(item: T): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      while (this.gate) await this.gate.promise;
      if (this.isStopped) {
        this.isIncomplete = true;
        return;
      }
      try {
        const others = (await this.send(item, tries)) ?? [];
        this.failuresInRow = 0;
        this.replacements.unshift(...others);
        const left = others.reduce((sum, each) => sum + this.sizeOf(each), 0);
        this.set({ settled: this.state.get().settled + this.sizeOf(item) - left });
        return;
      } catch (error) {
        this.holdAfter(error as Error);
      }
    }
  }

  private fail(error: unknown): void {
    this.errors.push(error);
    this.stop();
  }

  private holdAfter(error: Error): void {
    if (this.options.afterFailure === "end" || !isRetryable(error)) throw error;
    // Others that were in flight may have failed for the same reason.
    if (this.gate) return;
    if (error instanceof Unauthorized || error instanceof Forbidden) this.hold({ by: "refusal", error });
    else this.waitAfter(error);
  }

  private waitAfter(error: Error): void {
    const requested = error instanceof Problem ? error.retryAfter : undefined;
    const wait =
      requested === undefined ? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failuresInRow) : requested * 1_000;
    this.failuresInRow += 1;
    this.hold({ by: "failure", error });
    this.wait = new AbortController();
    const { clock = systemClock } = this.options;
    clock.sleep(wait, this.wait.signal).then(
      () => this.resume(),
      () => undefined,
    );
  }

  private hold(pause: Pause): void {
    // A person's pause does not end by itself.
    this.wait.abort();
    this.gate ??= Promise.withResolvers();
    this.set({ pause });
  }

  private sizeOf(item: T): number {
    return this.options.sizeOf?.(item) ?? 1;
  }

  private set(change: Partial<BatchState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
