/** The built-in data set as in its files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Body } from "../http/serve.ts";

/** The folder of the built-in data. */
export const DATA = fileURLToPath(new URL("../../../missions/data", import.meta.url));

/** The records of one file; absent fields are null. */
export function recordsOf(resource: string): Body[] {
  return JSON.parse(readFileSync(join(DATA, `${resource}.json`), "utf8"));
}

/** Records by id. */
export function byId(records: readonly Body[]): Map<string, Body> {
  return new Map(records.map((record) => [record.id, record]));
}
