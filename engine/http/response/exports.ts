/** The exports of this process: few at a time, and together no heavier for other requests than one. */
import { setImmediate } from "node:timers/promises";
import { Problem } from "../../problem.ts";
import type { HttpRequester } from "../request/requester.ts";

/** How many exports run at once, in all and for one client: a client that reads slowly keeps none from the others. */
const MAX_RUNNING = 4;
const MAX_RUNNING_PER_CLIENT = 2;
/** When another one may be tried, in seconds. */
const RETRY_AFTER = 5;

/** The number of records in the first batch, and in any batch at most: reading and rendering them takes a few milliseconds. */
const FIRST_BATCH = 32;
const MAX_BATCH = 256;
/** The number of characters that a batch should have: about as many bytes as a socket takes at once. */
const BATCH_LENGTH = 48 * 1024;

/** The rows of an export, read in batches. */
export interface BatchSource<Row, Position> {
  /**
   * Reads the next rows.
   * @param position where they start; undefined at the beginning
   * @param size their maximum number
   * @returns the rows, and where the next ones start; undefined if these are the last
   */
  read(position: Position | undefined, size: number): Promise<{ rows: readonly Row[]; next: Position | undefined }>;
}

/** How rows are written. */
export interface Renderer<Row> {
  /** What comes before the first row. */
  readonly header: string;
  render(rows: readonly Row[]): string;
}

/** Counts exports, and lets them take turns. */
export class Exports {
  /** Exports refused so far, because too many were running. */
  refused = 0;
  private readonly requesters = new Set<HttpRequester>();
  private latestTurn: Promise<unknown> = Promise.resolve();

  /** The number of exports that run. */
  get running(): number {
    return this.requesters.size;
  }

  /**
   * Counts an export as running until its response is closed.
   * @throws Problem `unavailable` if too many are running, in all or for the same client
   */
  begin(requester: HttpRequester): void {
    const { client } = requester;
    const own = [...this.requesters].filter((other) => other.client === client).length;
    if (own >= MAX_RUNNING_PER_CLIENT)
      this.refuse(`${own} of your exports are running, which is the maximum of a client.`);
    if (this.running >= MAX_RUNNING) this.refuse(`${MAX_RUNNING} exports are running, which is the maximum.`);
    this.requesters.add(requester);
    requester.onClose(() => this.requesters.delete(requester));
  }

  private refuse(reason: string): never {
    this.refused += 1;
    throw new Problem("unavailable", `${reason} Try again later.`, { refused: true, retryAfter: RETRY_AFTER });
  }

  /** The text of an export, in chunks. Each batch is read when the chunk before it was taken. */
  async *chunks<Row, Position>(
    source: BatchSource<Row, Position>,
    { header, render }: Renderer<Row>,
  ): AsyncGenerator<string, void> {
    let position: Position | undefined;
    let [size, text] = [FIRST_BATCH, header];
    do {
      await this.turn();
      const { rows, next } = await source.read(position, size);
      const lines = render(rows);
      text += lines;
      if (text !== "") yield text;
      text = "";
      if (rows.length > 0) {
        const fitting = Math.floor((rows.length * BATCH_LENGTH) / lines.length);
        size = Math.max(1, Math.min(fitting, 2 * size, MAX_BATCH));
      }
      position = next;
    } while (position !== undefined);
  }

  /** Waits for the next turn: in each tick of the event loop, one export reads and renders one batch. */
  private turn(): Promise<unknown> {
    this.latestTurn = this.latestTurn.then(() => setImmediate());
    return this.latestTurn;
  }

  /** Aborts all exports. */
  abort(): void {
    for (const requester of this.requesters) requester.abortConnection();
  }
}
