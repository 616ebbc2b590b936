/** Rows of a file, whatever its format. */

/** One row as it is in a file. */
export interface Row {
  /** Its place among the rows, from 1. */
  readonly number: number;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** Where it is, for people: `line 3`; in a JSON array, whose items may share a line, `item 2 (line 3)`. */
  readonly place: string;
  /** The values by column; in CSV all are texts. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Cells of CSV beyond the columns. */
  readonly surplus?: readonly string[];
  /** Why it is no record. */
  readonly fault?: string;
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

/** The longest row, in characters. No record is as long. */
export const LONGEST_ROW = 2 ** 24;

/** @throws UnreadableFile if a row is too long: the rest of the file would be held in memory */
export function refuseLongRow(length: number, line: number, name: "row" | "line" | "item", reason: string): void {
  if (length > LONGEST_ROW)
    throw new UnreadableFile(line, `The ${name} is longer than 16 million characters: ${reason}`);
}

/** The formats of files. */
export const FILE_FORMATS = ["csv", "ndjson", "json"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** What separates the cells of CSV; spreadsheets use semicolons where the comma is the decimal sign. */
export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" } as const;
export type Separator = keyof typeof SEPARATORS;

const ENDINGS: Readonly<Record<string, FileFormat>> = {
  csv: "csv",
  tsv: "csv",
  ndjson: "ndjson",
  jsonl: "ndjson",
  json: "json",
};

/** Returns the format that the ending of a file's name says; undefined for others. */
export function formatOfEnding(name: string): FileFormat | undefined {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
}

/** Returns whether the service adds a member of this name, such as `_links`, or a file of rejected rows does. */
export function isOwnName(name: string): boolean {
  return name.startsWith("_");
}
