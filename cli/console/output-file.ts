/** The file that a command writes. */
import { createWriteStream, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UsageError } from "./exit-codes.ts";

/** Checks a name before the work begins. @throws UsageError if no file can have this name: it is a folder's, or there is no folder for it */
export function checkOutput(name: string): void {
  if (name === "" || isFolder(name))
    throw new UsageError(`--output must name a file; ${JSON.stringify(name)} is none.`);
  if (!isFolder(dirname(name))) throw new UsageError(`--output: there is no folder ${dirname(name)}.`);
}

/** Writes a file, which gets its name when it is complete. Only its owner may read it: it may contain private records. */
export async function writeWhole(lines: Readable, output: string): Promise<void> {
  const part = `${output}.part`;
  try {
    await pipeline(lines, createWriteStream(part, { flush: true, mode: 0o600 }));
    renameSync(part, output);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
