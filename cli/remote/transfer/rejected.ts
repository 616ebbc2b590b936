/** The file of refused rows: each with its line, its problem and its record. */
import { createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Journal } from "./journal.ts";

/** Writes the refused rows of a journal to a file, as NDJSON; removes an earlier file if there are none. */
export async function writeRejected(journal: Journal, path: string): Promise<void> {
  if (journal.refused === 0) return rmSync(path, { force: true });
  const lines = async function* () {
    for await (const row of journal.rejectedRows()) yield `${JSON.stringify(row)}\n`;
  };
  const part = `${path}.part`;
  await pipeline(Readable.from(lines()), createWriteStream(part, { mode: 0o600 }));
  renameSync(part, path);
}
