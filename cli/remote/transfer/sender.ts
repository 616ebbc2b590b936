/** Sends writes, several at a time, and records the outcome of their rows in the journal. */
import { createHash } from "node:crypto";
import { AlreadyExists, type Connection, Problem } from "../../../client/index.ts";
import { holds } from "../../../client/resource/lost-answers.ts";
import type { Json } from "../../../engine/declare/values.ts";
import type { Journal } from "./journal.ts";
import type { RowRecord, Write } from "./write.ts";

/** What a sender needs. */
export interface SenderOptions {
  readonly api: Connection;
  readonly journal: Journal;
  /** The number of concurrent requests. */
  readonly parallel: number;
  /** Stops taking writes; those in flight still finish. */
  readonly signal: AbortSignal;
  readonly onProgress: (settled: number) => void;
}

/** How long the service remembers an Idempotency-Key (contract, 4.4), in milliseconds. */
const KEY_LIFETIME_MS = 24 * 3_600_000;

/** Sends the writes of one file. */
export class Sender {
  /** Whether Ctrl-C left writes unsent. */
  wasCut = false;
  /** Whether the service may have stored rows without an outcome in the journal. */
  isUncertain = false;
  private readonly options: SenderOptions;
  private waiting = 0;

  constructor(options: SenderOptions) {
    this.options = options;
  }

  /**
   * Sends all writes, again and again while some of them become possible: a row may refer to one that comes later.
   * @param writes the writes whose rows are not settled, from the beginning of the file
   * @throws what ends the import: the first failure that is no refusal of a row
   */
  async sendAll(writes: () => AsyncIterable<Write>): Promise<void> {
    const { journal, signal } = this.options;
    for (let [attempt, isLast] = [1, false]; ; attempt += 1) {
      const before = journal.stored;
      this.waiting = 0;
      await this.sendOnce(writes(), attempt, isLast);
      if (this.waiting === 0) return;
      if (signal.aborted) this.wasCut = true;
      if (this.wasCut) return;
      isLast = journal.stored === before;
    }
  }

