/** The lines of a journal. */
import { createReadStream, readFileSync, truncateSync } from "node:fs";
import type { Json } from "../../../engine/declare/values.ts";
import type { Refusal } from "../../../kit/send/failures.ts";
import type { RowRecord } from "../../../kit/send/requests.ts";
import { splitLines } from "../rows/lines.ts";

/** What must be the same when a command continues. */
export interface JournalHead {
  /** SHA-256 of the file, in hexadecimal. */
  readonly file: string;
  /** The service, the path and the options. */
  readonly command: Json;
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
export interface Sent {
  readonly sent: readonly number[];
  readonly at: string;
  readonly pass?: number;
}

/** A line of the file: the head, rows that are stored, a row that is refused, now or for now, or rows in flight. */
export type Entry =
  | (JournalHead & { readonly journal: 1; readonly run: string })
  | { readonly stored: readonly number[] }
  | ({ readonly refused: number } & RejectedRow)
  | ({ readonly deferred: number } & RejectedRow)
  | Sent;

/** The lines of a journal. @param start where they begin and end, in bytes */
export async function* entriesOf(path: string, start = 0, end = Number.POSITIVE_INFINITY): AsyncGenerator<Entry, void> {
  if (start === end) return;
  for await (const line of splitLines(createReadStream(path, { start, end: end - 1 }))) yield JSON.parse(line) as Entry;
}

/** Removes what a killed process left of its last line. @returns the length that remains, in bytes */
export function cutPartialLine(path: string): number {
  const end = readFileSync(path).lastIndexOf("\n") + 1;
  truncateSync(path, end);
  return end;
}

/** Ascending numbers as pairs of first and last: `[1, 1000, 1002, 1002]`. */
export function rangesOf(numbers: readonly number[]): number[] {
  const ranges: number[] = [];
  for (const number of numbers) {
    if (ranges.at(-1) === number - 1) ranges[ranges.length - 1] = number;
    else ranges.push(number, number);
  }
  return ranges;
}

/** The numbers in such pairs. */
export function* numbersIn(ranges: readonly number[]): Generator<number, void> {
  for (let index = 0; index < ranges.length; index += 2)
    for (let number = ranges[index]!; number <= ranges[index + 1]!; number += 1) yield number;
}
