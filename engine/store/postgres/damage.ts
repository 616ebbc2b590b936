/** Damage to the files of a PostgreSQL database, as far as a client can find it. */
import pg from "pg";
import sql from "sql-template-tag";
import type { Select } from "../dialect.ts";

const AMCHECK = sql`SELECT 1 FROM pg_extension WHERE extname = 'amcheck'`;

/** The B-tree indexes of the schema. */
const INDEXES = sql`SELECT c.oid::int8 AS oid, c.relname AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
  WHERE c.relkind = 'i' AND a.amname = 'btree' AND c.relnamespace = current_schema()::regnamespace`;

/** SQLSTATEs of damaged data and indexes, and of data that cannot be read. */
const DAMAGED = /^(XX00[12]|58...)$/;

/**
 * Checks the indexes, if the extension `amcheck` is installed and may be used. Without it there are only the checksums, which
 * the server checks when anything reads a page.
 */
export async function findPostgresDamage(select: Select): Promise<readonly string[]> {
  if ((await select(AMCHECK)).length === 0) return [];
  const findings: string[] = [];
  for (const { oid, name } of await select(INDEXES)) {
    try {
      await select(sql`SELECT bt_index_check(${oid}::oid)`);
    } catch (reason) {
      const cause = reason instanceof Error && reason.cause instanceof pg.DatabaseError ? reason.cause : reason;
      if (!(cause instanceof pg.DatabaseError)) throw reason;
      // The owner of the tables may lack the permission to use the extension.
      if (cause.code === "42501") return findings;
      if (!DAMAGED.test(cause.code ?? "")) throw reason;
      findings.push(`${name}: ${cause.message}`);
    }
  }
  return findings;
}
