/** Public data files beside the repository, not part of it. Their README names the sources. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";

/** The folder of the files. */
export const REAL_DATA = fileURLToPath(new URL("../../../../shared/data/real", import.meta.url));

/** Whether the files exist. */
export const hasRealData = existsSync(join(REAL_DATA, "astronaut_missions.csv"));

/** The rows of a CSV file by column name, with unchanged cells; empty if the files do not exist. */
export function rowsOf(file: string): Record<string, string>[] {
  return hasRealData ? parse(readFileSync(join(REAL_DATA, file)), { columns: true, bom: true }) : [];
}

/** Groups rows by key, in the order of first occurrence. */
export function groupBy<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  return Map.groupBy(rows, key);
}

/** Calls a function for each item, in concurrent batches. */
export async function inBatches<Item>(items: readonly Item[], size: number, each: (item: Item) => Promise<void>) {
  for (let start = 0; start < items.length; start += size)
    await Promise.all(items.slice(start, start + size).map(each));
}
