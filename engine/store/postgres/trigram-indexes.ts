/** Trigram indexes in PostgreSQL: those of its extension pg_trgm, if the database has it or lets the service create it. */
import type pg from "pg";
import sql, { join, type Sql } from "sql-template-tag";
import type { RequiredText, TrigramIndexes } from "../search/trigrams.ts";
import { quoteIdentifier } from "../tables.ts";

/** Creates the extension in a schema that is dropped with nothing else. Does nothing if the database has it, in any schema. */
const CREATE_EXTENSION = "CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public";

const SCHEMA = "SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm'";

/** Held while the extension is created: the lock of writers is that of a schema, and the extension that of a database. */
const LOCK_EXTENSION = "SELECT pg_advisory_xact_lock(hashtextextended('pg_trgm', 0))";

/** The codes of errors if another process has created the extension meanwhile. */
const CREATED_MEANWHILE = ["23505", "42710"];

/** What the extension can do in a database. */
interface Extension {
  /** Its schema. */
  readonly schema: string;
  /** Whether it finds letters beyond ASCII, which depends on the locale of the database. */
  readonly findsAllLetters: boolean;
}

/**
 * Finds out whether there can be trigram indexes. Changes nothing: a migration creates the extension.
 * @returns the indexes, or the reason why there are none
 */
export async function findTrigramIndexes(client: pg.ClientBase): Promise<TrigramIndexes | string> {
  for (;;) {
    await client.query("BEGIN");
    try {
      return trigramIndexes(await tryExtension(client));
    } catch (reason) {
      const { code, message } = reason as pg.DatabaseError;
      if (!CREATED_MEANWHILE.includes(code ?? "")) return message;
    } finally {
      await client.query("ROLLBACK");
    }
  }
}

async function tryExtension(client: pg.ClientBase): Promise<Extension> {
  await client.query(CREATE_EXTENSION);
  const schema: string = (await client.query(SCHEMA)).rows[0].nspname;
  const { rows } = await client.query(`SELECT cardinality("${schema}".show_trgm('щщщ')) > 0 AS finds`);
  return { schema, findsAllLetters: rows[0].finds };
}

/** The index of the extension leaves out all characters but letters and digits: it needs three of them in a row. */
const ASCII_TRIGRAM = /[a-z0-9]{3}/;
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

function trigramIndexes({ schema, findsAllLetters }: Extension): TrigramIndexes {
  const hasTrigram = ({ text }: RequiredText) => (findsAllLetters ? TRIGRAM : ASCII_TRIGRAM).test(text);
  return {
    preparation: [LOCK_EXTENSION, CREATE_EXTENSION],
    create: ({ name, table, columns }) => {
      const texts = columns.map((column) => `"${column}" "${schema}".gin_trgm_ops`);
      return [`CREATE INDEX "${name}" ON "${table}" USING gin (${texts.join(", ")})`];
    },
    drop: (name) => [`DROP INDEX "${name}"`],
    find: ({ table }, required) => {
      const predicates = required.filter(hasTrigram).map(containsText);
      if (predicates.length === 0) return undefined;
      return sql`SELECT n FROM ${quoteIdentifier(table)} WHERE ${join(predicates, " AND ")}`;
    },
  };
}

/** A predicate that the index answers. */
function containsText({ columns, text }: RequiredText): Sql {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(${join(
    columns.map((column) => sql`${quoteIdentifier(column)} LIKE ${pattern}`),
    " OR ",
  )})`;
}
