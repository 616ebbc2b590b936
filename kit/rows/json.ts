/** Rows of NDJSON, and of a JSON array. */
import { parseJson } from "../../engine/runtime/json.ts";
import { shorten } from "../values/quote.ts";
import { type Element, splitArray } from "./json-array.ts";
import { splitLines } from "./lines.ts";
import { type Row, refuseLongRow } from "./row.ts";

/** The rows of NDJSON; empty lines are skipped. */
export function readNdjson(chunks: AsyncIterable<string>): AsyncGenerator<Row, void> {
  return toRows(linesOf(chunks), (_, line) => `line ${line}`);
}

/** The rows of a JSON array. @throws UnreadableFile */
export function readJson(chunks: AsyncIterable<string>): AsyncGenerator<Row, void> {
  return toRows(splitArray(chunks), (number, line) => `item ${number} (line ${line})`);
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<Element, void> {
  let line = 0;
  for await (const text of splitLines(chunks, refuseLongLine)) {
    line += 1;
    if (text.trim() !== "") yield { text, line };
  }
}

function refuseLongLine(length: number, line: number): void {
  refuseLongRow(length, line, "line", "the file is not NDJSON.");
}

async function* toRows(
  elements: AsyncIterable<Element>,
  placeOf: (number: number, line: number) => string,
): AsyncGenerator<Row, void> {
  let number = 0;
  for await (const { text, line } of elements) {
    number += 1;
    yield { number, line, place: placeOf(number, line), ...parseObject(text) };
  }
}

function parseObject(text: string): Pick<Row, "values" | "surplus" | "fault"> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return { values: {}, surplus: [text], fault: `This is not JSON: ${(error as Error).message}` };
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { values: value as Row["values"] };
  return { values: {}, surplus: [text], fault: `A JSON object is required, not ${shorten(text)}.` };
}
