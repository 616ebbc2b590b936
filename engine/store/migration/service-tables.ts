/** The tables of the service itself: metadata, the counters and recent changes of collections, outcomes of idempotent requests. */
import sql, { raw } from "sql-template-tag";
import type { Resource } from "../../resource/resource.ts";
import type { Session } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { quoteLiteral } from "../tables.ts";
import { type ActualTable, LAYOUT } from "./layout.ts";
import type { Step } from "./step.ts";

const LAST_KEY = "last_key BIGINT NOT NULL DEFAULT 0";

/** What may be lost when the server crashes: readers then find a gap. */
const recentChanges = ({ unlogged }: Dialect) =>
  `CREATE ${unlogged}TABLE "recent_changes" (name TEXT NOT NULL, slot INTEGER NOT NULL, from_changes BIGINT NOT NULL, to_changes BIGINT NOT NULL, changed TEXT NOT NULL, PRIMARY KEY (name, slot))`;

const TABLES = [
  `CREATE TABLE "service_metadata" (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE TABLE "collection_counters" (name TEXT PRIMARY KEY, changes BIGINT NOT NULL, total BIGINT NOT NULL, ${LAST_KEY})`,
  `CREATE TABLE "idempotency_keys" (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, outcome TEXT NOT NULL, created_at BIGINT NOT NULL)`,
  `CREATE INDEX "idempotency_keys_by_created_at" ON "idempotency_keys" (created_at)`,
];

/** The name of the metadata table until 0.1.0. */
const FORMER_METADATA = "service_facts";

/**
 * Keeps the first versions from starting on the database: they look for their layout in `service_facts`, find that of this
 * version, and refuse to start with its name. If they found none, they would assume that there is no metadata, and write
 * their own.
 */
const CREATE_GUARD = `CREATE TABLE "${FORMER_METADATA}" (name TEXT PRIMARY KEY CHECK (name = 'layout'), value TEXT NOT NULL)`;
const fillGuard = (version: string) => [
  `DELETE FROM "${FORMER_METADATA}"`,
  `INSERT INTO "${FORMER_METADATA}" (name, value) VALUES (${quoteLiteral(LAYOUT)}, ${quoteLiteral(JSON.stringify({ version, tables: {} }))})`,
];

/**
 * Renames what earlier versions named differently, and creates what is missing.
 * @param version of the service
 * @param isOfVersion whether the database is already of this version
 */
export function planServiceTables(
  tables: ReadonlyMap<string, ActualTable>,
  dialect: Dialect,
  version: string,
  isOfVersion: boolean,
): Step[] {
  const names = new Set([...tables].flatMap(([table, { indexes }]) => [table, ...indexes.keys()]));
  const renames: string[] = [];
  if (names.has(FORMER_METADATA) && !names.has("service_metadata")) {
    renames.push(`ALTER TABLE "${FORMER_METADATA}" RENAME TO "service_metadata"`);
    names.add("service_metadata").delete(FORMER_METADATA);
  }
  if (tables.get("idempotency_keys")?.columns.has("kept_at"))
    renames.push(
      `DROP INDEX "idempotency_keys_by_kept_at"`,
      `ALTER TABLE "idempotency_keys" RENAME COLUMN kept_at TO created_at`,
    );
  const creations = [...TABLES, recentChanges(dialect)].filter(
    (statement) => !names.has(/"(\w+)"/.exec(statement)![1]!),
  );
  const isGuarded = names.has(FORMER_METADATA);
  const guard = [...(isGuarded ? [] : [CREATE_GUARD]), ...(isGuarded && isOfVersion ? [] : fillGuard(version))];
  return [...renames, ...creations, ...guard].map((text) => ({ text }));
}

/** Adds the counters of integer keys to a database that assigned the keys itself. */
export function planLastKeys(
  tables: ReadonlyMap<string, ActualTable>,
  resources: readonly Resource[],
  dialect: Dialect,
): Step[] {
  if (tables.get("collection_counters")?.columns.has("last_key") ?? true) return [];
  const existing = resources.filter(({ table }) => tables.has(table));
  const statements = existing.flatMap(({ name, table }) => [
    `UPDATE "collection_counters" SET last_key = (SELECT COALESCE(max(n), 0) FROM "${table}") WHERE name = ${quoteLiteral(name)}`,
    ...dialect.dropKeyGenerator(table),
  ]);
  return [`ALTER TABLE "collection_counters" ADD COLUMN ${LAST_KEY}`, ...statements].map((text) => ({ text }));
}

/** Reads the metadata from the table that the database has; empty for a new database. */
export async function readAllMetadata(
  session: Session,
  tables: ReadonlyMap<string, ActualTable>,
): Promise<Map<string, string>> {
  const table = ["service_metadata", FORMER_METADATA].find((name) => tables.has(name));
  if (table === undefined) return new Map();
  const rows = await session.all(sql`SELECT name, value FROM ${raw(table)}`);
  return new Map(rows.map(({ name, value }) => [name as string, value as string]));
}
