/** How many bytes the tables and indexes of a database take. */
import Sqlite from "better-sqlite3";
import { compact, selectFrom } from "./records/postgres-databases.ts";
import { bytesLine, sizeHeading } from "./table.ts";

/** Bytes by the name of a table or index. */
export type Sizes = ReadonlyMap<string, number>;

/** The sizes in a database that no service has open. @param url as in `DATABASE_URL` */
export async function sizesIn(url: string): Promise<Sizes> {
  return url.startsWith("sqlite:") ? sizesInFile(url.slice("sqlite:".length)) : sizesOnServer(url);
}

/** The sizes in a SQLite file. */
export function sizesInFile(file: string): Sizes {
  const database = new Sqlite(file);
  try {
    database.pragma("wal_checkpoint(TRUNCATE)");
    const rows = database.prepare("SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name").all();
    return new Map((rows as { name: string; bytes: number }[]).map(({ name, bytes }) => [name, bytes]));
  } finally {
    database.close();
  }
}

/** The sizes in a PostgreSQL database, without what updated rows leave behind until it is reused. */
async function sizesOnServer(url: string): Promise<Sizes> {
  await compact(url);
  const toast = "coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0)";
  const rows = await selectFrom(
    url,
    `SELECT relname AS name, pg_relation_size(c.oid) + ${toast} AS bytes FROM pg_class AS c
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`,
  );
  return new Map(rows.map(({ name, bytes }) => [name as string, Number(bytes)]));
}

/** How many bytes each table and index has grown by, per record. */
export function growth(before: Sizes, after: Sizes, records: number): Sizes {
  return new Map([...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / records]));
}

/** The sum of all sizes. */
export function totalOf(sizes: Sizes): number {
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Prints sizes by table and index, without those that round to nothing, and their sum. */
export function printSizes(title: string, sizes: Sizes, goal?: number): void {
  console.log(`\n${sizeHeading(title)}`);
  for (const [name, bytes] of sizes) if (Math.round(bytes) !== 0) console.log(bytesLine(`  ${name}`, bytes));
  console.log(bytesLine("all", totalOf(sizes), goal));
}
