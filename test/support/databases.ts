/** A database for one service: a file of its own, or with `TEST_DATABASE=postgres` a schema of its own on a server. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { required } from "./required.ts";

/** A server on which tests may make databases; the one of the development machine, unless another is named. */
export const POSTGRES = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

export interface OwnDatabase {
  /** As in `DATABASE_URL`. */
  readonly url: string;
  remove(): Promise<void>;
}

export function ownDatabase(): Promise<OwnDatabase> {
  return process.env.TEST_DATABASE === "postgres" ? ownSchema() : Promise.resolve(ownFile());
}

export function ownFile(): OwnDatabase {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-"));
  return {
    url: `sqlite:${join(folder, "test.db")}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A schema that only this process knows: cheaper than a database, and as separate for the service. */
export async function ownSchema(): Promise<OwnDatabase> {
  const schema = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(`CREATE SCHEMA ${schema}`);
  const separator = POSTGRES.includes("?") ? "&" : "?";
  return {
    url: `${POSTGRES}${separator}options=${encodeURIComponent(`-c search_path=${schema}`)}`,
    remove: async () => {
      await onServer(`SET client_min_messages = warning; DROP SCHEMA ${schema} CASCADE`);
    },
  };
}

/** A database of its own whose language orders text otherwise than by code points, where the server can make one. */
export async function ownDatabaseOrdered(): Promise<OwnDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const ordered = `TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`;
  // Servers before version 15 have no ICU for a whole database.
  await onServer(`CREATE DATABASE ${name} ${ordered}`).catch(() => onServer(`CREATE DATABASE ${name}`));
  return {
    url: POSTGRES.replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`),
    remove: async () => {
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/**
 * Why tests that need a server are left out; false when they are not.
 */
export async function withoutServer(): Promise<string | false> {
  return onServer("SELECT 1").then(
    () => false,
    () => !required("postgres") && `no PostgreSQL server at ${POSTGRES}; TEST_POSTGRES_URL names another`,
  );
}

/** Runs statements on the server, beside the service. */
export async function onServer(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
