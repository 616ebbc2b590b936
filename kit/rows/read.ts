/** The rows of a file, by the format that its name or its beginning says. */
import { readCsv } from "./csv.ts";
import { readJson, readNdjson } from "./json.ts";
import { type FileFormat, formatOfEnding, isOwnName, type Row, type Separator } from "./row.ts";
import { decodeUtf8 } from "./utf8.ts";

/** A file whose first row has been read. */
export interface FileRows {
  readonly format: FileFormat;
  /** The columns of CSV; undefined for JSON, where each row has its own (`columnsOf`). */
  readonly columns: readonly string[] | undefined;
  /** To be read once. @throws UnreadableFile */
  readonly rows: AsyncIterable<Row>;
}

/** What is known of a file before it is read. */
export interface FileOptions {
  /** Its name, whose ending may say the format. */
  readonly name: string;
  readonly format?: FileFormat | undefined;
  /** Of the cells of CSV; undefined to recognize it. */
  readonly separator?: Separator | undefined;
}

/** Reads a file of any size. @throws UnreadableFile if it cannot be read at all */
export async function readRows(bytes: AsyncIterable<Uint8Array>, options: FileOptions): Promise<FileRows> {
  const chunks = decodeUtf8(bytes);
  const first = await firstText(chunks);
  const format = options.format ?? formatOf(first, formatOfEnding(options.name));
  const all = prepend(first, chunks);
  if (format === "csv") return { format, ...(await readCsv(all, options.separator)) };
  return { format, columns: undefined, rows: format === "json" ? readJson(all) : readNdjson(all) };
}

/** Returns the columns of JSON rows, in the order in which they occur. */
export async function columnsOf(rows: AsyncIterable<Row> | Iterable<Row>): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const { values } of rows) for (const name of Object.keys(values)) names.add(name);
  return [...names].filter((name) => !isOwnName(name));
}

/**
 * Returns the format of a text. Its beginning tells more than its name: files are often called otherwise.
 * An object is a line of NDJSON, or a response of the API.
 */
function formatOf(text: string, named: FileFormat | undefined): FileFormat {
  const [first] = text.trimStart();
  if (named === "csv" || first === undefined) return named ?? "csv";
  if (first === "[") return "json";
  if (first === "{") return named ?? "ndjson";
  return named === "json" ? "json" : "csv";
}

/** Reads up to the first piece that is not blank. */
async function firstText(chunks: AsyncIterator<string>): Promise<string> {
  let text = "";
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    text += next.value;
    if (next.value.trim() !== "") break;
  }
  return text;
}

async function* prepend(first: string, chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield first;
  yield* chunks;
}
