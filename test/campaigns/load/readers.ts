/** A client that reads at a steady pace, and notes how long it waits and what it gets. */
import { Connection, pause } from "./connection.ts";

/** How it reads. */
export interface ReaderOptions {
  /** Returns the URL of the service. */
  url(): string;
  readonly path: string;
  /** Milliseconds between requests. */
  readonly everyMs: number;
}

/** A steady reader. */
export class Reader {
  /** Responses by their status; `none` if the connection broke. */
  readonly statuses = new Map<number | "none", number>();
  /** The longest time without a 200, in milliseconds. */
  longestGap = 0;
  private readonly options: ReaderOptions;
  private readonly done: Promise<void>;
  private stopping = false;

  constructor(options: ReaderOptions) {
    this.options = options;
    this.done = this.read();
  }

  /** The responses with a status. */
  count(status: number | "none"): number {
    return this.statuses.get(status) ?? 0;
  }

  /** Its statuses, except those that are expected. */
  unexpected(expected: readonly (number | "none")[]): string[] {
    return [...this.statuses].filter(([status]) => !expected.includes(status)).map(([status, n]) => `${n} × ${status}`);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.done;
  }

  private async read(): Promise<void> {
    const connection = new Connection();
    let latest = performance.now();
    while (!this.stopping) {
      const status = await connection.ask(this.options.url(), "GET", this.options.path).then(
        (answer) => answer.status,
        () => "none" as const,
      );
      this.statuses.set(status, this.count(status) + 1);
      const now = performance.now();
      this.longestGap = Math.max(this.longestGap, now - latest);
      if (status === 200) latest = now;
      await pause(this.options.everyMs);
    }
    connection.close();
  }
}
