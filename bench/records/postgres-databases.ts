/** Temporary databases on the PostgreSQL server at `BENCH_POSTGRES_URL`. */
import pg from "pg";
import { copyToPostgres } from "./copy.ts";

const SERVER = process.env.BENCH_POSTGRES_URL || "postgres://postgres@127.0.0.1:5432/postgres";

/** Runs a statement, and returns its rows. */
export async function selectFrom(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

async function runStatement(url: string, statement: string): Promise<void> {
  await selectFrom(url, statement);
}

/**
 * Creates an empty database, and drops it after the work.
 * @param name without quotes or capitals
 */
export async function withDatabase(name: string, work: (url: string) => Promise<void>): Promise<void> {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  await runStatement(SERVER, `CREATE DATABASE ${name}`);
  try {
    await work(url.href);
  } finally {
    await runStatement(SERVER, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

/** The same with several databases. */
export function withDatabases(
  names: readonly string[],
  work: (urls: readonly string[]) => Promise<void>,
): Promise<void> {
  const [name, ...others] = names;
  if (name === undefined) return work([]);
  return withDatabase(name, (url) => withDatabases(others, (urls) => work([url, ...urls])));
}

/** Creates a database with the content of a SQLite file, and drops it after the work. */
export function withCopy(name: string, file: string, work: (url: string) => Promise<void>): Promise<void> {
  return withDatabase(name, async (url) => {
    await copyToPostgres(file, url);
    await tidy(url);
    await work(url);
  });
}

/** Does after a bulk load what autovacuum would do some time later. */
export function tidy(url: string): Promise<void> {
  return runStatement(url, "VACUUM ANALYZE");
}

/** Rewrites all tables and indexes without the space of rows that are gone. */
export function compact(url: string): Promise<void> {
  return runStatement(url, "VACUUM FULL");
}
