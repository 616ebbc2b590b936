/** The built-in data set as it stands in its files, and the folder that it stands in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Body } from "../http/serve.ts";

export const DATA = fileURLToPath(new URL("../../../data", import.meta.url));

/** The records of one file; what is left out of a record is null. */
export function recordsOf(resource: string): Body[] {
  return JSON.parse(readFileSync(join(DATA, `${resource}.json`), "utf8"));
}

/** Records by their identifier. */
export function byId(records: readonly Body[]): Map<string, Body> {
  return new Map(records.map((record) => [record.id, record]));
}
