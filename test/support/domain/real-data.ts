/** Public data files that may lie beside the project; nothing of them is part of it. Their README tells where they come from. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";

export const REAL_DATA = fileURLToPath(new URL("../../../../shared/data/real", import.meta.url));

/** Whether the folder is there. */
export const hasRealData = existsSync(join(REAL_DATA, "astronaut_missions.csv"));

/** The rows of a CSV file by column name, cells exactly as they stand; none when the folder is not there. */
export function rowsOf(file: string): Record<string, string>[] {
  return hasRealData ? parse(readFileSync(join(REAL_DATA, file)), { columns: true, bom: true }) : [];
}

/** Rows with the same key together, in the order in which they first occur. */
export function groupBy<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  return Map.groupBy(rows, key);
}

/** Does something for each, so many at a time. */
export async function inBatches<Item>(items: readonly Item[], size: number, each: (item: Item) => Promise<void>) {
  for (let at = 0; at < items.length; at += size) await Promise.all(items.slice(at, at + size).map(each));
}
