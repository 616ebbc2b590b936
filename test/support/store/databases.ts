/** A database for one service: a new file, or with `TEST_DATABASE=postgres` a new schema on a server. */
import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { removeAtExit } from "../cleanup.ts";
import { isRequired } from "./required-servers.ts";

/** The server on which tests create databases; by default the one of this machine. */
export const POSTGRES = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** A database of one test. `await using` removes it, after what was declared later with `await using` has stopped. */
export interface TestDatabase extends AsyncDisposable {
  /** As in `DATABASE_URL`. */
  readonly url: string;
  remove(): Promise<void>;
}

/** A database that `remove` removes. */
function testDatabase(url: string, remove: () => Promise<void>): TestDatabase {
  return { url, remove, [Symbol.asyncDispose]: remove };
}

/** What URLs of database files begin with. */
const SQLITE = "sqlite:";

/** Whether services have PostgreSQL unless a test says otherwise. */
export const isOnPostgres = process.env.TEST_DATABASE === "postgres";

/** Creates a database of the kind that `TEST_DATABASE` names. */
export function createDatabase(): Promise<TestDatabase> {
  return isOnPostgres ? createSchema() : Promise.resolve(createDatabaseFile());
}

/** The state of a statement that was chosen to end a deadlock (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const DEADLOCK = "40P01";

/** Creates a SQLite database. @param original one that nothing has open, to begin with its content */
export function createDatabaseFile(original?: TestDatabase): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-"));
  const unregister = removeAtExit({ folder });
  const path = join(folder, "test.db");
  if (original) copyFileSync(original.url.slice(SQLITE.length), path);
  return testDatabase(SQLITE + path, async () => {
    rmSync(folder, { recursive: true, force: true });
    unregister();
  });
}

/** Creates a database on the server, for tests that change its settings. @param options as of CREATE DATABASE */
export async function createServerDatabase(options = ""): Promise<TestDatabase & { readonly name: string }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const drop = `DROP DATABASE ${name} WITH (FORCE)`;
  const unregister = removeAtExit({ sql: drop, url: POSTGRES });
  await runSql(`CREATE DATABASE ${name} ${options}`);
  const remove = async () => {
    await runSql(drop);
    unregister();
  };
  return { name, ...testDatabase(POSTGRES.replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`), remove) };
}

let sharedDatabase: ReturnType<typeof createServerDatabase> | undefined;

/**
 * Creates a schema for one service: cheaper than a database, and as isolated. All of a process are in one database, which
 * goes when the process ends: the server's own catalogs do not grow.
 */
export async function createSchema(): Promise<TestDatabase> {
  sharedDatabase ??= createServerDatabase();
  const { url } = await sharedDatabase;
  const schema = `test_${randomUUID().replaceAll("-", "")}`;
  await runSql(`CREATE SCHEMA ${schema}`, url);
  // No test cuts the power, so commits need not wait for the disk.
  const options = `-c search_path=${schema} -c synchronous_commit=off`;
  const schemaUrl = `${url}${url.includes("?") ? "&" : "?"}options=${encodeURIComponent(options)}`;
  return testDatabase(schemaUrl, () => dropSchema(schema, url));
}

/** Removes a schema, even one that services still use. */
async function dropSchema(schema: string, url: string): Promise<void> {
  for (;;) {
    try {
      await runSql(`SET client_min_messages = warning; DROP SCHEMA ${schema} CASCADE`, url);
      return;
    } catch (error) {
      // A transaction of such a service held one of the tables. Without a retry, the hooks that stop it would not run.
      if ((error as pg.DatabaseError).code !== DEADLOCK) throw error;
    }
  }
}

/** Creates a database whose locale does not sort text by code points, if the server supports it. */
export function createIcuDatabase(): Promise<TestDatabase> {
  const icuOptions = `TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`;
  // Servers before version 15 have no ICU for a whole database.
  return createServerDatabase(icuOptions).catch(() => createServerDatabase());
}

/** The reason to skip tests that need a server; false if it is available or required. */
export async function skipWithoutPostgres(): Promise<string | false> {
  return runSql("SELECT 1").then(
    () => false,
    () => !isRequired("postgres") && `no PostgreSQL server at ${POSTGRES}; TEST_POSTGRES_URL names another`,
  );
}

/** Runs statements on the server. */
export async function runSql(text: string, url = POSTGRES): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
