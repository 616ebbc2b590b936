/** The file that a command writes, checked before the work begins. */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "./exit-codes.ts";

/** @throws UsageError if no file can have this name: it is a folder's, or there is no folder for it */
export function checkOutput(name: string): void {
  if (name === "" || isFolder(name))
    throw new UsageError(`--output must name a file; ${JSON.stringify(name)} is none.`);
  if (!isFolder(dirname(name))) throw new UsageError(`--output: there is no folder ${dirname(name)}.`);
}

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
