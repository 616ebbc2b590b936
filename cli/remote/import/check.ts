/** The first pass over a file: every fault of every line, before anything is sent. */
import { Refused } from "../../console/exit-codes.ts";
import { say } from "../../console/output.ts";
import { formatCount, quantity } from "../../console/text.ts";
import { type FileFault, UnreadableFile } from "../rows/row.ts";
import { newDigest, type SourceFile } from "../rows/source-file.ts";
import type { Selection } from "./distinct.ts";
import type { Mapping } from "./mapping.ts";
import type { RecordReader } from "./record-reader.ts";

/** What the first pass found. */
export interface CheckedFile {
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string;
  /** The number of rows that are imported. */
  readonly selected: number;
  /** The first faults; `faultCount` counts all. */
  readonly faults: readonly FileFault[];
  readonly faultCount: number;
}

/** The number of faults that are shown. */
const MAX_SHOWN = 100;
/** Where the columns are named. */
const FIRST_LINE = "line 1";

/** Reads a whole file, and checks every row. */
export async function checkFile(
  source: SourceFile,
  mapping: Mapping,
  reader: RecordReader,
  selection: Selection,
): Promise<CheckedFile> {
  const hash = newDigest();
  const faults: FileFault[] = [];
  let [selected, faultCount] = [0, 0];
  const note = (place: string, message: string): void => {
    faultCount += 1;
    if (faults.length < MAX_SHOWN) faults.push({ place, message });
  };
  const columns = new Set<string>();
  const takeColumns = (names: readonly string[], place: string): void => {
    for (const name of names) {
      if (columns.has(name)) continue;
      columns.add(name);
      mapping.targetOf(name);
      const unknown = mapping.unknown.get(name);
      if (unknown !== undefined) note(place, unknown);
    }
  };
  const takeFirstLine = (names: readonly string[]): void => {
    takeColumns(names, FIRST_LINE);
    mapping.noteAbsent(reader.needed);
    for (const name of mapping.absent) note(FIRST_LINE, absentColumn(name));
  };
  try {
    for await (const row of source.rows({ hash, onColumns: takeFirstLine })) {
      if (source.format !== "csv") takeColumns(Object.keys(row.values), row.place);
      const result = reader.read(row);
      if ("faults" in result) for (const message of result.faults) note(row.place, message);
      else if (selection.takes(result.record, row.place)) selected += 1;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    note(`line ${error.line}`, error.message);
  }
  const known = [...columns].join(", ");
  for (const name of columns.size > 0 ? mapping.expected : [])
    if (!columns.has(name))
      note(FIRST_LINE, `There is no column ${JSON.stringify(name)}, which an option names. Columns: ${known}.`);
  return { digest: hash.digest("hex"), selected, faults, faultCount };
}

/** Said once, instead of on every line. */
function absentColumn(name: string): string {
  return `There is no column for ${name}, which every row needs. Name one with --map "column=${name}", or set it with --set "${name}=value".`;
}

/** @throws Refused with the number of faults, after each was printed to standard error */
export function refuseFaults({ faults, faultCount }: CheckedFile, mapping: Mapping): void {
  if (faultCount === 0) return;
  for (const { place, message } of faults) say(`${place}: ${message}`);
  if (faultCount > faults.length) say(`… and ${formatCount(faultCount - faults.length)} more.`);
  if (mapping.unknown.size > 0) say(`Fields: ${mapping.fieldNames.join(", ")}.`);
  throw new Refused(`The file has ${quantity(faultCount, "fault")}. Nothing was sent.`);
}
