/**
 * The journal of an import: the outcome of each row. It is a file next to the imported one, to which a line is appended
 * for each outcome, so that the same command continues after a crash.
 */
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { splitLines } from "../../../kit/rows/lines.ts";
import { type Refusal, type RefusedRow, refusalOf } from "../../../kit/send/failures.ts";
import type { RowRecord } from "../../../kit/send/requests.ts";
import type { Outcomes } from "../../../kit/send/row-sender.ts";
import { Refused } from "../../console/exit-codes.ts";

/** What must be the same when a command continues. */
export interface JournalHead {
  /** SHA-256 of the file, in hexadecimal. */
  readonly file: string;
  /** The service, the path and the options. */
  readonly command: unknown;
}

/** A row, and the line of the file on which it begins. */
export interface FileRow extends RowRecord {
  readonly line: number;
}

/** A row that the service refused. */
export interface RejectedRow extends Pick<FileRow, "line" | "record"> {
  readonly problem: Refusal;
}

/** Rows that were sent in one request, with a key. */
interface Sent {
  readonly sent: readonly number[];
  readonly at: string;
  readonly pass?: number;
}

/** A line of the file: the head, rows that are stored, a row that is refused, or rows in flight. */
type Entry =
  | (JournalHead & { readonly journal: 1; readonly run: string })
  | { readonly stored: readonly number[] }
  | ({ readonly refused: number } & RejectedRow)
  | Sent;

const [OPEN, STORED, REFUSED] = [0, 1, 2];
/** How long the service remembers an Idempotency-Key (contract, 4.4), in milliseconds. */
const KEY_LIFETIME_MS = 24 * 3_600_000;

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

  sentWith({ number }: FileRow): object | undefined {
    return this.unanswered.get(number);
  }

  /** The same for the same rows of the same run in the same pass, so that a repeated request is executed once. */
  keyOf(rows: readonly FileRow[], pass: number): string {
    const numbers = rows.map(({ number }) => number);
    // A pass that an earlier process has begun is continued.
    const its = this.unanswered.get(numbers[0]!)?.pass ?? this.firstPass + pass - 1;
    for (const number of numbers) this.unanswered.delete(number);
    if (rows.length > 1 || rows[0]!.path === undefined)
      this.append({ sent: rangesOf(numbers), at: new Date().toISOString(), pass: its });
    return createHash("sha256")
      .update(`${this.run} ${its} ${numbers.join(",")}`)
      .digest("hex");
  }

  store(rows: readonly FileRow[]): void {
    const numbers = rows.map(({ number }) => number);
    this.append({ stored: rangesOf(numbers) });
    for (const number of numbers) this.settle(number, STORED!);
  }

  refuse(rows: readonly RefusedRow<FileRow>[]): void {
    for (const { row, problem } of rows) {
      const { number, line, record, path } = row;
      const refusal = { line, record, problem: refusalOf(problem, path) };
      this.append({ refused: number, ...refusal });
      this.settleRefused(number, refusal);
    }
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

  private settleRefused(row: number, { line, record, problem }: RejectedRow): void {
    this.firstRefused ??= { line, record, problem };
    this.settle(row, REFUSED!);
  }

  private replay(entry: Entry, head: JournalHead): void {
    if ("journal" in entry) {
      this.compare(entry, head);
      this.run = entry.run;
    } else if ("stored" in entry) for (const row of numbersIn(entry.stored)) this.settle(row, STORED!);
    else if ("refused" in entry) this.settleRefused(entry.refused, entry);
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

async function* entriesOf(path: string): AsyncGenerator<Entry, void> {
  for await (const line of splitLines(createReadStream(path, "utf8"))) yield JSON.parse(line) as Entry;
}

/** Removes what a killed process left of its last line. @returns the length that remains, in bytes */
function cutPartialLine(path: string): number {
  const end = readFileSync(path).lastIndexOf("\n") + 1;
  truncateSync(path, end);
  return end;
}

/** Ascending numbers as pairs of first and last: `[1, 1000, 1002, 1002]`. */
function rangesOf(numbers: readonly number[]): number[] {
  const ranges: number[] = [];
  for (const number of numbers) {
    if (ranges.at(-1) === number - 1) ranges[ranges.length - 1] = number;
    else ranges.push(number, number);
  }
  return ranges;
}

function* numbersIn(ranges: readonly number[]): Generator<number, void> {
  for (let index = 0; index < ranges.length; index += 2)
    for (let number = ranges[index]!; number <= ranges[index + 1]!; number += 1) yield number;
}
