/** Rows of CSV (RFC 4180), read as a stream. */

import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { type Row, SEPARATORS, type Separator, UnreadableFile } from "./row.ts";

/** What csv-parse yields with `info`. */
interface Parsed {
  readonly record: string[];
  readonly info: Info;
}

/**
 * The rows of CSV whose first line names the columns.
 * @param onColumns receives the names, before the first row
 * @throws UnreadableFile
 */
export async function* readCsv(
  bytes: Readable,
  separator: Separator,
  onColumns: (names: readonly string[]) => void,
): AsyncGenerator<Row, void> {
  const parser = parse({
    bom: true,
    delimiter: SEPARATORS[separator],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 2 ** 24,
  });
  // Errors reach the loop below; the callback keeps them from being thrown twice.
  pipeline(bytes, parser, () => {});
  let columns: readonly string[] | undefined;
  let number = 0;
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const begin = line;
      line = info.lines + 1;
      if (!columns) {
        columns = checkColumns(record, separator);
        onColumns(columns);
        continue;
      }
      number += 1;
      yield { number, line: begin, place: `line ${begin}`, ...cellsOf(columns, record) };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(Number(error.lines ?? line), `${error.message}.`);
    throw error;
  }
  if (!columns) throw new UnreadableFile(1, "The file is empty. Its first line must name the columns.");
}

function checkColumns(names: readonly string[], separator: Separator): readonly string[] {
  if (names.length === 1) refuseOtherSeparator(names[0]!, separator);
  const trimmed = names.map((name) => name.trim());
  const repeated = trimmed.find((name, index) => trimmed.indexOf(name) < index);
  if (repeated !== undefined) throw new UnreadableFile(1, `Two columns are named ${JSON.stringify(repeated)}.`);
  return trimmed;
}

/** A single column whose name has another separator is no column. */
function refuseOtherSeparator(name: string, separator: Separator): void {
  const other = (Object.keys(SEPARATORS) as Separator[]).find((each) => name.includes(SEPARATORS[each]));
  if (other !== undefined)
    throw new UnreadableFile(
      1,
      `The cells are not separated by a ${separator} but by a ${other}: add --separator ${other}.`,
    );
}

function cellsOf(columns: readonly string[], record: readonly string[]): Pick<Row, "values" | "fault"> {
  if (record.length === columns.length)
    return { values: Object.fromEntries(columns.map((name, index) => [name, record[index]!])) };
  const fault = `The line has ${record.length} cells; the first line names ${columns.length} columns.`;
  return { values: {}, fault };
}
