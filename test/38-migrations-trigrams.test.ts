/** Proves that migrations create trigram indexes, and that searches find the same after changes of the tables. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { raw } from "sql-template-tag";
import type { Declaration } from "../engine/declare/declaration.ts";
import { integer, text } from "../engine/declare/fields.ts";
import { readSubmission } from "../engine/resource/submission.ts";
import { type Database, NO_HOOKS } from "../engine/store/database.ts";
import { isTrigramIndex } from "../engine/store/search/trigrams.ts";
import { makers } from "./support/domain/versioned-domain.ts";
import { readIds } from "./support/http/lists.ts";
import { type Served, serve } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { createServerDatabase, runSql, skipWithoutPostgres } from "./support/store/databases.ts";

/** More than are read at once, so that searches use the index. */
const RECORDS = 2_100;
const SOME = [1, 127, 128, 129, 2_047, 2_048, 2_099];

const FIRST = makers({ motto: text(), size: integer() });
/** The field has another name. */
const RENAMED = makers({ slogan: text().formerly("motto"), size: integer() });
/** A new text, which SQLite adds in place. */
const EXTENDED = makers({ slogan: text().formerly("motto"), size: integer(), city: text().default("Old Town") });
/** A column is gone, for which SQLite copies the table. */
const REDUCED = makers({ slogan: text().formerly("motto"), city: text().default("Old Town") });

/** Asserts that searches find some records, those that are changed, and nothing that is not there any more. */
async function assertSearchable(served: Served, version: string): Promise<void> {
  for (const at of SOME) {
    for (const search of [`name${at}x`, `ame${at}x`, `word${at}x name`])
      assert.deepEqual(await readIds(served, `/api/makers?search=${search}`), [`m${at}`], `${version}: ${search}`);
    const { body } = await served.get(`/api/search?q=ame${at}x`);
    assert.equal(body.total_count, 1, `${version}: ${at}`);
  }
  await served.patch("/api/makers/m5", { name: `Renamed${version}` });
  assert.deepEqual(await readIds(served, `/api/makers?search=amed${version}`), ["m5"]);
  await served.patch("/api/makers/m5", { name: "Maker name5x" });
  assert.deepEqual(await readIds(served, `/api/makers?search=amed${version}`), []);
  assert.deepEqual(await readIds(served, "/api/makers?search=ame5x"), ["m5"]);
}

/** Drops the indexes, and closes the database. */
async function dropTrigramIndexes(database: Database): Promise<void> {
  const rows = await database.reader.all(database.dialect.indexes);
  const names = rows.map(({ name }) => name as string).filter(isTrigramIndex);
  assert.ok(names.some((name) => name.startsWith("makers")));
  const statements = names.flatMap((name) => database.dialect.trigramIndexes!.drop(name));
  await database.transaction(async ({ session }) => {
    for (const statement of statements) await session.run(raw(statement));
  });
  await database.close();
}

for (const { name: store, create, opener, skip } of STORE_KINDS) {
  test(`architecture, tables: ${store}: searches find the same after each migration`, { skip }, async (t) => {
    const database = await create();
    t.after(database.remove);
    const on = async (version: string, declaration: Declaration, use: (served: Served) => Promise<void>) => {
      const served = await serve([declaration], { DATABASE_URL: database.url });
      await use(served)
        .then(() => assertSearchable(served, version))
        .finally(() => served.stop());
    };
    await on("first", FIRST, async (served) => {
      const resource = served.catalog.resource("makers");
      await served.store.write(async (tx) => {
        for (let at = 0; at < RECORDS; at += 1) {
          const draft = { id: `m${at}`, name: `Maker name${at}x`, motto: `Many a word${at}x` };
          await tx.create(resource, undefined, readSubmission(resource, "create", draft));
        }
      });
    });
    // As a version without such indexes left it.
    await dropTrigramIndexes(await opener(database.url)(NO_HOOKS));
    await on("again", FIRST, async () => {});
    await on("renamed", RENAMED, async () => {});
    await on("extended", EXTENDED, async (served) => {
      assert.equal((await served.get("/api/makers?search=own+old")).body.total_count, RECORDS);
      await served.patch("/api/makers/m7", { city: "Newtown" });
      assert.deepEqual(await readIds(served, "/api/makers?search=newt"), ["m7"]);
    });
    await on("reduced", REDUCED, async (served) =>
      assert.deepEqual(await readIds(served, "/api/makers?search=newt"), ["m7"]),
    );
  });
}

test("architecture, tables: two services may start at once in two schemas of a new PostgreSQL database", {
  skip: await skipWithoutPostgres(),
}, async (t) => {
  const database = await createServerDatabase();
  t.after(database.remove);
  const schemas = ["one", "other"];
  for (const schema of schemas) await runSql(`CREATE SCHEMA ${schema}`, database.url);
  const started = schemas.map(async (schema) => {
    const served = await serve([FIRST], { DATABASE_URL: `${database.url}?options=-csearch_path%3D${schema}` });
    await served.stop();
  });
  await Promise.all(started);
});
