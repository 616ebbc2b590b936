/** Rows of a file, whatever its format. */

/** The formats of files. */
export type Format = "csv" | "ndjson" | "json";

/** One row: what becomes a record. */
export interface Row {
  /** The place in the file, for people: `row 3`, `line 3`, `item 3`. */
  readonly place: string;
  /** The values by column; in CSV all are texts. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Cells beyond the columns. */
  readonly surplus?: readonly string[];
  /** The reason why it is no record. */
  readonly fault?: string;
}

/** A file that was read. */
export interface Table {
  readonly name: string;
  readonly format: Format;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** Returns whether the service adds a member of this name, such as `_links`, or a file of rejected rows does. */
export function isOwnName(name: string): boolean {
  return name.startsWith("_");
}

/** A file that cannot be read. Its message says why, and what helps. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}
