/** Limits how much runs at once, in all and for each client. What is beyond the limit is refused; nothing waits for its turn. */

/** How much may run at once. */
export interface Concurrency {
  readonly all: number;
  readonly perClient: number;
}

/** Counts what runs. */
export class ConcurrencyLimit {
  private readonly limit: Concurrency;
  private readonly clients = new Map<string, number>();
  private running = 0;

  constructor(limit: Concurrency) {
    this.limit = limit;
  }

  /** Whether `run` would run work of a client. */
  hasRoom(client: string): boolean {
    return this.running < this.limit.all && (this.clients.get(client) ?? 0) < this.limit.perClient;
  }

  /** Runs work, which counts until it has ended. Call `hasRoom` before. @throws what `work` throws */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    this.count(client, 1);
    try {
      return await work();
    } finally {
      this.count(client, -1);
    }
  }

  private count(client: string, growth: number): void {
    this.running += growth;
    const running = (this.clients.get(client) ?? 0) + growth;
    if (running > 0) this.clients.set(client, running);
    else this.clients.delete(client);
  }
}
