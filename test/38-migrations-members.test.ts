/** Proves that a database from before lists were filtered by members of objects answers like a new one, on both stores. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import sql, { raw } from "sql-template-tag";
import type { Field } from "../engine/declare/field.ts";
import { anyObject, date, decimal, integer, list, object, oneOf, text } from "../engine/declare/fields.ts";
import type { Json } from "../engine/declare/values.ts";
import { NO_HOOKS, type OpenDatabase } from "../engine/store/database.ts";
import { domain } from "./support/domain/space/index.ts";
import { lenses } from "./support/domain/versioned-domain.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { readIds } from "./support/http/lists.ts";
import { type Body, type Served, serve } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

/** The columns that earlier versions did not have. */
const COLUMNS = ["location__body", "location__body__folded", "location__latitude_deg", "location__longitude_deg"];

/** Makes a database what an earlier version would have left. */
async function withoutMembers(open: OpenDatabase): Promise<void> {
  const database = await open(NO_HOOKS);
  await database.exclusive(async (session) => {
    for (const column of COLUMNS) await session.run(raw(`ALTER TABLE data DROP COLUMN "${column}"`));
    const [row] = await session.all(sql`SELECT value FROM service_metadata WHERE name = 'layout'`);
    const layout = JSON.parse(row!.value as string);
    for (const column of COLUMNS) {
      assert.ok(layout.tables.data.columns[column], "stored layouts describe the columns");
      delete layout.tables.data.columns[column];
    }
    await session.run(sql`UPDATE service_metadata SET value = ${JSON.stringify(layout)} WHERE name = 'layout'`);
  });
  await database.close();
}

const elements = list(object({ kind: text().required(), no: text().required() }));
const keyed = (...members: string[]) => elements.keyed({ parameter: "key", about: "For this test.", members });

/** A field as an earlier version declared it and as this one does, a value, and what finds its record. */
const CHANGED: Record<string, [before: Field, after: Field, value: Json, queries: readonly string[]]> = {
  "a free object gets members": [
    anyObject(200),
    object({ kind: text(), size: object({ mm: decimal() }) }),
    { kind: "Straße", size: { mm: 2.5 } },
    ["part.kind=STRASSE", "part.size.mm_min=2.5"],
  ],
  "a member is of another kind": [
    object({ kind: text(), made: text() }),
    object({ kind: oneOf("A", "B"), made: date() }),
    { kind: "B", made: "2026-01-01" },
    ["part.kind=b", "part.made_after=2025-12-31"],
  ],
  "an object has more members": [
    object({ kind: text() }),
    object({ kind: text(), size: integer() }),
    { kind: "Ä" },
    ["part.kind=ä", "part.size_exists=false"],
  ],
  "an object has another name": [
    object({ kind: text() }),
    object({ kind: text() }).formerly("part"),
    { kind: "Ä" },
    ["piece.kind=ä"],
  ],
  "an array gets keys": [elements, keyed("kind", "no"), [{ kind: "Ä", no: "1" }], ["key=ä:1", "key_not=b:2"]],
  "keys are made of other members": [keyed("kind"), keyed("no", "kind"), [{ kind: "A", no: "1" }], ["key=1:a"]],
  "an object gets a default": [
    object({ kind: text() }),
    object({ kind: text() }).default({ kind: "Ö" }),
    null,
    ["part.kind=ö", "part.kind_starts_with=Ö"],
  ],
};

for (const { name: store, create, opener, skip } of STORE_KINDS) {
  describe(`architecture, two stores: migrations of members on ${store}`, { skip }, () => {
    test("§9: a database of an earlier version is filtered by members; entity tags of records stay", async (t) => {
      const { url, remove } = await create();
      t.after(remove);
      const on = async <T>(use: (served: Served) => Promise<T>): Promise<T> => {
        const served = await serve(domain, { DATABASE_URL: url });
        return use(served).finally(() => served.stop());
      };
      const path = "/api/missions/m/data";
      const before = await on(async (served) => {
        assertStatus(await served.put("/api/missions/m", { name: "M" }), 201);
        const sample = { instrument: "Dial", parameter: "heat", collected_at: "2026-01-01T00:00:00Z" };
        const locations: Body[] = [{ body: "Straße", latitude_deg: 1 }, { body: "Io" }, {}, null];
        const samples = locations.map((location, at) => ({ ...sample, id: `s-${at}`, location }));
        assertStatus(await served.post(path, samples), 201);
        return (await served.get(`${path}/s-0`)).headers.get("etag");
      });
      await withoutMembers(opener(url));
      await on(async (served) => {
        assert.deepEqual(await readIds(served, `${path}?location.body=STRASSE&location.latitude_deg_min=1`), ["s-0"]);
        assert.deepEqual(await readIds(served, "/api/data?location.body_exists=false"), ["s-2", "s-3"]);
        assert.deepEqual(await readIds(served, `${path}?sort=location.body:desc`), ["s-0", "s-1", "s-2", "s-3"]);
        assert.equal((await served.get(`${path}/s-0`)).headers.get("etag"), before);
        const changed = await served.patch(`${path}/s-1`, { location: { body: "strasse" } });
        assertStatus(changed, 200);
        assert.deepEqual(await readIds(served, "/api/data?location.body=Straße"), ["s-0", "s-1"]);
      });
    });

    for (const [what, [before, after, value, queries]] of Object.entries(CHANGED)) {
      test(`§9: ${what}`, async (t) => {
        const { url, remove } = await create();
        t.after(remove);
        const name = after.spec.formerName === undefined ? "part" : "piece";
        const version = async (field: string, spec: Field, use: (served: Served) => Promise<void>) => {
          const served = await serve([lenses({ name: text(), [field]: spec })], { DATABASE_URL: url });
          await use(served).finally(() => served.stop());
        };
        await version("part", before, async (served) => {
          assertStatus(await served.put("/api/lenses/l", { part: value }), 201);
        });
        await version(name, after, async (served) => {
          for (const query of queries) assert.deepEqual(await readIds(served, `/api/lenses?${query}`), ["l"], query);
          assertStatus(await served.put("/api/lenses/m", { [name]: value }), 201);
          for (const query of queries)
            assert.deepEqual(await readIds(served, `/api/lenses?${query}`), ["l", "m"], query);
        });
      });
    }
  });
}
