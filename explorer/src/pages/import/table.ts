/** Reads a file that a person chose. */
import { columnsOf, readRows } from "../../../../kit/rows/read.ts";
import { type FileFormat, type Row, UnreadableFile } from "../../../../kit/rows/row.ts";
import { chunksOf } from "../../../../kit/rows/stream.ts";
import { bytesText } from "../../units.ts";
import { withBreaks } from "./with-breaks.ts";

/** A file that was read. */
export interface Table {
  readonly name: string;
  readonly format: FileFormat;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** The largest file that a page reads, in bytes: it holds all of it. The command line takes any. */
export const MAX_BYTES = 32_000_000;

/** Reads a file by the format that its name or its beginning says. @throws UnreadableFile */
export async function readTable(file: Pick<File, "name" | "size" | "stream">): Promise<Table> {
  if (file.size > MAX_BYTES)
    throw new UnreadableFile(
      1,
      `The file is ${bytesText(file.size)} long; this page reads up to ${bytesText(MAX_BYTES)}. The command line imports files of any size.`,
    );
  const { format, columns, rows: all } = await readRows(chunksOf(file.stream()), { name: file.name });
  const rows: Row[] = [];
  for await (const row of withBreaks(all)) rows.push(row);
  if (rows.length === 0) throw new UnreadableFile(1, "The file has no rows.");
  return { name: file.name, format, columns: columns ?? (await columnsOf(rows)), rows };
}
