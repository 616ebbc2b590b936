/** Temporary databases on the PostgreSQL server at `BENCH_POSTGRES_URL`. */
import pg from "pg";
import { copy } from "./copy.ts";

const SERVER = process.env.BENCH_POSTGRES_URL || "postgres://postgres@127.0.0.1:5432/postgres";

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Creates a database with the content of a SQLite file, and drops it after the work.
 * @param name without quotes or capitals
 */
export async function withDatabase(name: string, file: string, work: (url: string) => Promise<void>): Promise<void> {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  await run(SERVER, `CREATE DATABASE ${name}`);
  try {
    await copy(file, url.href);
    await run(url.href, "VACUUM ANALYZE");
    await work(url.href);
  } finally {
    await run(SERVER, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}
