/**
 * The journal of an import: the outcome of each row. Each is written to a file next to the imported one, so that the same
 * command continues after a crash.
 */
import { createHash } from "node:crypto";
import { type RefusedRow, refusalOf } from "../../../kit/send/failures.ts";
import type { RowRecord } from "../../../kit/send/requests.ts";
import type { OutcomeLog } from "../../../kit/send/row-sender.ts";
import { JournalFile, type JournalHead, numbersIn, type RejectedRow, rangesOf, type SentRows } from "./journal-file.ts";

/** A row, and the line of the file on which it begins. */
export interface FileRow extends RowRecord {
  readonly line: number;
}

const [OPEN, STORED, REFUSED] = [0, 1, 2];
/** How long the service remembers an Idempotency-Key (contract, 4.4), in milliseconds. */
const KEY_LIFETIME_MS = 24 * 3_600_000;

/** One open journal. */
export class Journal implements OutcomeLog<FileRow> {
  readonly wasResumed: boolean;
  stored = 0;
  refused = 0;
  /** The row that was refused first. */
  firstRefused: RejectedRow | undefined;
  /** The pass with which this process begins: the latest one in which an earlier one has sent rows. */
  private firstPass = 1;
  private outcomes = new Uint8Array(1_024);
  private readonly file: JournalFile;
  /** The requests of earlier processes that got no response, by row. */
  private readonly unanswered = new Map<number, SentRows>();
  private readonly lastRow: number;

  private constructor(file: JournalFile, lastRow: number) {
    this.file = file;
    this.lastRow = lastRow;
    this.wasResumed = file.wasResumed;
  }

  /**
   * @param lastRow the highest number of a row; a higher one stands for a second request of a row, which is not counted again
   * @throws Refused if the journal there is of another file or another command
   */
  static async open(path: string, head: JournalHead, lastRow: number): Promise<Journal> {
    const journal = new Journal(await JournalFile.open(path, head), lastRow);
    await journal.replay();
    return journal;
  }

  /** Notes what earlier processes have written. */
  private async replay(): Promise<void> {
    for await (const entry of this.file.entries())
      if ("stored" in entry) for (const row of numbersIn(entry.stored)) this.settle(row, STORED!);
      else if ("refused" in entry) this.settleRefused(entry.refused, entry);
      else if ("sent" in entry) {
        this.firstPass = Math.max(this.firstPass, entry.pass ?? 1);
        for (const row of numbersIn(entry.sent)) this.unanswered.set(row, entry);
      }
  }

  isSettled(row: number): boolean {
    return (this.outcomes[row] ?? OPEN) !== OPEN;
  }

  isRefused(row: number): boolean {
    return this.outcomes[row] === REFUSED;
  }

  /** Whether a row was sent so long ago that the service can no longer tell whether it has stored it. */
  isForgotten({ number, path }: FileRow): boolean {
    const sent = this.unanswered.get(number);
    return path === undefined && sent !== undefined && Date.now() - Date.parse(sent.at) > KEY_LIFETIME_MS;
  }

  unansweredRequest({ number }: FileRow): object | undefined {
    return this.unanswered.get(number);
  }

  /** Returns the same key for the same rows of the same run in the same pass, so that a repeated request is executed once. */
  noteSent(rows: readonly FileRow[], pass: number): string {
    const numbers = rows.map(({ number }) => number);
    // A pass that an earlier process has begun is continued.
    const passOfRun = this.unanswered.get(numbers[0]!)?.pass ?? this.firstPass + pass - 1;
    for (const number of numbers) this.unanswered.delete(number);
    if (rows.length > 1 || rows[0]!.path === undefined)
      this.file.append({ sent: rangesOf(numbers), at: new Date().toISOString(), pass: passOfRun });
    return createHash("sha256")
      .update(`${this.file.run} ${passOfRun} ${numbers.join(",")}`)
      .digest("hex");
  }

  noteStored(rows: readonly FileRow[]): void {
    const numbers = rows.map(({ number }) => number);
    this.file.append({ stored: rangesOf(numbers) });
    for (const number of numbers) this.settle(number, STORED!);
  }

  noteRefused(rows: readonly RefusedRow<FileRow>[]): void {
    for (const { row, problem } of rows) {
      const { number, line, record, path } = row;
      const refusal = { line, path, record, problem: refusalOf(problem, path) };
      this.file.append({ refused: number, ...refusal });
      this.settleRefused(number, refusal);
    }
  }

  /** The refused rows of all runs, in the order of their refusal. */
  async *rejectedRows(): AsyncGenerator<RejectedRow, void> {
    for await (const entry of this.file.entries()) if ("refused" in entry) yield rejectedRow(entry);
  }

  close(): void {
    this.file.close();
  }

  /** Closes and removes it: the run has ended. */
  remove(): void {
    this.file.remove();
  }

  private settle(row: number, outcome: number): void {
    if (row >= this.outcomes.length) {
      const larger = new Uint8Array(Math.max(row + 1, this.outcomes.length * 2));
      larger.set(this.outcomes);
      this.outcomes = larger;
    }
    if (!this.isSettled(row)) {
      if (outcome === REFUSED) this.refused += 1;
      else if (row <= this.lastRow) this.stored += 1;
    }
    this.outcomes[row] = outcome;
    this.unanswered.delete(row);
  }

  private settleRefused(row: number, refused: RejectedRow): void {
    this.firstRefused ??= rejectedRow(refused);
    this.settle(row, REFUSED!);
  }
}

function rejectedRow({ line, path, record, problem }: RejectedRow): RejectedRow {
  return { line, path, record, problem };
}
