/** NDJSON as one JSON array, with a line for each record. */
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { splitLines } from "../../../kit/rows/lines.ts";

/** The text of an array, from NDJSON. */
export async function* arrayOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  let before = "[";
  for await (const line of splitLines(chunks)) {
    yield `${before}\n${line}`;
    before = ",";
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}

/** Writes a file of NDJSON as an array into another file. */
export async function convertToArray(from: string, to: string): Promise<void> {
  await pipeline(Readable.from(arrayOf(createReadStream(from, "utf8"))), createWriteStream(to));
}
