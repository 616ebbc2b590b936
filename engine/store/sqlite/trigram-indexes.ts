/** Trigram indexes in SQLite: tables of FTS5 that store the trigrams alone, and that triggers keep up to date. */
import type Sqlite from "better-sqlite3";
import sql, { raw, type Sql } from "sql-template-tag";
import { TimeSlice } from "../../runtime/time-slice.ts";
import { type TrigramIndex, type TrigramIndexes, trigramsIn } from "../search/trigrams.ts";
import { quoteIdentifier } from "../tables.ts";

/**
 * The most trigrams of one search. More would hardly exclude another record, and each takes some ten microseconds to look up.
 */
const MAX_TRIGRAMS = 64;

/** The function of connections that write: the trigrams of texts, as one text with spaces. */
const TRIGRAMS = "trigrams_of";

/** Makes the triggers work on a connection. */
export function addTrigramFunction(connection: Sqlite.Database): void {
  const ofAll = (...texts: (string | null)[]) => texts.map((text) => (text === null ? "" : trigramsIn(text))).join("");
  connection.function(TRIGRAMS, { varargs: true, deterministic: true }, ofAll);
}

/**
 * FTS5 has a tokenizer for trigrams, but they cross the ends of words, which takes nearly twice the space. Only the keys of
 * blocks are stored for each trigram (`detail=none`), neither the texts (`content=''`) nor their lengths.
 */
const OPTIONS = "trigrams, content='', columnsize=0, detail=none, tokenize='ascii'";

/** The size of the index's pages. FTS5 merges 64 of them and more within one transaction: with its default, 4,050 bytes, that took up to 80 ms. */
const PAGE_BYTES = 1_000;

/**
 * How many records with consecutive keys are one block. An index has the trigrams of blocks: texts share many trigrams, and
 * that of a single record would take twice the space. Trigrams of earlier texts and of deleted records stay in the index,
 * because others of the block may have them; they only make more candidates.
 */
const BLOCK = 4;

/**
 * How many new records are indexed at once; until then, every search compares them. Indexing each of them when it is inserted
 * takes four times as long, and a trigger for that makes SQLite keep a copy of each page that the INSERT changes.
 */
const BATCH = 128;

/** The places of records in their block. */
const PLACES = `json_each('${JSON.stringify(Array.from({ length: BLOCK }, (_, place) => place))}')`;

const trigramsOf = (columns: readonly string[], row = "") =>
  `${TRIGRAMS}(${columns.map((column) => `${row}"${column}"`).join(", ")})`;

/** Adds the blocks of records. @param condition of their keys */
const addBlocks = ({ name, table, columns }: TrigramIndex, condition: Sql) =>
  sql`${raw(`INSERT INTO "${name}" (rowid, trigrams) SELECT n / ${BLOCK}, group_concat(${trigramsOf(columns)}, '') FROM "${table}"`)} WHERE ${condition} GROUP BY 1`;

/** The trigger that adds the new texts of records that the index has. */
const updateTrigger = (name: string) => `"${name}_update"`;

/** The table with the last integer key that an index has: those of newer records are higher. */
const lastKey = (name: string) => `"${name}_last"`;

/** The indexes of SQLite. */
export const sqliteTrigramIndexes: TrigramIndexes = {
  preparation: [],
  create: (index) => {
    const { name, table, columns } = index;
    const last = lastKey(name);
    const texts = columns.map((column) => `"${column}"`).join(", ");
    const add = `INSERT INTO "${name}" (rowid, trigrams) VALUES (new.n / ${BLOCK}, ${trigramsOf(columns, "new.")})`;
    return [
      `CREATE VIRTUAL TABLE "${name}" USING fts5(${OPTIONS})`,
      `INSERT INTO "${name}" ("${name}", rank) VALUES ('pgsz', ${PAGE_BYTES})`,
      `CREATE TABLE ${last} (n INTEGER NOT NULL)`,
      addBlocks(index, sql`TRUE`).sql,
      `INSERT INTO ${last} SELECT COALESCE(max(n), 0) FROM "${table}"`,
      `CREATE TRIGGER ${updateTrigger(name)} AFTER UPDATE OF ${texts} ON "${table}" WHEN new.n <= (SELECT n FROM ${last}) BEGIN ${add}; END`,
    ];
  },
  drop: (name) => [`DROP TRIGGER ${updateTrigger(name)}`, `DROP TABLE "${name}"`, `DROP TABLE ${lastKey(name)}`],
  addNew: async (index, lastAssigned, session) => {
    const last = raw(lastKey(index.name));
    const [row] = await session.all(sql`SELECT n FROM ${last}`);
    const timeSlice = new TimeSlice();
    for (let from = Number(row!.n); from + BATCH <= lastAssigned; from += BATCH) {
      await timeSlice.yieldIfOver();
      await session.send(addBlocks(index, sql`n > ${from} AND n <= ${from + BATCH}`));
      await session.send(sql`UPDATE ${last} SET n = ${from + BATCH}`);
    }
  },
  find: ({ name, table }, required) => {
    const trigrams = new Set(required.flatMap(({ text }) => trigramsIn(text).match(/[^ ]+/g) ?? []));
    if (trigrams.size === 0) return undefined;
    const searched = [...trigrams].slice(0, MAX_TRIGRAMS);
    const expression = searched.map((each) => `"${each}"`).join(" AND ");
    const index = quoteIdentifier(name);
    const found = sql`SELECT ${index}.rowid * ${raw(String(BLOCK))} + value AS n FROM ${index} CROSS JOIN ${raw(PLACES)} WHERE ${index} MATCH ${expression}`;
    const newer = sql`SELECT n FROM ${quoteIdentifier(table)} WHERE n > (SELECT n FROM ${raw(lastKey(name))})`;
    return sql`${found} UNION ALL ${newer}`;
  },
};
