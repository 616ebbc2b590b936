/** Operations: requests that the service accepted and runs later. */

import type { CallOptions } from "./calls.ts";
import { NotFound, type ProblemDocument, problemFrom } from "./errors/problem.ts";
import type { Answer } from "./transport/answer.ts";
import type { Transport } from "./transport/transport.ts";

/** The progress of an operation. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** An operation as the service shows it. */
export interface OperationRecord {
  readonly id: string;
  readonly kind: string;
  readonly status: "pending" | "running" | "succeeded" | "failed" | "cancelled";
  readonly progress: Progress;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly error: ProblemDocument | null;
  readonly _links: Readonly<Record<string, string>>;
}

/** How to wait. */
export interface WaitOptions extends CallOptions {
  /** Called whenever the operation has been read. */
  readonly onProgress?: (progress: Progress) => void;
}

/** An operation was cancelled, so that nothing was changed. */
export class Cancelled extends Error {
  readonly operation: OperationRecord;
  constructor(operation: OperationRecord) {
    super(`The operation ${operation.id} was cancelled.`);
    this.name = "Cancelled";
    this.operation = operation;
  }
}

/** Seconds between two reads, if the service does not say. */
const DEFAULT_WAIT_S = 1;

/** An accepted request. `Result` is what the synchronous request would have returned. */
export class Operation<Result = unknown> {
  private readonly transport: Transport;
  private readonly path: string;
  private answer: Answer | undefined;
  private readonly wasRepeated: boolean;

  /** @param answer the answer that accepted the request, if it is at hand */
  constructor(transport: Transport, path: string, answer?: Answer) {
    this.transport = transport;
    this.path = path;
    this.answer = answer;
    this.wasRepeated = answer !== undefined && answer.tries > 1;
  }

  get id(): string {
    return decodeURIComponent(this.path.slice(this.path.lastIndexOf("/") + 1));
  }

  /** Reads the operation. */
  async read(options: CallOptions = {}): Promise<OperationRecord> {
    this.answer = await this.transport.send("GET", this.path, options);
    return this.answer.body;
  }

  /**
   * Waits until it has succeeded.
   * @throws Problem if it failed; Cancelled if it was cancelled
   */
  async done({ onProgress, signal }: WaitOptions = {}): Promise<Result> {
    let operation: OperationRecord = this.answer?.body ?? (await this.read({ signal }));
    while (operation.status === "pending" || operation.status === "running") {
      onProgress?.(operation.progress);
      const wait = Number(this.answer?.headers.get("retry-after") ?? DEFAULT_WAIT_S);
      await this.transport.sleep(wait * 1_000, signal);
      operation = await this.read({ signal });
    }
    onProgress?.(operation.progress);
    if (operation.status === "cancelled") throw new Cancelled(operation);
    if (operation.error) {
      const problem = problemFrom(operation.error.status ?? 500, operation.error);
      // The answer to an earlier try was lost: that one has deleted the record.
      if (problem instanceof NotFound && operation.kind === "delete" && this.wasRepeated) return undefined as Result;
      throw problem;
    }
    const { result } = operation._links;
    return result === undefined ? (undefined as Result) : (await this.transport.send("GET", result, { signal })).body;
  }

  /** Cancels it. @throws Conflict if it is no longer pending */
  async cancel(options: CallOptions = {}): Promise<void> {
    await this.transport.send("DELETE", this.path, options);
  }
}
