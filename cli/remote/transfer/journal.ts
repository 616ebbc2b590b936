/**
 * The journal of an import: the outcome of each row. It is a file next to the imported one, to which a line is appended
 * for each outcome, so that the same command continues after a crash.
 */
import { randomUUID } from "node:crypto";
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
import type { Json, Values } from "../../../engine/declare/values.ts";
import { Refused } from "../../console/exit-codes.ts";
import { splitLines } from "../rows/lines.ts";

/** What must be the same when a command continues. */
export interface JournalHead {
  /** SHA-256 of the file, in hexadecimal. */
  readonly file: string;
  /** The service, the path and the options. */
  readonly command: Json;
}

/** A row that the service refused. */
export interface RefusedRow {
  readonly line: number;
  readonly record: Values;
  readonly problem: Json;
}

/** A line of the file: the head, rows that are stored, a row that is refused, or rows in flight. */
type Entry =
  | (JournalHead & { readonly journal: 1; readonly run: string })
  | { readonly stored: readonly number[] }
  | ({ readonly refused: number } & RefusedRow)
  | { readonly sent: readonly number[]; readonly at: string };

const [OPEN, STORED, REFUSED] = [0, 1, 2];

/** One open journal. */
export class Journal {
  readonly path: string;
  /** Whether an earlier process has begun it. */
  readonly wasResumed: boolean;
  /** A random name of this run, from its beginning until the journal is removed, however many processes take part. */
  run = "";
  stored = 0;
  refused = 0;
  /** The row that was refused first. */
  firstRefused: RefusedRow | undefined;
  private outcomes = new Uint8Array(1_024);
  private readonly file: number;
  /** Rows without an id that an earlier run sent, and when. */
  private readonly unanswered = new Map<number, string>();

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

  /** When an earlier run sent a row whose outcome is unknown, as an ISO date-time. */
  sentAt(row: number): string | undefined {
    return this.unanswered.get(row);
  }

  /** Notes rows before they are sent without an id by which they could be found. */
  send(rows: readonly number[]): void {
    this.append({ sent: rangesOf(rows), at: new Date().toISOString() });
  }

  store(rows: readonly number[]): void {
    this.append({ stored: rangesOf(rows) });
    for (const row of rows) this.settle(row, STORED!);
  }

  refuse(row: number, refusal: RefusedRow): void {
    this.append({ refused: row, ...refusal });
    this.settleRefused(row, refusal);
  }

  /** The refused rows of all runs, in the order of their refusal. */
  async *refusedRows(): AsyncGenerator<RefusedRow, void> {
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
    if (this.outcomes[row] === OPEN) {
      if (outcome === REFUSED) this.refused += 1;
      else if (row <= this.lastRow) this.stored += 1;
    }
    this.outcomes[row] = outcome;
    this.unanswered.delete(row);
  }

  private settleRefused(row: number, { line, record, problem }: RefusedRow): void {
    this.firstRefused ??= { line, record, problem };
    this.settle(row, REFUSED!);
  }

  private replay(entry: Entry, head: JournalHead): void {
    if ("journal" in entry) {
      this.compare(entry, head);
      this.run = entry.run;
    } else if ("stored" in entry) for (const row of numbersIn(entry.stored)) this.settle(row, STORED!);
    else if ("refused" in entry) this.settleRefused(entry.refused, entry);
    else for (const row of numbersIn(entry.sent)) this.unanswered.set(row, entry.at);
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
  for await (const line of splitLines(createReadStream(path))) yield JSON.parse(line) as Entry;
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
