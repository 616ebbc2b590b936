/** Rows of CSV (RFC 4180), separated by commas, semicolons, tabs or bars. */
import Papa from "papaparse";
import { isOwnName, type Row, type Table, UnreadableFile } from "./table.ts";

const SEPARATORS = [",", ";", "\t", "|"];
/** The line in which spreadsheets name the separator. */
const NAMED_SEPARATOR = /^sep=(.)\r?\n/;

/** Reads CSV whose first row names the columns. Rows are counted as spreadsheets do. @throws UnreadableFile */
export function readCsv(text: string): Pick<Table, "columns" | "rows"> {
  const [line = "", named] = NAMED_SEPARATOR.exec(text) ?? [];
  const content = text.slice(line.length);
  const before = line === "" ? 0 : 1;
  const { data, errors } = Papa.parse<string[]>(content, { delimiter: named ?? separatorOf(content) });
  const broken = errors.find(({ type }) => type === "Quotes");
  if (broken) throw new UnreadableFile(`Row ${(broken.row ?? 0) + 1 + before}: ${broken.message}.`);
  const head = data.findIndex((cells) => !isEmpty(cells));
  if (head === -1) throw new UnreadableFile("The file is empty. Its first row must name the columns.");
  const names = data[head]!.map((name) => name.trim());
  const columns = names.filter((name) => name !== "");
  const repeated = columns.find((name, index) => columns.indexOf(name) < index);
  if (repeated !== undefined) throw new UnreadableFile(`Two columns are named “${repeated}”.`);
  const rows = data.flatMap((cells, index) =>
    index <= head || isEmpty(cells) ? [] : rowOf(names, cells, `row ${index + 1 + before}`),
  );
  return { columns: columns.filter((name) => !isOwnName(name)), rows };
}

/** Returns the separator of which the first row that is not empty has most. */
function separatorOf(text: string): string {
  const first = text.trimStart();
  const cellsWith = (delimiter: string) => Papa.parse<string[]>(first, { delimiter, preview: 1 }).data[0]?.length ?? 0;
  return SEPARATORS.reduce((best, each) => (cellsWith(each) > cellsWith(best) ? each : best));
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** Returns a row by the names of its columns; those without a name are left out. */
function rowOf(names: readonly string[], cells: readonly string[], place: string): Row {
  const pairs = names.flatMap((name, index) => (name === "" ? [] : [[name, cells[index] ?? ""] as const]));
  const row = { place, values: Object.fromEntries(pairs) };
  const surplus = cells.slice(names.length);
  if (cells.length === names.length || (cells.length > names.length && isEmpty(surplus))) return row;
  return { ...row, surplus, fault: `It has ${cells.length} cells; the first row names ${names.length} columns.` };
}
