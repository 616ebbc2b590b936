/** Sends the rows of a file so that each is stored once, and records their outcomes. */
import { type Answer, type Connection, holds, Problem, systemClock } from "../../client/index.ts";
import { Batch, type BatchOptions } from "./batch.ts";
import { CANCELLED, divide, isRetryable, mayBecomePossible, type RefusedRow } from "./failures.ts";
import {
  groupRows,
  type RowGroup,
  type RowRecord,
  type RowRequest,
  requestOf,
  takesArrays,
  type WriteOptions,
} from "./requests.ts";

/** The effect of a row that was sent. */
export type Effect = "created" | "replaced" | "skipped";

/** Records what becomes of each row, so that none is sent again. */
export interface OutcomeLog<R> {
  /** Whether an earlier run may have stored rows whose outcome is not recorded. */
  readonly wasResumed: boolean;
  /** Identifies the request in which an earlier run sent a row and got no response: the same object for all rows of that request. */
  unansweredRequest?(row: R): object | undefined;
  /**
   * Records that rows are about to be sent in one request.
   * @param pass how many times the rows have been read
   * @returns the Idempotency-Key of the request
   */
  noteSent(rows: readonly R[], pass: number): string;
  noteStored(rows: readonly R[], effect: Effect): void;
  noteRefused(rows: readonly RefusedRow<R>[]): void;
}

/** How rows are sent, and where their outcomes go. */
interface RowSenderOptions<R> extends Pick<BatchOptions<R>, "parallel" | "afterFailure" | "clock"> {
  /** Sends one request, as the client does. */
  readonly send: Connection["send"];
  readonly outcomes: OutcomeLog<R>;
  /** Called at the start of each pass. @param deferred the number of rows that the previous pass could not store yet */
  readonly onPass?: (batch: Batch<RowGroup<R>>, deferred: number) => void;
}

/** The number of deferred rows whose problems are kept in memory; others are sent once more to find out theirs. */
const MOST_KEPT = 10_000;

/** Sends the rows of one file. */
export class RowSender<R extends RowRecord> {
  /** The latest pass over the rows. */
  batch: Batch<RowGroup<R>> | undefined;
  /** Rows of that pass that refer to records which do not exist yet: they are sent again, or refused in the end. */
  deferred: RefusedRow<R>[] = [];
  private readonly options: RowSenderOptions<R>;
  private isStopped = false;
  /** The number of this pass, from 1, and whether it is the last, which defers nothing. */
  private pass = 1;
  private isLast = false;
  /** How many rows this pass has stored and deferred. */
  private storedCount = 0;
  private deferredCount = 0;

  constructor(options: RowSenderOptions<R>) {
    this.options = options;
  }

  /**
   * Sends rows, then sends again those that refer to missing records, as long as each pass stores some.
   * @param rows reads the rows without an outcome
   * @throws the first error that ends it, once all requests in flight have finished
   */
  async send(rows: () => Iterable<R> | AsyncIterable<R>, options: WriteOptions): Promise<void> {
    const { outcomes } = this.options;
    for ([this.pass, this.isLast] = [1, false]; !this.batch?.isIncomplete; this.pass += 1) {
      await this.sendOnce(rows(), options);
      if (this.batch?.isIncomplete || this.deferredCount === 0) return;
      // What an earlier run has stored may have made a row possible, although its first answer is repeated.
      if (this.storedCount > 0 || (this.pass === 1 && outcomes.wasResumed)) continue;
      this.isLast = this.deferredCount > this.deferred.length;
      outcomes.noteRefused(this.deferred.splice(0));
      if (!this.isLast) return;
    }
  }

  /** Sends nothing more. Requests in flight still finish. */
  stop(): void {
    this.isStopped = true;
    this.batch?.stop();
  }

  private async sendOnce(rows: Iterable<R> | AsyncIterable<R>, options: WriteOptions): Promise<void> {
    const { outcomes, onPass, parallel, afterFailure, clock } = this.options;
    const groups = groupRows(rows, options, (row) => outcomes.unansweredRequest?.(row));
    this.batch = new Batch(groups, (group, tries) => this.deliver(group, tries), {
      ...{ parallel, afterFailure, clock },
      // Two rows of one record are written in the order of the file. Rows that get a new id do not disturb each other.
      laneOf: (group) => (takesArrays(options) ? undefined : group.rows[0]!.path),
      sizeOf: (group) => group.rows.length,
    });
    onPass?.(this.batch, this.deferredCount);
    [this.storedCount, this.deferredCount, this.deferred] = [0, 0, []];
    if (this.isStopped) this.batch.stop();
    await this.batch.run();
  }

