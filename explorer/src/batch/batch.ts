/** Many writes that belong together: several at once, with a pause that a person or the service may cause. */
import { Forbidden, Problem, Unauthorized } from "../../../client/index.ts";
import { isTransient, readAgainAll } from "../requests/queries.ts";
import { type Store, store } from "../store.ts";

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
export interface BatchState {
  /** The number of items with an outcome; of items that stand for several things, the number of those. */
  readonly settled: number;
  /** Undefined while items are sent. */
  readonly pause: Pause | undefined;
  /** Whether nothing more will be sent. */
  readonly isEnded: boolean;
}

/**
 * Sends one item. Resolves when it has an outcome, of whatever kind; or to the items that are to be sent in its place.
 * @throws NetworkError, TooMany, Unavailable, Unauthorized, Forbidden: it is sent again after a pause
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most items have an outcome at once
export type SendItem<T> = (item: T) => Promise<readonly T[] | void>;

/** The ways to send items. */
export interface BatchOptions<T> {
  /** The number of requests in flight at once; 8 by default. */
  readonly parallel?: number | undefined;
  /** Returns the number of things that an item stands for, such as the rows of an array; 1 by default. */
  readonly size?: (item: T) => number;
}

/** A batch of items, sent in their order. */
export class Batch<T> {
  readonly state: Store<BatchState> = store<BatchState>({ settled: 0, pause: undefined, isEnded: false });
  private readonly items: Iterator<T>;
  /** Items that are sent before the next one. */
  private replacements: readonly T[] = [];
  private readonly send: SendItem<T>;
  private readonly options: BatchOptions<T>;
  private failures = 0;
  private isStopped = false;
  private gate: PromiseWithResolvers<undefined> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(items: Iterable<T>, send: SendItem<T>, options: BatchOptions<T> = {}) {
    this.items = items[Symbol.iterator]();
    this.send = send;
    this.options = options;
  }

  /**
   * Sends all items, and then reads again what pages show. Resolves also when it was stopped.
   * @throws what `send` throws else
   */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    const worker = async () => {
      try {
        await this.work();
      } catch (error) {
        failures.push(error);
        this.stop();
      }
    };
    await Promise.all(Array.from({ length: this.options.parallel ?? PARALLEL }, worker));
    this.resume();
    this.set({ isEnded: true });
    readAgainAll();
    if (failures.length > 0) throw failures[0];
  }

  /** Sends nothing more until `resume`. What is in flight still ends. */
  pause(): void {
    this.hold({ by: "person" });
  }

  /** Goes on. */
  resume(): void {
    clearTimeout(this.timer);
    this.gate?.resolve(undefined);
    this.gate = undefined;
    this.set({ pause: undefined });
  }

  /** Sends nothing more at all. What is in flight still ends. */
  stop(): void {
    this.isStopped = true;
    this.resume();
  }

  private async work(): Promise<void> {
    for (;;) {
      await this.gate?.promise;
      if (this.isStopped) return;
      const next = this.next();
      if (next === undefined) return;
      await this.settle(next.item);
    }
  }

  private next(): { readonly item: T } | undefined {
    const [item, ...others] = this.replacements;
    this.replacements = others;
    if (item !== undefined) return { item };
    const next = this.items.next();
    return next.done ? undefined : { item: next.value };
  }

  /** Sends an item until it has an outcome, or others take its place. */
  private async settle(item: T): Promise<void> {
    while (!this.isStopped) {
      try {
        const replacements = (await this.send(item)) ?? [];
        this.failures = 0;
        this.replacements = [...replacements, ...this.replacements];
        const left = replacements.reduce((sum, each) => sum + this.sizeOf(each), 0);
        this.set({ settled: this.state.get().settled + this.sizeOf(item) - left });
        return;
      } catch (error) {
        this.holdAfter(error as Error);
        await this.gate?.promise;
      }
    }
  }

  private holdAfter(error: Error): void {
    const isRefusal = error instanceof Unauthorized || error instanceof Forbidden;
    if (!isRefusal && !isTransient(error)) throw error;
    // Others that were in flight may have failed for the same reason.
    if (this.gate) return;
    if (isRefusal) this.hold({ by: "refusal", error });
    else this.waitAfter(error);
  }

  private waitAfter(error: Error): void {
    const requested = error instanceof Problem ? error.retryAfter : undefined;
    const wait =
      requested === undefined ? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures) : requested * 1_000;
    this.failures += 1;
    this.hold({ by: "failure", error });
    this.timer = setTimeout(() => this.resume(), wait);
  }

  private hold(pause: Pause): void {
    // A person's pause does not end by itself.
    clearTimeout(this.timer);
    this.gate ??= Promise.withResolvers();
    this.set({ pause });
  }

  private sizeOf(item: T): number {
    return this.options.size?.(item) ?? 1;
  }

  private set(change: Partial<BatchState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
