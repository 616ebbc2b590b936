/** Both stores, for tests that open a database themselves. */
import type { OpenDatabase } from "../../../engine/store/database.ts";
import { openPostgres } from "../../../engine/store/postgres/database.ts";
import { openSqlite } from "../../../engine/store/sqlite/database.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres, type TestDatabase } from "./databases.ts";

/** A kind of store. */
export interface StoreKind {
  readonly name: string;
  readonly create: () => Promise<TestDatabase>;
  /** How to open the database with a URL. */
  readonly opener: (url: string) => OpenDatabase;
  /** The reason to skip its tests, if there is one. */
  readonly skip: string | false;
}

/** SQLite and PostgreSQL. */
export const STORE_KINDS: readonly StoreKind[] = [
  {
    name: "SQLite",
    create: async () => createDatabaseFile(),
    opener: (url) => async (hooks) => openSqlite(url.slice("sqlite:".length), hooks),
    skip: false,
  },
  {
    name: "PostgreSQL",
    create: createSchema,
    opener: (url) => (hooks) =>
      openPostgres(url, { name: "space-missions", readConnections: 2, statementTimeoutMs: 10_000 }, hooks),
    skip: await skipWithoutPostgres(),
  },
];