  /** Sends the request of a group, and records the outcomes. @returns the smaller groups to send in its place */
  private async deliver(group: RowGroup<R>, tries: number): Promise<readonly RowGroup<R>[]> {
    const { rows, options } = group;
    const { outcomes } = this.options;
    group.request ??= requestOf(rows, options, () => outcomes.noteSent(rows, this.pass));
    try {
      this.store(rows, await this.attempt(group.request));
      return [];
    } catch (error) {
      if (!(error instanceof Problem) || isRetryable(error)) throw error;
      const { refused, again } = divide(rows, error);
      // A request that has a key gets the answer to its first try.
      const wasSent = outcomes.wasResumed || (group.request.method === "PUT" && tries + error.tries > 1);
      await this.settle(refused, options, wasSent);
      // The parts of a refused array are small, and waiting for operations would take most of the time.
      return again.map((part) => ({ rows: part, options: { ...options, asOperations: false } }));
    }
  }

  /** Records the outcomes of refused rows, all at once: until all are known, the request may have to be sent again. */
  private async settle(rows: readonly RefusedRow<R>[], options: WriteOptions, wasSent: boolean): Promise<void> {
    const effects: (Effect | undefined)[] = [];
    for (const each of rows) effects.push(await this.effectOf(each, options, wasSent));
    for (const effect of ["created", "skipped"] as const) {
      const found = rows.filter((_, index) => effects[index] === effect);
      this.store(
        found.map(({ row }) => row),
        effect,
      );
    }
    const isDeferred = ({ problem }: RefusedRow<R>) => !this.isLast && mayBecomePossible(problem);
    const others = rows.filter((_, index) => effects[index] === undefined);
    const deferred = others.filter(isDeferred);
    this.deferredCount += deferred.length;
    this.deferred.push(...deferred.slice(0, MOST_KEPT - this.deferred.length));
    this.options.outcomes.noteRefused(others.filter((each) => !isDeferred(each)));
  }

  private store(rows: readonly R[], effect: Effect): void {
    if (effect !== "skipped") this.storedCount += rows.length;
    if (rows.length > 0) this.options.outcomes.noteStored(rows, effect);
  }

  /** Sends a request once, and waits for its operation if it has become one. */
  private async attempt({ method, path, headers, body }: RowRequest): Promise<Effect> {
    const answer = await this.options.send(method, path, { headers, body });
    if (answer.status === 202) await this.waitForOperation(answer);
    return answer.status === 200 || answer.status === 204 ? "replaced" : "created";
  }

  /** Waits for an operation. @throws Problem if it failed */
  private async waitForOperation(accepted: Answer): Promise<void> {
    const { send, clock = systemClock } = this.options;
    const path = accepted.headers.get("location") ?? "";
    for (let { headers } = accepted; ; ) {
      await clock.sleep(Number(headers.get("retry-after") ?? 1) * 1_000);
      const answer = await send("GET", path);
      const { status, error } = answer.body;
      if (status === "succeeded") return;
      if (error) throw new Problem(error.status, error);
      if (status === "cancelled") throw new Problem(409, { code: CANCELLED, detail: "The operation was cancelled." });
      headers = answer.headers;
    }
  }

  /** The effect of a refused row whose record exists: it is skipped, or an earlier try has created it. Undefined for others. */
  private async effectOf(
    { row, problem }: RefusedRow<R>,
    { mode }: WriteOptions,
    wasSent: boolean,
  ): Promise<Effect | undefined> {
    const exists = problem.status === 412 || problem.code === "already_exists";
    if (!exists || row.path === undefined) return undefined;
    if (mode === "skip-existing") return "skipped";
    return wasSent && (await this.isStored(row.path, row.record)) ? "created" : undefined;
  }

  private async isStored(path: string, record: RowRecord["record"]): Promise<boolean> {
    try {
      const { body } = await this.options.send("GET", path);
      // The id of a member is sent under another name.
      const sent = Object.entries(record).filter(([name, value]) => name in body || value !== body.id);
      return holds(body, Object.fromEntries(sent), undefined);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return false;
      throw error;
    }
  }
}
