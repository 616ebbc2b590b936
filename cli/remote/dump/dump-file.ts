/** A dump as it is read: its records, the steps to which they belong, and where these are in the file. */
import { createReadStream } from "node:fs";
import { parseJson } from "../../../engine/runtime/json.ts";
import type { LoadStep, StepFinder } from "../../../kit/load/order.ts";
import type { LoadRow } from "../../../kit/load/steps.ts";
import { splitLines } from "../../../kit/rows/lines.ts";
import type { Values } from "../../../kit/values/json.ts";
import { Refused } from "../../console/exit-codes.ts";
import { newDigest } from "../import/source-file.ts";
import { isMember } from "../service/description.ts";

/** A record of a dump. */
export interface DumpRow extends LoadRow {
  readonly line: number;
}

/** The records of one step, and where they are. */
export interface Section {
  readonly step: LoadStep;
  /** The bytes from the first to the last of them, and the line and number of the first. */
  readonly start: number;
  end: number;
  readonly line: number;
  readonly number: number;
}

/** A checked dump. */
export interface DumpFile {
  readonly path: string;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
  readonly records: number;
  readonly sections: ReadonlyMap<LoadStep, Section>;
  readonly stepOf: StepFinder;
}

/** A line of a dump. */
interface DumpLine {
  readonly path?: unknown;
  readonly record?: unknown;
  readonly records?: unknown;
}

/**
 * Reads a whole dump, and checks that it is complete and that this service has a place for each record and field.
 * @throws Refused
 */
export async function readDump(path: string, stepOf: StepFinder): Promise<DumpFile> {
  const hash = newDigest();
  const sections = new Map<LoadStep, Section>();
  let [offset, line, records, counted] = [0, 0, 0, -1];
  for await (const text of splitLines(createReadStream(path, "utf8"))) {
    line += 1;
    const length = Buffer.byteLength(text) + 1;
    hash.update(`${text}\n`);
    const content = parseLine(text, line);
    if (typeof content.records === "number") counted = content.records;
    else {
      records += 1;
      const step = stepOf(content.path as string);
      if (!step) throw new Refused(`line ${line}: this service has no records at ${JSON.stringify(content.path)}.`);
      refuseUnknownFields(step, content.record as Values, line);
      const section = sections.get(step);
      if (section) section.end = offset + length;
      else sections.set(step, { step, start: offset, end: offset + length, line, number: records });
    }
    offset += length;
  }
  if (counted !== records)
    throw new Refused(
      counted < 0
        ? "The dump is truncated: its last line, which counts the records, is missing. Dump again."
        : `The dump has ${records} records, but its last line counts ${counted}.`,
    );
  return { path, digest: hash.digest("hex"), records, sections, stepOf };
}

/** The records of one section, again. */
export async function* readSection(
  file: DumpFile,
  { step, start, end, line, number }: Section,
): AsyncGenerator<DumpRow, void> {
  let [itsLine, itsNumber] = [line, number];
  for await (const text of splitLines(createReadStream(file.path, { encoding: "utf8", start, end: end - 1 }))) {
    const content = parseLine(text, itsLine);
    const row = { number: itsNumber, line: itsLine, path: content.path as string, record: content.record as Values };
    itsLine += 1;
    if (content.records === undefined) itsNumber += 1;
    // Records of other steps are among these if the file was not written by `dump`.
    if (content.records === undefined && file.stepOf(row.path) === step) yield row;
  }
}

/** @throws Refused if a line has another form */
function parseLine(text: string, line: number): DumpLine {
  let content: DumpLine | undefined;
  try {
    content = parseJson(text) as DumpLine;
  } catch {}
  const isRecord = typeof content?.path === "string" && typeof content.record === "object" && content.record !== null;
  if (isRecord || typeof content?.records === "number") return content!;
  throw new Refused(`line ${line}: this is not a line of a dump, {"path": …, "record": {…}}.`);
}

function refuseUnknownFields({ view }: LoadStep, record: Values, line: number): void {
  const unknown = Object.keys(record).find((field) => !isMember(view, field));
  if (unknown !== undefined)
    throw new Refused(`line ${line}: this service has no field ${unknown} in ${view.resource}. It may be older.`);
}