  private async sendOnce(writes: AsyncIterable<Write>, attempt: number, isLast: boolean): Promise<void> {
    const { parallel, signal } = this.options;
    const running = new Map<string, Promise<void>>();
    const failures: unknown[] = [];
    const pass = { attempt, isLast };
    const fail = (error: unknown): void => {
      failures.push(error);
      this.isUncertain ||= !(error instanceof Problem) || error.tries > 1 || error.status >= 500;
    };
    try {
      for await (const write of writes) {
        // Two rows of one record are written in the order of the file. Rows that get a new id do not disturb each other.
        const name = write.method === "POST" ? `POST ${write.rows[0]!.number}` : write.path;
        await running.get(name);
        while (running.size >= parallel) await Promise.race(running.values());
        this.wasCut ||= signal.aborted;
        if (failures.length > 0 || this.wasCut) break;
        const done = this.deliver(write, pass)
          .catch(fail)
          .finally(() => running.delete(name));
        running.set(name, done);
      }
    } finally {
      await Promise.all(running.values());
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Sends one write. If rows of an array are refused, it sends the others. */
  private async deliver(write: Write, pass: Pass): Promise<void> {
    const { journal } = this.options;
    try {
      if (this.isForgotten(write)) throw unknownOutcome();
      await this.request(write, pass);
      journal.store(write.rows.map(({ number }) => number));
    } catch (error) {
      if (!(error instanceof Problem) || !isRefusal(error)) throw error;
      if (write.rows.length > 1) return this.divide(write, error, pass);
      await this.settleRefused(write.rows[0]!, write, error, pass);
    }
    this.report();
  }

  private report(): void {
    const { journal, onProgress } = this.options;
    onProgress(journal.stored + journal.refused);
  }

  private async request({ method, path, rows, isArray, ifExists }: Write, pass: Pass): Promise<void> {
    const { api, journal } = this.options;
    const records = rows.map(({ record }) => record);
    const headers: Record<string, string> = { prefer: "return=minimal" };
    if (method === "PUT" && ifExists !== "write") headers["if-none-match"] = "*";
    if (method === "PATCH") headers["content-type"] = "application/merge-patch+json";
    if (method !== "PUT") headers["idempotency-key"] = keyOf(journal.run, rows, pass.attempt);
    const unnamed = method === "POST" ? rows.filter((row) => row.path === undefined) : [];
    if (unnamed.length > 0) journal.send(unnamed.map(({ number }) => number));
    await api.send(method, path, { body: isArray ? records : records[0], headers });
  }

  /**
   * Settles the rows whose id the problem says is taken, and sends the others together. Of another problem, sends the rows that it
   * names separately, and the others in halves: it may name only the first of many bad rows.
   */
  private async divide(write: Write, problem: Problem, pass: Pass): Promise<void> {
    const named = problem.byItem();
    const others = write.rows.filter((_, index) => !named.has(index));
    const parts: (readonly RowRecord[])[] = [];
    if (problem instanceof AlreadyExists) {
      for (const [index, its] of named) await this.settleRefused(write.rows[index]!, write, its, pass);
      parts.push(others);
    } else {
      const half = Math.ceil(others.length / 2);
      const single = write.rows.filter((_, index) => named.has(index)).map((row) => [row]);
      parts.push(others.slice(0, half), others.slice(half), ...single);
    }
    for (const rows of parts) if (rows.length > 0) await this.deliver({ ...write, rows }, pass);
    this.report();
  }

  private async settleRefused(row: RowRecord, write: Write, problem: Problem, { isLast }: Pass): Promise<void> {
    const { journal } = this.options;
    if (await this.isThere(write, row, problem)) return journal.store([row.number]);
    if (!isLast && mayBecomePossible(problem)) {
      this.waiting += 1;
      return;
    }
    journal.refuse(row.number, { line: row.line, record: row.record, problem: shown(problem, row) });
  }

  /** Whether the record exists already and this is no fault: the row is to be skipped then, or has created it before. */
  private async isThere({ ifExists }: Write, { path, record }: RowRecord, problem: Problem): Promise<boolean> {
    const { api, journal } = this.options;
    const exists = problem.status === 412 || problem.code === "already_exists";
    if (!exists || ifExists === "write" || path === undefined) return false;
    if (ifExists === "leave") return true;
    if (!journal.wasResumed && problem.tries === 1) return false;
    try {
      return holds((await api.send("GET", path)).body, record, undefined);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return false;
      throw error;
    }
  }

  /** Whether a row was sent so long ago that the service can no longer tell whether it has stored it. */
  private isForgotten({ rows }: Write): boolean {
    return rows.some(({ number }) => {
      const sentAt = this.options.journal.sentAt(number);
      return sentAt !== undefined && Date.now() - Date.parse(sentAt) > KEY_LIFETIME_MS;
    });
  }
}

/** Which pass over the file it is. */
interface Pass {
  readonly attempt: number;
  /** Whether a row that is still impossible is refused. */
  readonly isLast: boolean;
}

/** The same for the same rows of the same run in the same pass, so that a repeated request is executed once. */
function keyOf(run: string, rows: readonly RowRecord[], attempt: number): string {
  return createHash("sha256")
    .update(`${run} ${attempt} ${rows.map(({ number }) => number).join(",")}`)
    .digest("hex");
}

/** Whether a problem concerns the record, not the caller or the service. */
function isRefusal({ status }: Problem): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

/** Whether the record may be accepted once others exist. */
function mayBecomePossible({ status, errors }: Problem): boolean {
  return status === 404 || errors.some(({ code }) => code === "unknown_reference");
}

/** What the file of refused rows says of one. */
function shown({ type, code, status, detail, errors }: Problem, { path }: RowRecord): Json {
  // The service speaks of `If-None-Match`, which an import sends by itself.
  if (status === 412) return { type, code, status, detail: `${path} already exists and was not replaced.`, errors: [] };
  return { type, code, status, detail, errors: errors as unknown as Json };
}

function unknownOutcome(): Problem {
  return new Problem(409, {
    code: "unknown_outcome",
    detail:
      "An earlier run sent this row more than 24 hours ago and got no response; the service no longer knows whether it has stored it. Look for it, and import it again if it is missing.",
  });
}
