/** Reads a file that a person chose. */
import { bytesText } from "../../../units.ts";
import { readCsv } from "./csv.ts";
import { readJson, readNdjson } from "./json.ts";
import { type Format, type Table, UnreadableFile } from "./table.ts";

/** The largest file that a page reads, in bytes: it holds all of it. The command line takes any. */
export const MAX_BYTES = 32_000_000;

/** The file endings that are known. */
const ENDINGS: Readonly<Record<string, Format>> = {
  csv: "csv",
  tsv: "csv",
  ndjson: "ndjson",
  jsonl: "ndjson",
  json: "json",
};
const READERS = { csv: readCsv, ndjson: readNdjson, json: readJson };

/** Reads a file by the format that its name or its beginning says. @throws UnreadableFile */
export async function readFile(file: Pick<File, "name" | "size" | "arrayBuffer">): Promise<Table> {
  if (file.size > MAX_BYTES)
    throw new UnreadableFile(
      `The file has ${bytesText(file.size)}; this page reads up to ${bytesText(MAX_BYTES)}. The command line imports files of any size.`,
    );
  const text = decode(await file.arrayBuffer());
  const ending = ENDINGS[file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase()];
  const format = ending === "csv" ? "csv" : formatOf(text, ending);
  const { columns, rows } = READERS[format](text);
  if (rows.length === 0) throw new UnreadableFile("The file has no rows.");
  return { name: file.name, format, columns, rows };
}

/** Decodes UTF-8, with or without a byte order mark. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile("A text file in UTF-8 is required. In a spreadsheet, save it as “CSV UTF-8”.");
  }
}

/**
 * Returns the format of a text, whatever its file is called. An object is a line of NDJSON, or a response of the API.
 */
function formatOf(text: string, named: Format | undefined): Format {
  const [first] = text.trimStart();
  if (first === "[") return "json";
  if (first === "{") return named ?? "ndjson";
  return named === "json" ? "json" : "csv";
}
