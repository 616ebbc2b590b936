/** A bounded queue of work that takes turns among clients, so that one client with much work does not hold up the others. */

/** On whose behalf work is done. */
export interface Requester {
  /** Its work takes turns with that of other clients. */
  readonly client: string;
  /** Aborts when nobody waits for the result any more. */
  readonly signal?: AbortSignal | undefined;
}

/** How much work runs and waits at most. */
export interface QueueLimits {
  readonly running: number;
  readonly runningPerClient: number;
  readonly waiting: number;
  readonly waitingPerClient: number;
}

/** Thrown if too much work is waiting. */
export class QueueFull extends Error {}

/** Starts work that waits for its turn. */
type Start = () => void;

/** The queue. */
export class FairQueue {
  /** How much work was started and refused so far. */
  started = 0;
  refused = 0;
  private readonly limits: QueueLimits;
  /** Each client's waiting work, in the order of their turns. No client has an empty set. */
  private readonly clients = new Map<string, Set<Start>>();
  /** Work that waits until no other runs. It comes before that of all clients. */
  private readonly alone: Start[] = [];
  /** How much work of each client runs. No client has 0. */
  private readonly runningOf = new Map<string, number>();
  private waitingCount = 0;
  private runningCount = 0;
  private runsAlone = false;

  constructor(limits: QueueLimits) {
    this.limits = limits;
  }

  /** How much work waits for its turn. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** How much work runs. */
  get running(): number {
    return this.runningCount;
  }

  /**
   * Runs work when it is its turn.
   * @throws QueueFull if too much is waiting; the signal's reason if it aborts before; what `work` throws
   */
  async run<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(requester);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Waits for a turn.
   * @returns a function that ends the turn; call it once
   * @throws QueueFull if too much is waiting; the signal's reason if it aborts before
   */
  async enter({ client, signal }: Requester): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.hasRoomFor(client)) this.countStart(client);
    else await this.wait(client, signal);
    this.started += 1;
    return () => this.leave(client);
  }

  /** Runs work while no other runs. */
  async runAlone<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.alone.push(start);
      this.startNext();
    });
    try {
      return await work();
    } finally {
      this.runsAlone = false;
      this.runningCount -= 1;
      this.startNext();
    }
  }

  private hasRoom(): boolean {
    return this.runningCount < this.limits.running && !this.runsAlone && this.alone.length === 0;
  }

  private hasRoomFor(client: string): boolean {
    return this.hasRoom() && (this.runningOf.get(client) ?? 0) < this.limits.runningPerClient;
  }

  private countStart(client: string): void {
    this.runningCount += 1;
    this.runningOf.set(client, (this.runningOf.get(client) ?? 0) + 1);
  }

  private leave(client: string): void {
    this.runningCount -= 1;
    const left = this.runningOf.get(client)! - 1;
    if (left > 0) this.runningOf.set(client, left);
    else this.runningOf.delete(client);
    this.startNext();
  }

  /** Resolves when it is the turn of a client's work. */
  private wait(client: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.clients.get(client) ?? new Set();
    if (this.waitingCount >= this.limits.waiting || queue.size >= this.limits.waitingPerClient) {
      this.refused += 1;
      throw new QueueFull("Too much work is waiting.");
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.remove(client, start);
        reject(signal!.reason);
      };
      const start = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      signal?.addEventListener("abort", leave, { once: true });
      queue.add(start);
      this.clients.set(client, queue);
      this.waitingCount += 1;
    });
  }

  private remove(client: string, start: Start): void {
    const queue = this.clients.get(client)!;
    queue.delete(start);
    this.waitingCount -= 1;
    if (queue.size === 0) this.clients.delete(client);
  }

  private startNext(): void {
    if (this.alone.length > 0) {
      if (this.runningCount > 0) return;
      this.runningCount = 1;
      this.runsAlone = true;
      this.alone.shift()!();
      return;
    }
    for (const [client, queue] of this.clients) {
      if (!this.hasRoom()) return;
      if (!this.hasRoomFor(client)) continue;
      const [start] = queue as Set<Start> & [Start];
      this.remove(client, start);
      // The client's next turn comes after those of all others.
      if (this.clients.delete(client)) this.clients.set(client, queue);
      this.countStart(client);
      start();
    }
  }
}
