/** Stores the rows of a file, each once, and notes their outcomes. */
import { type Answer, type Connection, holds, Problem, systemClock } from "../../client/index.ts";
import { Batch, type BatchOptions } from "./batch.ts";
import { CANCELLED, divide, isRetryable, mayBecomePossible, type RefusedRow } from "./failures.ts";
import { type Mode, portionsOf, type RowRecord, type RowRequest, requestOf, type Way } from "./requests.ts";

/** What a row has led to. */
export type Effect = "created" | "replaced" | "skipped";

/** Where the outcomes of rows are noted. */
export interface Outcomes<R> {
  /** Whether an earlier run may have stored rows that have no outcome. */
  readonly wasResumed: boolean;
  /** Returns the request, as any object, with which an earlier run has sent a row, if that has got no answer. */
  sentWith(row: R): object | undefined;
  /**
   * Notes that rows are sent in one request, before they are.
   * @param pass the number of times that the file is read, from 1
   * @returns the Idempotency-Key of the request
   */
  keyOf(rows: readonly R[], pass: number): string;
  store(rows: readonly R[], effect: Effect): void;
  refuse(rows: readonly RefusedRow<R>[]): void;
  /** Notes rows that are refused unless they become possible: they refer to records that do not exist yet. */
  defer(rows: readonly RefusedRow<R>[]): void;
  /** Refuses the rows that were deferred and not stored since. */
  refuseDeferred(): void | Promise<void>;
}

/** What a sender needs. */
export interface RowSenderOptions<R> extends Pick<BatchOptions<R>, "parallel" | "afterFailure" | "clock"> {
  /** Sends one request, as the client does. */
  readonly send: Connection["send"];
  readonly outcomes: Outcomes<R>;
  /** Called whenever rows are sent from the first one on. @param deferred the number of rows that the last pass has left */
  readonly onPass?: (batch: Batch<RowRequest<R>>, deferred: number) => void;
}

/** Sends the rows of one file. */
export class RowSender<R extends RowRecord> {
  /** Whether rows were left, because it was stopped. */
  isCut = false;
  private readonly options: RowSenderOptions<R>;
  private batch: Batch<RowRequest<R>> | undefined;
  private isStopped = false;
  /** The numbers of rows in this pass. */
  private stored = 0;
  private deferred = 0;

  constructor(options: RowSenderOptions<R>) {
    this.options = options;
  }

  /**
   * Sends rows; then those again that refer to records which did not exist, as long as others are stored.
   * @param rows the rows without an outcome, from the first one on
   * @throws what ends it, after what was in flight has ended
   */
  async send(rows: () => Iterable<R> | AsyncIterable<R>, way: Way): Promise<void> {
    const { outcomes } = this.options;
    for (let pass = 1; !this.isCut; pass += 1) {
      await this.sendOnce(rows(), way, pass);
      if (this.isCut) return;
      // An earlier run may have stored that to which they refer, and the answers to their keys say otherwise.
      const mayBePossible = this.stored > 0 || (pass === 1 && outcomes.wasResumed);
      if (this.deferred === 0 || !mayBePossible) return outcomes.refuseDeferred();
    }
  }

  /** Sends nothing more. What is in flight still ends. */
  stop(): void {
    this.isStopped = true;
    this.batch?.stop();
  }

  private async sendOnce(rows: Iterable<R> | AsyncIterable<R>, way: Way, pass: number): Promise<void> {
    const { outcomes, onPass, parallel, afterFailure, clock } = this.options;
    const toRequest = (portion: readonly R[], its = way) =>
      requestOf(portion, its, () => outcomes.keyOf(portion, pass));
    const requests = async function* () {
      for await (const portion of portionsOf(rows, way, (row) => outcomes.sentWith(row))) yield toRequest(portion);
    };
    const deliver = async (request: RowRequest<R>, tries: number) => {
      const others = await this.deliver(request, way.mode, tries);
      // The parts of a refused array are small, and waiting for operations would take most of the time.
      return others.map((portion) => toRequest(portion, { ...way, asOperations: false }));
    };
    const batch = new Batch(requests(), deliver, {
      ...{ parallel, afterFailure, clock },
      // Two rows of one record are written in the order of the file. Rows that get a new id do not disturb each other.
      laneOf: ({ method, path }) => (method === "POST" ? undefined : path),
      sizeOf: (request) => request.rows.length,
    });
    this.batch = batch;
    onPass?.(batch, this.deferred);
    [this.stored, this.deferred] = [0, 0];
    if (this.isStopped) batch.stop();
    try {
      await batch.run();
    } finally {
      this.isCut = batch.isCut;
    }
  }

  /** Sends one request, and notes the outcomes of its rows. @returns the rows of each request that takes its place */
  private async deliver(request: RowRequest<R>, mode: Mode, tries: number): Promise<readonly (readonly R[])[]> {
    try {
      const effect = await this.attempt(request);
      this.store(request.rows, effect);
      return [];
    } catch (error) {
      if (!(error instanceof Problem) || isRetryable(error)) throw error;
      const { refused, again } = divide(request.rows, error);
      // A request that has a key gets the answer to its first try.
      const wasSent = this.options.outcomes.wasResumed || (request.method === "PUT" && tries + error.tries > 1);
      await this.settle(refused, mode, wasSent);
      return again;
    }
  }

  /** Notes what refused rows have led to; nothing before all is known, because the request may have to be sent again. */
  private async settle(rows: readonly RefusedRow<R>[], mode: Mode, wasSent: boolean): Promise<void> {
    const { outcomes } = this.options;
    const found: Record<"created" | "skipped" | "deferred" | "refused", RefusedRow<R>[]> = {
      ...{ created: [], skipped: [] },
      ...{ deferred: [], refused: [] },
    };
    for (const each of rows) {
      const effect = await this.effectOf(each, mode, wasSent);
      found[effect ?? (mayBecomePossible(each.problem) ? "deferred" : "refused")].push(each);
    }
    for (const effect of ["created", "skipped"] as const)
      this.store(
        found[effect].map(({ row }) => row),
        effect,
      );
    this.deferred += found.deferred.length;
    outcomes.defer(found.deferred);
    outcomes.refuse(found.refused);
  }

  private store(rows: readonly R[], effect: Effect): void {
    if (effect !== "skipped") this.stored += rows.length;
    if (rows.length > 0) this.options.outcomes.store(rows, effect);
  }

  /** Sends a request once, and waits for its operation if it has become one. */
  private async attempt({ method, path, headers, body }: RowRequest<R>): Promise<Effect> {
    const answer = await this.options.send(method, path, { headers, body });
    if (answer.status === 202) await this.ended(answer);
    return answer.status === 200 || answer.status === 204 ? "replaced" : "created";
  }

  /** Waits for an operation. @throws Problem if it failed */
  private async ended(accepted: Answer): Promise<void> {
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

  /** The effect of a refused row after all: its record is there, and it is to be left, or an earlier try has created it. */
  private async effectOf(
    { row: { path, record }, problem }: RefusedRow<R>,
    mode: Mode,
    wasSent: boolean,
  ): Promise<"created" | "skipped" | undefined> {
    const exists = problem.status === 412 || problem.code === "already_exists";
    if (!exists || path === undefined) return undefined;
    if (mode === "leave") return "skipped";
    return wasSent && (await this.isStored(path, record)) ? "created" : undefined;
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
