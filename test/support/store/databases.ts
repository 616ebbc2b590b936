/** A database for one service: a file of its own, or with `TEST_DATABASE=postgres` a schema of its own on a server. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { removeAtExit } from "../cleanup.ts";
import { isRequired } from "./required-servers.ts";

/** A server on which tests may make databases; the one of the development machine, unless another is named. */
export const POSTGRES = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

export interface TestDatabase {
  /** As in `DATABASE_URL`. */
  readonly url: string;
  remove(): Promise<void>;
}

export function createDatabase(): Promise<TestDatabase> {
  return process.env.TEST_DATABASE === "postgres" ? createSchema() : Promise.resolve(createDatabaseFile());
}

export function createDatabaseFile(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-"));
  const removed = removeAtExit({ folder });
  return {
    url: `sqlite:${join(folder, "test.db")}`,
    remove: async () => {
      rmSync(folder, { recursive: true, force: true });
      removed();
    },
  };
}

/** A schema that only this process knows: cheaper than a database, and as separate for the service. */
export async function createSchema(): Promise<TestDatabase> {
  const schema = `test_${randomUUID().replaceAll("-", "")}`;
  const drop = `SET client_min_messages = warning; DROP SCHEMA IF EXISTS ${schema} CASCADE`;
  const removed = removeAtExit({ sql: drop, url: POSTGRES });
  await runSql(`CREATE SCHEMA ${schema}`);
  const separator = POSTGRES.includes("?") ? "&" : "?";
  // No test of these cuts the power: a commit need not wait for the disk.
  const options = `-c search_path=${schema} -c synchronous_commit=off`;
  return {
    url: `${POSTGRES}${separator}options=${encodeURIComponent(options)}`,
    remove: async () => {
      await runSql(drop);
      removed();
    },
  };
}

/** A database of its own whose language orders text otherwise than by code points, where the server can make one. */
export async function createIcuDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const ordered = `TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`;
  const drop = `DROP DATABASE ${name} WITH (FORCE)`;
  const removed = removeAtExit({ sql: drop, url: POSTGRES });
  // Servers before version 15 have no ICU for a whole database.
  await runSql(`CREATE DATABASE ${name} ${ordered}`).catch(() => runSql(`CREATE DATABASE ${name}`));
  return {
    url: POSTGRES.replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`),
    remove: async () => {
      await runSql(drop);
      removed();
    },
  };
}

/**
 * Why tests that need a server are left out; false when they are not.
 */
export async function skipWithoutPostgres(): Promise<string | false> {
  return runSql("SELECT 1").then(
    () => false,
    () => !isRequired("postgres") && `no PostgreSQL server at ${POSTGRES}; TEST_POSTGRES_URL names another`,
  );
}

/** Runs statements on the server, beside the service. */
export async function runSql(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
