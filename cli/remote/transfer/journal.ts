/**
 * The journal of an import: the outcome of each row. It is a file next to the imported one, to which a line is appended
 * for each outcome, so that the same command continues after a crash.
 */
import { createHash, randomUUID } from "node:crypto";
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { Problem } from "../../../client/index.ts";
import { type RefusedRow, refusalOf } from "../../../kit/send/failures.ts";
import type { Outcomes } from "../../../kit/send/row-sender.ts";
import { Refused } from "../../console/exit-codes.ts";
import {
  cutPartialLine,
  type Entry,
  entriesOf,
  type FileRow,
  type JournalHead,
  numbersIn,
  type RejectedRow,
  rangesOf,
  type Sent,
} from "./journal-entries.ts";

/** The outcomes of rows; those without one have 0. */
const [STORED, REFUSED, DEFERRED] = [1, 2, 3] as const;
/** How long the service remembers an Idempotency-Key (contract, 4.4), in milliseconds. */
const KEY_LIFETIME_MS = 24 * 3_600_000;
const FORGOTTEN = new Problem(409, {
  code: "unknown_outcome",
  detail:
    "An earlier run sent this row more than 24 hours ago and got no response; the service no longer knows whether it has stored it. Look for it, and import it again if it is missing.",
});

/** One open journal. */
export class Journal implements Outcomes<FileRow> {
  readonly path: string;
  /** Whether an earlier process has begun it. */
  readonly wasResumed: boolean;
  stored = 0;
  refused = 0;
  /** The row that was refused first. */
  firstRefused: RejectedRow | undefined;
  /** A random name of this run, from its beginning until the journal is removed, however many processes take part. */
  private run = "";
  /** The pass with which this process begins: the latest one in which an earlier one has sent rows. */
  private firstPass = 1;
  private outcomes = new Uint8Array(1_024);
  private readonly file: number;
  /** Where the entries of this pass begin. */
  private passStart = 0;
  /** The requests of an earlier process that have got no answer, by row. */
  private readonly unanswered = new Map<number, Sent>();
  private readonly lastRow: number;

  private constructor(path: string, wasResumed: boolean, lastRow: number) {
    this.path = path;
    this.lastRow = lastRow;
    this.wasResumed = wasResumed;
    this.file = openSync(path, "a", 0o600);
  }

  /**
   * @param lastRow the highest number of a row; a higher one stands for a second request of a row, which is not counted again
   * @throws Refused if the journal there is of another file or another command
   */
  static async open(path: string, head: JournalHead, lastRow: number): Promise<Journal> {
    const found = existsSync(path) ? cutPartialLine(path) : 0;
    const journal = new Journal(path, found > 0, lastRow);
    try {
      if (found === 0) journal.begin(head);
      else for await (const entry of entriesOf(path)) journal.replay(entry, head);
      return journal;
    } catch (error) {
      journal.close();
      throw error;
    }
  }

  /** The name of the run is on the disk before anything is sent: without it, a repeated request would be another one. */
  private begin(head: JournalHead): void {
    this.run = randomUUID();
    this.append({ journal: 1, run: this.run, ...head });
    fsyncSync(this.file);
  }

  isRefused(row: number): boolean {
    return this.outcomes[row] === REFUSED;
  }

