/** The file of a journal: its lines, each of which is appended once and never changed. */
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
import { splitLines } from "../../../kit/rows/lines.ts";
import type { Refusal } from "../../../kit/send/failures.ts";
import type { Values } from "../../../kit/values/json.ts";
import { Refused } from "../../console/exit-codes.ts";

/** What must be the same when a command continues. */
export interface JournalHead {
  /** SHA-256 of the file, in hexadecimal. */
  readonly file: string;
  /** The service, the path and the options. */
  readonly command: unknown;
}

/** A row that the service refused. */
export interface RejectedRow {
  readonly line: number;
  /** The record's own path; undefined if the service gives it an id. */
  readonly path?: string | undefined;
  readonly record: Values;
  readonly problem: Refusal;
}

/** Rows that were sent in one request, with a key. */
export interface SentRows {
  readonly sent: readonly number[];
  readonly at: string;
  readonly pass?: number;
}

/** A line of the file: the head, rows that are stored, a row that is refused, or rows in flight. */
type Entry =
  | (JournalHead & { readonly journal: 1; readonly run: string })
  | { readonly stored: readonly number[] }
  | ({ readonly refused: number } & RejectedRow)
  | SentRows;

/** An open file. */
export class JournalFile {
  readonly path: string;
  /** A random name of this run, from its beginning until the file is removed, however many processes take part. */
  readonly run: string;
  /** Whether an earlier process has begun it. */
  readonly wasResumed: boolean;
  private readonly file: number;

  private constructor(path: string, run: string, wasResumed: boolean) {
    this.path = path;
    this.run = run;
    this.wasResumed = wasResumed;
    this.file = openSync(path, "a", 0o600);
  }

  /** @throws Refused if the journal there is of another file or another command */
  static async open(path: string, head: JournalHead): Promise<JournalFile> {
    if (existsSync(path) && cutPartialLine(path) > 0) return new JournalFile(path, await runOf(path, head), true);
    const journal = new JournalFile(path, randomUUID(), false);
    journal.append({ journal: 1, run: journal.run, ...head });
    // The name of the run is on the disk before anything is sent: without it, a repeated request would be another one.
    fsyncSync(journal.file);
    return journal;
  }

  append(entry: Entry): void {
    writeSync(this.file, `${JSON.stringify(entry)}\n`);
  }

  entries(): AsyncGenerator<Entry, void> {
    return entriesOf(this.path);
  }

  close(): void {
    closeSync(this.file);
  }

  /** Closes and removes it. */
  remove(): void {
    this.close();
    rmSync(this.path);
  }
}

/** Returns the name of the run that a file continues. @throws Refused if it is of another file or another command */
async function runOf(path: string, head: JournalHead): Promise<string> {
  const { value } = await entriesOf(path).next();
  const found = value as Extract<Entry, JournalHead>;
  const orBegin = `or remove ${path} to import the whole file again; what is stored stays.`;
  if (found.file !== head.file)
    throw new Refused(`The file has changed since its import began. Take back the changes to continue it, ${orBegin}`);
  if (JSON.stringify(found.command) !== JSON.stringify(head.command))
    throw new Refused(
      `The import of this file began with other options: ${JSON.stringify(found.command)}. Use those to continue it, ${orBegin}`,
    );
  return found.run;
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

/** Returns ascending numbers as pairs of first and last: `[1, 1000, 1002, 1002]`. */
export function rangesOf(numbers: readonly number[]): number[] {
  const ranges: number[] = [];
  for (const number of numbers) {
    if (ranges.at(-1) === number - 1) ranges[ranges.length - 1] = number;
    else ranges.push(number, number);
  }
  return ranges;
}

/** Returns the numbers in ranges. */
export function* numbersIn(ranges: readonly number[]): Generator<number, void> {
  for (let index = 0; index < ranges.length; index += 2)
    for (let number = ranges[index]!; number <= ranges[index + 1]!; number += 1) yield number;
}
