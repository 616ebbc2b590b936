/** Proves that SQLite keeps the store's contract, is durable, and migrates an older database. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import sql from "sql-template-tag";
import type { Declaration } from "../engine/declare/declaration.ts";
import { collection } from "../engine/declare/declare.ts";
import { boolean, count, decimal, integer, list, oneOf, reference, text } from "../engine/declare/fields.ts";
import type { Fields } from "../engine/declare/record-types.ts";
import type { Values } from "../engine/declare/values.ts";
import { readListQuery } from "../engine/query/list-query.ts";
import { type Catalog, catalog } from "../engine/resource/catalog.ts";
import { fullProjection } from "../engine/resource/representation.ts";
import { readSubmission } from "../engine/resource/submission.ts";
import { openStore } from "../engine/store/open-store.ts";
import { openSqlite } from "../engine/store/sqlite/database.ts";
import type { Store } from "../engine/store/store.ts";
import { storeContract } from "./31-store-contract.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { StoreClient } from "./support/store/store-client.ts";

const folder = mkdtempSync(join(tmpdir(), "space-missions-sqlite-"));
after(() => rmSync(folder, { recursive: true }));

function openFile(name: string, resources: Catalog, clock = new TestClock()): Promise<Store> {
  return openStore(async (hooks) => openSqlite(join(folder, name), hooks), { catalog: resources, clock });
}

describe("architecture, two stores: SQLite keeps the contract", () => {
  const clock = new TestClock();
  const resources = catalog(secondDomain);
  storeContract(() => openFile("contract.db", resources, clock), clock);
});

test("§11: of several processes on one file, each sees the others' writes at once", async () => {
  const open = () => openFile("shared.db", catalog(secondDomain));
  const desks = [new StoreClient(await open()), new StoreClient(await open())];
  for (const [at, client] of [...desks, ...desks, ...desks].entries()) {
    await client.create("products", { id: `p-${at}`, name: "Shared" });
    const seen = await Promise.all(
      desks.map(async (each) => [await each.changeCounters("products"), await each.list("products", "")]),
    );
    assert.deepEqual(seen[1], seen[0]);
    assert.equal((seen[0]![1] as { total: number }).total, at + 1);
  }
  for (const { store } of desks) await store.close();
});

test("§11: a request sees every earlier commit, in the same turn of the event loop too", async () => {
  const path = join(folder, "turns.db");
  const client = new StoreClient(await openFile("turns.db", catalog(secondDomain)));
  await client.create("products", { id: "p", name: "First" });
  const products = client.resource("products");
  const others = new Sqlite(path);
  const rename = (name: string) =>
    others.transaction(() => {
      others.prepare("UPDATE products SET name = ?, revision = revision + 1").run(name);
      others.prepare("UPDATE collection_counters SET changes = changes + 1 WHERE name = 'products'").run();
    })();
  const name = async () => (await client.read("products", "p"))!.name;
  const seen = async () => [await name(), (await client.changeCounters("products"))[0]!] as const;
  const [, first] = await seen();
  // Outside of any request, after the known state was read again.
  await seen();
  rename("Second");
  assert.deepEqual(await seen(), ["Second", first + 1]);
  // Requests of one turn share a snapshot; those of the next see what another process committed.
  client.store.beginRead();
  assert.equal(await name(), "Second");
  rename("Third");
  client.store.beginRead();
  assert.equal(await name(), "Second");
  await setImmediate();
  client.store.beginRead();
  assert.deepEqual(await seen(), ["Third", first + 2]);
  // Own writes are seen at once, by requests that share an earlier snapshot too.
  const written = client.store.write((change) =>
    change.patch(products, { id: "p" }, readSubmission(products, "patch", { name: "Fourth" })),
  );
  client.store.beginRead();
  assert.equal(await name(), "Third");
  await written;
  assert.deepEqual(await seen(), ["Fourth", first + 3]);
  client.store.beginRead();
  assert.equal(await name(), "Fourth");
  others.close();
  await client.store.close();
});

test("architecture, two stores: a write is on the disk before it is acknowledged, in a new file and in an existing one", async () => {
  for (const opening of ["new", "again"]) {
    const database = openSqlite(join(folder, "durable.db"));
    const pragmas = await database.transaction(async ({ session }) => [
      ...(await session.all(sql`PRAGMA journal_mode`)),
      ...(await session.all(sql`PRAGMA synchronous`)),
    ]);
    const FULL = 2;
    assert.deepEqual(pragmas, [{ journal_mode: "wal" }, { synchronous: FULL }], opening);
    await database.close();
  }
});

const about = "For this test.";
const makers = (fields: Fields): Declaration => collection("makers", { one: "maker", about, fields });
const lenses = (fields: Fields): Declaration => collection("lenses", { one: "lens", about, fields });
const caps = collection("caps", { of: makers({}), one: "cap", about, fields: { name: text() } });

/** Opens one file with one version of the declarations after another. */
async function withVersion<T>(
  file: string,
  declarations: readonly Declaration[],
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openFile(file, catalog(declarations));
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

const put = (store: Store, name: string, id: string, body: Values) => {
  const resource = store.catalog.resource(name);
  return store.write((change) => change.replace(resource, { id }, readSubmission(resource, "replace", body)));
};

async function found(store: Store, name: string, query: string): Promise<Values[]> {
  const view = store.catalog.resource(name).views[0]!;
  const listQuery = readListQuery(view, query, { default: 20, max: 100 });
  return [...(await store.list(fullProjection(view), undefined, listQuery, { paged: true })).items];
}

const OLD = { name: text().required() };
const NEW = {
  ...OLD,
  weight: decimal(),
  motto: text().listed(),
  mount: oneOf("E", "Z").default("Z"),
  tested: boolean().default(false),
  stock: integer().atLeast(0).default(7),
  remarks: list(text()),
  maker_id: reference("makers").counted(),
};

test("architecture, two stores: an older database gets the new columns and keeps its rows", async () => {
  const before = await withVersion("older.db", [makers(OLD), lenses(OLD)], async (store) => {
    for (const id of ["a", "b"]) await put(store, "lenses", id, { name: `Lens ${id}` });
    return found(store, "lenses", "");
  });
  await withVersion("older.db", [makers(OLD), lenses(NEW)], async (store) => {
    const added = { weight: null, motto: null, mount: "Z", tested: false, stock: 7, remarks: [], maker_id: null };
    const expected = before.map((lens) => ({ ...lens, ...added }));
    const links = (lens: Values) => ({ ...lens, _links: { ...(lens._links as object) } });
    assert.deepEqual((await found(store, "lenses", "")).map(links), expected.map(links));
  });
});

test("§4.5: new columns of an older database are filtered, sorted and written like others", async () => {
  await withVersion("newer.db", [makers(OLD), lenses(OLD)], async (store) => {
    await put(store, "makers", "zeiss", { name: "Zeiss" });
    for (const id of ["a", "b", "c"]) await put(store, "lenses", id, { name: `Lens ${id}` });
  });
  await withVersion("newer.db", [makers({ ...OLD, lens_count: count("lenses") }), lenses(NEW), caps], async (store) => {
    const ids = async (query: string) => (await found(store, "lenses", query)).map((lens) => lens.id);
    assert.deepEqual(await ids("mount=Z&tested=false&stock=7&motto_exists=false"), ["a", "b", "c"]);
    await put(store, "lenses", "b", { name: "Lens b", motto: "ÉTUDE", mount: "E", maker_id: "zeiss" });
    assert.deepEqual(await ids("motto=étude&maker_id=ZEISS&mount=e"), ["b"]);
    assert.deepEqual(await ids("sort=motto:desc"), ["b", "a", "c"]);
    assert.deepEqual(
      (await found(store, "makers", "lens_count=1&cap_count=0")).map((maker) => maker.lens_count),
      [1],
    );
  });
});

test("architecture, two stores: opening a current database does not change it", async () => {
  const schema = async () => {
    const database = openSqlite(join(folder, "newer.db"));
    const rows = await database.reader.all(sql`SELECT name, sql FROM sqlite_schema ORDER BY name`);
    await database.close();
    return rows;
  };
  const was = await schema();
  await withVersion("newer.db", [makers({ ...OLD, lens_count: count("lenses") }), lenses(NEW), caps], async () => {});
  assert.deepEqual(await schema(), was);
});
