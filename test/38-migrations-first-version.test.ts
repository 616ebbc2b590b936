/** Proves that a database of the first version is upgraded, and that the first version then refuses it. */
import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import sql, { raw } from "sql-template-tag";
import { type Database, NO_HOOKS, type OpenDatabase } from "../engine/store/database.ts";
import { planMigration } from "../engine/store/migration/plan.ts";
import { openStore } from "../engine/store/open-store.ts";
import { restoreFirstVersion, target } from "./support/domain/first-version.ts";
import { TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { StoreClient } from "./support/store/store-client.ts";

async function withDatabase<T>(open: OpenDatabase, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await open(NO_HOOKS);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

async function withClient<T>(open: OpenDatabase, use: (client: StoreClient) => Promise<T>): Promise<T> {
  const store = await openStore(open, { ...target, clock: new TestClock() });
  try {
    return await use(new StoreClient(store));
  } finally {
    await store.close();
  }
}

async function fill(client: StoreClient): Promise<void> {
  await client.create("guests", { id: "ann", name: "Straẞe" });
  await client.create("guests", { id: "bob", name: "Zoe" });
  await client.create("halls", { id: "aula", name: "aula", open: false, capacity: 3 });
  await client.create("halls", { id: "barn", name: "Barn" });
  await client.create("tickets", { id: "t", guest_id: "ann" }, "aula");
  await client.create("tickets", { id: "u", guest_id: "bob" }, "barn");
  await client.create("visits", { guest_id: "ann", paid: true }, "aula");
  await client.create("visits", { guest_id: "bob" }, "barn");
  await client.store.setMetadata("a key", "a value");
  await client.store.writeOnce(
    { key: "k", fingerprint: "f", serializeRefusal: () => undefined },
    async () => "an outcome",
  );
}

/** What is shown and stored, without revisions and change counters. */
async function snapshot(client: StoreClient): Promise<unknown> {
  const { store } = client;
  const stored = [];
  for (const resource of store.catalog.resources)
    for (const { revision, ...record } of await store.scan(resource, {}, { limit: 10 })) stored.push(record);
  return [
    stored,
    await client.read("halls", "aula"),
    await client.read("tickets", "t", "aula"),
    await store.getMetadata("a key"),
    await store.writeOnce({ key: "k", fingerprint: "f", serializeRefusal: () => undefined }, async () => "another"),
  ];
}

/** The revisions of all records, by resource and integer key. */
async function revisions({ store }: StoreClient): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const resource of store.catalog.resources)
    for (const { n, revision } of await store.scan(resource, {}, { limit: 10 }))
      found.set(`${resource.name} ${n}`, revision);
  return found;
}

/** Ids with capitals, which the first version accepted. */
const CAPITALS = [
  `UPDATE halls SET id = 'Aula' WHERE id = 'aula'`,
  `UPDATE guests SET id = 'Ann' WHERE id = 'ann'`,
  `UPDATE tickets SET id = 'T', hall_id = 'Aula', guest_id = 'Ann', guest_id__path = '/api/guests/Ann' WHERE id = 't'`,
  `UPDATE visits SET hall_id = 'Aula', guest_id = 'Ann' WHERE guest_id = 'ann'`,
];

const COLLECTIONS = ["halls", "guests", "tickets", "visits"];

