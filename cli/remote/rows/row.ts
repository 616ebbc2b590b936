/** Rows of a file, whatever its format. */
import { extname } from "node:path";
import type { Json } from "../../../engine/declare/values.ts";

/** One record as it is in a file. */
export interface Row {
  /** Its place among the rows, from 1. */
  readonly number: number;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** Where it is, for people: `line 3`; in a JSON array, whose items may share a line, `item 2 (line 3)`. */
  readonly place: string;
  /** The values by column; in CSV all are texts. */
  readonly values: Readonly<Record<string, Json>>;
  /** Why the line holds no record; then there are no values. */
  readonly fault?: string;
}

/** Something wrong with a row or a line of a file. */
export interface FileFault {
  /** Such as `line 3`. */
  readonly place: string;
  readonly message: string;
}

/** A file that cannot be read further: its rows cannot be found after a broken line. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** The formats of files. */
export const FILE_FORMATS = ["csv", "ndjson", "json"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** What separates the cells of CSV; spreadsheets use semicolons where the comma is the decimal sign. */
export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type Separator = keyof typeof SEPARATORS;

/** The format that the ending of a file's name says; undefined for others. */
export function formatOfEnding(name: string): FileFormat | undefined {
  const ending = extname(name).slice(1).toLowerCase();
  return FILE_FORMATS.find((each) => each === ending) ?? (ending === "jsonl" ? "ndjson" : undefined);
}
