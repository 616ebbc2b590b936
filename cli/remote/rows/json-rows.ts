/** Rows of NDJSON, and of a JSON array. */
import type { Readable } from "node:stream";
import type { Values } from "../../../engine/declare/values.ts";
import { parseJson } from "../../../engine/runtime/json.ts";
import { type Element, splitArray } from "./json-array.ts";
import { splitLines } from "./lines.ts";
import type { Row } from "./row.ts";

/** The rows of NDJSON; empty lines are skipped. */
export function readNdjson(bytes: Readable): AsyncGenerator<Row, void> {
  return toRows(linesOf(bytes), (_, line) => `line ${line}`);
}

/** The rows of a JSON array. @throws UnreadableFile */
export function readJson(bytes: Readable): AsyncGenerator<Row, void> {
  return toRows(splitArray(bytes.setEncoding("utf8")), (number, line) => `item ${number} (line ${line})`);
}

async function* linesOf(bytes: Readable): AsyncGenerator<Element, void> {
  let line = 0;
  for await (const text of splitLines(bytes)) {
    line += 1;
    const clean = line === 1 ? text.replace(/^\ufeff/, "") : text;
    if (clean.trim() !== "") yield { text: clean, line };
  }
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

function parseObject(text: string): Pick<Row, "values" | "fault"> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return { values: {}, fault: `This is not JSON: ${(error as Error).message}` };
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { values: value as Values };
  return { values: {}, fault: `Expected a JSON object, not ${text.slice(0, 40)}.` };
}
