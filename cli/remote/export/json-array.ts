/** NDJSON as one JSON array, with a line for each record. */
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { splitLines } from "../rows/lines.ts";

/** The text of an array, from NDJSON. */
export async function* arrayOf(bytes: Readable): AsyncGenerator<string, void> {
  let before = "[";
  for await (const line of splitLines(bytes)) {
    yield `${before}\n${line}`;
    before = ",";
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}

/** Writes a file of NDJSON as an array into another file. */
export async function convertToArray(from: string, to: string): Promise<void> {
  await pipeline(Readable.from(arrayOf(createReadStream(from))), createWriteStream(to));
}