for (const { name, create, opener, skip } of STORE_KINDS) {
  describe(`architecture, two stores: a database of the first version on ${name}`, { skip }, () => {
    /** A database as the first version would have left it, changed by some statements; and what was in it. */
    const filled = async (t: TestContext, statements: readonly string[] = []) => {
      const { url, remove } = await create();
      t.after(remove);
      const open = opener(url);
      const before = await withClient(open, async (client) => {
        await fill(client);
        const counters = await client.changeCounters(...COLLECTIONS);
        return { shown: await snapshot(client), revisions: await revisions(client), counters };
      });
      await withDatabase(open, (database) =>
        database.exclusive(async (session) => {
          await restoreFirstVersion(session);
          for (const statement of statements) await session.run(raw(statement));
        }),
      );
      return { open, before };
    };

    test("§11.1: is upgraded, and answers as before; no entity tag of a list repeats", async (t) => {
      const { open, before } = await filled(t);
      await withClient(open, async (client) => {
        assert.deepEqual(await snapshot(client), before.shown);
        const counters = await client.changeCounters(...COLLECTIONS);
        for (const [index, changes] of counters.entries()) assert.ok(changes > before.counters[index]!);
        const { n } = await client.create("guests", { id: "cid", name: "Cid" });
        await client.remove("guests", "cid");
        const keys = [n, (await client.create("guests", { id: "dot", name: "Dot" })).n];
        assert.deepEqual(keys, [3, 4], "integer keys continue after the highest, and none is assigned twice");
      });
      const { steps, isUpToDate } = await withDatabase(open, ({ dialect, reader }) =>
        planMigration(target, dialect, reader),
      );
      assert.deepEqual([steps, isUpToDate], [[], true]);
    });

    test("§4.6: sorts and finds text by the form to which this version folds it", async (t) => {
      const { open } = await filled(t);
      await withClient(open, async (client) => {
        assert.deepEqual((await client.list("guests", "name=STRASSE")).ids, ["ann"]);
        assert.deepEqual((await client.list("halls", "sort=name")).ids, ["aula", "barn"]);
        assert.deepEqual((await client.list("visits", "name=strasse", "aula")).ids, ["ann"]);
      });
    });

    test("§12.2: its ids become lower case everywhere; the records that show them have new entity tags", async (t) => {
      const { open, before } = await filled(t, CAPITALS);
      await withClient(open, async (client) => {
        assert.deepEqual(await snapshot(client), before.shown);
        for (const [record, revision] of await revisions(client)) {
          const isChanged = record.endsWith(" 1") || record.startsWith("tickets");
          assert.equal(revision > before.revisions.get(record)!, isChanged, record);
        }
      });
    });

    test("§12.2: is refused, and stays as it is, if two of its ids would become equal", async (t) => {
      const twin = `INSERT INTO guests (n, id, name, created_at, updated_at) VALUES (3, 'ANN', 'x', '', '')`;
      const { open } = await filled(t, [...CAPITALS, twin]);
      await assert.rejects(
        withClient(open, async () => {}),
        /some in guests differ only by case: ANN and Ann\./,
      );
      await withDatabase(open, async ({ reader }) => {
        const rows = await reader.all(sql`SELECT id, id__folded FROM guests WHERE n = 1`);
        assert.deepEqual(rows, [{ id: "Ann", id__folded: "ann" }]);
      });
    });

    test("§11.1: keeps a layout with the version of the service where the first one looks for its own, and nothing else", async (t) => {
      const { url, remove } = await create();
      t.after(remove);
      const open = opener(url);
      await withClient(open, fill);
      await withDatabase(open, async (database) => {
        const rows = await database.reader.all(sql`SELECT name, value FROM service_facts`);
        const { version, tables } = JSON.parse(rows[0]!.value as string);
        // The first version refuses to start, and names the one to start instead, if that is later.
        assert.deepEqual([rows.length, rows[0]!.name, version, tables], [1, "layout", target.version, {}]);
        // A process of the first version that still runs fails rather than writing what is never read.
        const stray = sql`INSERT INTO service_facts (name, value) VALUES ('day', '2026-01-01')`;
        await assert.rejects(
          database.exclusive((session) => session.run(stray)),
          /CHECK|check constraint/,
        );
      });
      await (await openStore(open, { ...target, version: "0.10.0", clock: new TestClock() })).close();
      await withDatabase(open, async ({ reader }) => {
        const [row] = await reader.all(sql`SELECT value FROM service_facts`);
        assert.equal(JSON.parse(row!.value as string).version, "0.10.0");
      });
    });
  });
}
