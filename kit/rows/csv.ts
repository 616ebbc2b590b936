/** Rows of CSV (RFC 4180), as spreadsheets write it. */
import Papa from "papaparse";
import { quantity } from "../values/quantity.ts";
import { quoteName } from "../values/quote.ts";
import { isOwnName, LONGEST_ROW, type Row, refuseLongRow, SEPARATORS, type Separator, UnreadableFile } from "./row.ts";

/** The columns of CSV, and the rows after the one that names them. */
interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<Row>;
}

/** The cells of a row, and the line on which it begins. */
interface Line {
  readonly cells: readonly string[];
  readonly line: number;
}

/** What is wrong with quotes. */
const QUOTES = {
  MissingQuotes: "A quoted cell is not closed. End it with a double quote.",
  InvalidQuotes: 'A quote inside a quoted cell must be doubled, as in "5"" disk".',
};
/** What comes before the names of the columns: a line in which spreadsheets name the separator, and empty rows. */
const START = /^(?:("?)sep=(.)\1(?=[\r\n]))?(?:[\s,;|]{0,65536}[\r\n])?/i;
/** The characters that tell how lines end. More could exceed the stack of the engine of regular expressions. */
const BEGINNING = 1_048_576;
/** A quoted cell, or what a piece has of it. */
const QUOTED = /"[^"]*(?:"|$)/g;

/**
 * Reads CSV whose first row that is not empty names the columns. Columns without a name are left out, and so are those
 * whose name begins with `_`; empty rows are skipped.
 * @param chunks pieces of the text, the first of which holds at least the first row
 * @param separator undefined to recognize it
 * @throws UnreadableFile
 */
export async function readCsv(chunks: AsyncIterator<string>, separator: Separator | undefined): Promise<CsvTable> {
  const lines = linesOf(chunks, separator && SEPARATORS[separator]);
  const { value: head } = await lines.next();
  if (!head) throw new UnreadableFile(1, "The file is empty. Its first row must name the columns.");
  const names = head.cells.map((name) => name.trim());
  const repeated = names.find((name, index) => name !== "" && names.indexOf(name) < index);
  if (repeated !== undefined)
    throw new UnreadableFile(head.line, `Two columns are named ${quoteName(repeated)}. Rename or remove one.`);
  return { columns: names.filter((name) => name !== "" && !isOwnName(name)), rows: rowsOf(lines, names) };
}

async function* rowsOf(lines: AsyncIterable<Line>, names: readonly string[]): AsyncGenerator<Row, void> {
  let number = 0;
  for await (const { cells, line } of lines) {
    number += 1;
    const pairs = names.flatMap((name, index) => (name === "" ? [] : [[name, cells[index] ?? ""] as const]));
    const row = { number, line, place: `line ${line}`, values: Object.fromEntries(pairs) };
    const surplus = cells.slice(names.length);
    if (cells.length === names.length || (cells.length > names.length && isEmpty(surplus))) yield row;
    else
      yield {
        ...row,
        surplus,
        fault: `It has ${cells.length} cells, but the first row names ${quantity(names.length, "column")}. Quote cells that contain the separator.`,
      };
  }
}

/** The rows that are not empty. A row ends where the parser says; the line on which it begins follows from those before. */
async function* linesOf(chunks: AsyncIterator<string>, given: string | undefined): AsyncGenerator<Line, void> {
  let { value: text = "", done = false } = await chunks.next();
  const [start, , named] = START.exec(text)!;
  text = text.slice(start.length);
  let line = start.split(/\r\n?|\n/).length;
  const unquoted = text.slice(0, BEGINNING).replaceAll(QUOTED, "_");
  const parser = new Papa.Parser({
    delimiter: given ?? named ?? separatorOf(text),
    newline: unquoted.includes("\n") || !/\r./s.test(unquoted) ? "\n" : "\r",
  });
  for (;;) {
    const { data, errors, meta }: Papa.ParseResult<string[]> = parser.parse(text, 0, !done);
    // A row that the next piece continues may look broken.
    const broken = errors.find(({ row = 0 }) => done || row < data.length);
    for (const [index, cells] of data.entries()) {
      if (broken?.row === index) break;
      // The parser knows one end of lines.
      if (cells.at(-1)!.endsWith("\r")) cells.push(cells.pop()!.slice(0, -1));
      if (!isEmpty(cells)) yield { cells, line };
      line += 1 + cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
    }
    if (broken) throw new UnreadableFile(line, QUOTES[broken.code as keyof typeof QUOTES] ?? `${broken.message}.`);
    if (done) return;
    text = text.slice(meta.cursor);
    refuseLongRow(text.length, line, "row", "a quoted cell is not closed, or the file is not CSV.");
    // A long row is not parsed again for each piece, but once as much again has come.
    for (const least = Math.min(2 * text.length, LONGEST_ROW); !done && text.length <= least; ) {
      const next = await chunks.next();
      done = next.done === true;
      text += next.value ?? "";
    }
  }
}

/** Returns the separator of which the first row has most. */
function separatorOf(text: string): string {
  const cellsWith = (delimiter: string) => Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0;
  return Object.values(SEPARATORS).reduce((best, each) => (cellsWith(each) > cellsWith(best) ? each : best));
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}