  /** The rows without an outcome, at the beginning of a pass. Those that nobody knows any more are refused. */
  async *open(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow, void> {
    this.passStart = fstatSync(this.file).size;
    for await (const row of rows) {
      if (this.isSettled(row.number)) continue;
      const sent = row.path === undefined && this.unanswered.get(row.number);
      if (sent && Date.now() - Date.parse(sent.at) > KEY_LIFETIME_MS) this.refuse([{ row, problem: FORGOTTEN }]);
      else yield row;
    }
  }

  sentWith({ number }: FileRow): object | undefined {
    return this.unanswered.get(number);
  }

  /** The same for the same rows of the same run in the same pass, so that a repeated request is executed once. */
  keyOf(rows: readonly FileRow[], pass: number): string {
    const numbers = rows.map(({ number }) => number);
    const earlier = this.unanswered.get(numbers[0]!)?.pass;
    // A pass that an earlier process has begun is continued.
    const its = earlier ?? this.firstPass + pass - 1;
    if (rows.length > 1 || rows[0]!.path === undefined)
      this.append({ sent: rangesOf(numbers), at: new Date().toISOString(), pass: its });
    return createHash("sha256")
      .update(`${this.run} ${its} ${numbers.join(",")}`)
      .digest("hex");
  }

  store(rows: readonly FileRow[]): void {
    const numbers = rows.map(({ number }) => number);
    this.append({ stored: rangesOf(numbers) });
    for (const number of numbers) this.settle(number, STORED);
  }

  refuse(rows: readonly RefusedRow<FileRow>[]): void {
    for (const each of rows) this.refuseRow(each.row.number, rejectedOf(each));
  }

  defer(rows: readonly RefusedRow<FileRow>[]): void {
    for (const each of rows) {
      const { number } = each.row;
      this.append({ deferred: number, ...rejectedOf(each) });
      this.settle(number, DEFERRED);
    }
  }

  /** Their problems are read from the file, so that they need no memory. */
  async refuseDeferred(): Promise<void> {
    for await (const entry of entriesOf(this.path, this.passStart, fstatSync(this.file).size))
      if ("deferred" in entry && this.outcomes[entry.deferred] === DEFERRED) this.refuseRow(entry.deferred, entry);
  }

  /** The refused rows of all runs, in the order of their refusal. */
  async *rejectedRows(): AsyncGenerator<RejectedRow, void> {
    for await (const entry of entriesOf(this.path))
      if ("refused" in entry) yield { line: entry.line, record: entry.record, problem: entry.problem };
  }

  close(): void {
    closeSync(this.file);
  }

  /** Closes and removes it: the run has ended. */
  remove(): void {
    this.close();
    rmSync(this.path);
  }

  private append(entry: Entry): void {
    writeSync(this.file, `${JSON.stringify(entry)}\n`);
  }

  private isSettled(row: number): boolean {
    return this.outcomes[row] === STORED || this.outcomes[row] === REFUSED;
  }

  private refuseRow(number: number, { line, record, problem }: RejectedRow): void {
    this.append({ refused: number, line, record, problem });
    this.settleRefused(number, { line, record, problem });
  }

  private settle(row: number, outcome: typeof STORED | typeof REFUSED | typeof DEFERRED): void {
    if (row >= this.outcomes.length) {
      const larger = new Uint8Array(Math.max(row + 1, this.outcomes.length * 2));
      larger.set(this.outcomes);
      this.outcomes = larger;
    }
    if (!this.isSettled(row)) {
      if (outcome === REFUSED) this.refused += 1;
      else if (outcome === STORED && row <= this.lastRow) this.stored += 1;
    }
    this.outcomes[row] = outcome;
    this.unanswered.delete(row);
  }

  private settleRefused(row: number, { line, record, problem }: RejectedRow): void {
    this.firstRefused ??= { line, record, problem };
    this.settle(row, REFUSED);
  }

  private replay(entry: Entry, head: JournalHead): void {
    if ("journal" in entry) {
      this.compare(entry, head);
      this.run = entry.run;
    } else if ("stored" in entry) for (const row of numbersIn(entry.stored)) this.settle(row, STORED);
    else if ("refused" in entry) this.settleRefused(entry.refused, entry);
    else if ("deferred" in entry) this.settle(entry.deferred, DEFERRED);
    else {
      this.firstPass = Math.max(this.firstPass, entry.pass ?? 1);
      for (const row of numbersIn(entry.sent)) this.unanswered.set(row, entry);
    }
  }

  private compare(found: JournalHead, head: JournalHead): void {
    const orBegin = `or remove ${this.path} to import the whole file again; what is stored stays.`;
    if (found.file !== head.file)
      throw new Refused(
        `The file has changed since its import began. Take back the changes to continue it, ${orBegin}`,
      );
    if (JSON.stringify(found.command) !== JSON.stringify(head.command))
      throw new Refused(
        `The import of this file began with other options: ${JSON.stringify(found.command)}. Use those to continue it, ${orBegin}`,
      );
  }
}

function rejectedOf({ row: { line, record, path }, problem }: RefusedRow<FileRow>): RejectedRow {
  return { line, record, problem: refusalOf(problem, path) };
}
