/** Proves what the event log keeps, for how long, and that it says what it has deleted (§6.4), on both stores. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { buildCatalog } from "../engine/app/bootstrap.ts";
import { DEFAULT_RETENTION, type Retention } from "../engine/store/events/retention.ts";
import { openStore } from "../engine/store/open-store.ts";
import type { Store } from "../engine/store/store.ts";
import type { StoredRecord } from "../engine/store/tables.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { type Served, serve, TestClock } from "./support/http/serve.ts";
import { STORE_KINDS, type StoreKind } from "./support/store/both-stores.ts";
import type { TestDatabase } from "./support/store/databases.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Opens a store of the second domain. */
const open = (kind: StoreKind, { url }: TestDatabase, clock: TestClock, retention: Partial<Retention> = {}) =>
  openStore(kind.opener(url), {
    catalog: buildCatalog(secondDomain),
    clock,
    isShared: true,
    retention: { ...DEFAULT_RETENTION, ...retention },
  });

/** Writes records of one kind, each in a transaction of its own. */
async function insert(store: Store, name: "products" | "api-keys", ...names: string[]): Promise<void> {
  const resource = store.catalog.resource(name);
  const others = name === "api-keys" ? { scopes: [] } : {};
  for (const each of names)
    await store.write((tx) =>
      tx.system.insert(resource, { name: each, ...others, ...(name === "api-keys" && { secret: each }) }),
    );
}

const readLog = (store: Store): Promise<StoredRecord[]> => store.log!.after("", [], 10_000);
const typesOf = (events: readonly StoredRecord[]) => events.map(({ type }) => type);
const truncations = (events: readonly StoredRecord[]) =>
  events.filter(({ type }) => type === "events.truncated").map(({ data }) => data);

/** A database that is removed after the test. */
async function databaseFor(t: TestContext, kind: StoreKind): Promise<TestDatabase> {
  const database = await kind.create();
  t.after(() => database.remove());
  return database;
}

/** Opens a store that is closed after the test. */
async function storeFor(t: TestContext, kind: StoreKind, clock: TestClock, retention: Partial<Retention>) {
  const database = await databaseFor(t, kind);
  const store = await open(kind, database, clock, retention);
  t.after(() => store.close());
  return { database, store };
}

for (const kind of STORE_KINDS) {
  test(`§6.4: ${kind.name}: writers cannot push security events out of the log, and it says what was cut`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const { store } = await storeFor(t, kind, clock, { maxEvents: 3 });
    await insert(store, "api-keys", "k");
    const from = new Date(clock.now() + 1_000).toISOString();
    for (const name of "abcdefgh") {
      clock.advance(1_000);
      await insert(store, "products", name);
    }
    clock.advance(61_000);
    await insert(store, "products", "i");
    const events = await readLog(store);
    assert.deepEqual(typesOf(events), [
      "api_key.created",
      ...["product.created", "product.created", "product.created"],
      "events.truncated",
    ]);
    const to = new Date(Date.parse(from) + 5_000).toISOString();
    assert.deepEqual(truncations(events), [{ count: 6, from, to, why: "count" }]);
    assert.equal(events.at(-1)!.subject, "/api/events");
    const [counter] = await store.counters([store.log!.resource]);
    assert.equal(counter!.total, events.length);
  });

  test(`§6.4: ${kind.name}: many security events do not displace the others either`, { skip: kind.skip }, async (t) => {
    const clock = new TestClock();
    const { store } = await storeFor(t, kind, clock, { maxEvents: 2 });
    await insert(store, "products", "a", "b");
    await insert(store, "api-keys", ..."klmnopq");
    clock.advance(61_000);
    await insert(store, "api-keys", "r");
    assert.equal(typesOf(await readLog(store)).filter((type) => type === "product.created").length, 2);
    // The sweep passes them, and finds what is to be deleted after them.
    await insert(store, "products", "c");
    clock.advance(61_000);
    await insert(store, "products", "d");
    const types = typesOf(await readLog(store));
    assert.deepEqual(types.filter((type) => type === "product.created").length, 2);
    assert.equal(types.filter((type) => type === "api_key.created").length, 8);
  });

  test(`§6.4: ${kind.name}: the size of the log is bounded, with several processes`, { skip: kind.skip }, async (t) => {
    const clock = new TestClock();
    const retention = { maxBytes: 2_000 };
    const { store, database } = await storeFor(t, kind, clock, retention);
    const other = await open(kind, database, clock, retention);
    t.after(() => other.close());
    for (let at = 0; at < 10; at += 1) await insert(at % 2 ? store : other, "products", `${at}`.repeat(200));
    clock.advance(61_000);
    await insert(store, "products", "last");
    const events = (await readLog(other)).filter(({ type }) => type === "product.created");
    const bytes = events.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
    assert.ok(bytes > 500 && bytes < 2_000, `${bytes} bytes`);
    const [{ why, count }] = truncations(await readLog(store)) as [{ why: string; count: number }];
    assert.deepEqual([why, count], ["bytes", 11 - events.length]);
  });

  test(`§6.4: ${kind.name}: security events have an age of their own, and cuts are reported once a day`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const { store } = await storeFor(t, kind, clock, { days: 10, securityDays: 20 });
    await insert(store, "api-keys", "k");
    await insert(store, "products", "a");
    clock.advance(HOUR);
    await insert(store, "products", "b");
    clock.advance(10 * DAY - HOUR + 1);
    await insert(store, "products", "c");
    const reported = { count: 1, from: "2026-01-15T12:00:00.000Z", to: "2026-01-15T12:00:00.000Z", why: "age" };
    assert.deepEqual(truncations(await readLog(store)), [reported]);
    clock.advance(HOUR);
    await insert(store, "products", "d");
    assert.deepEqual(typesOf(await readLog(store)), [
      ...["api_key.created", "product.created", "events.truncated", "product.created"],
    ]);
    clock.advance(DAY);
    await store.startDay();
    const [, second] = truncations(await readLog(store)) as [unknown, { count: number; from: string }];
    assert.deepEqual([second.count, second.from], [1, "2026-01-15T13:00:00.000Z"]);
    clock.advance(9 * DAY);
    await store.startDay();
    const all = await readLog(store);
    assert.ok(!typesOf(all).includes("api_key.created"));
    assert.ok(truncations(all).some((data) => (data as { why: string }).why === "security_age"));
  });

  test(`§6.4: ${kind.name}: starts with a clock that is far ahead delete nothing; time that passes does`, {
    skip: kind.skip,
  }, async (t) => {
    const database = await databaseFor(t, kind);
    const started = new TestClock();
    const first = await open(kind, database, started);
    await insert(first, "products", "a");
    await first.close();
    const created = async (store: Store): Promise<number> =>
      typesOf(await readLog(store)).filter((type) => type === "product.created").length;
    for (const date of ["2026-04-25", "2026-08-01", "2036-01-01"]) {
      const jumped = new TestClock();
      jumped.set(date);
      const store = await open(kind, database, jumped);
      await store.startDay();
      await insert(store, "products", date);
      // One day's worth at a time.
      jumped.advance(HOUR);
      await store.startDay();
      await insert(store, "products", `${date} later`);
      await store.close();
    }
    const clock = new TestClock();
    clock.advance(HOUR);
    const store = await open(kind, database, clock);
    t.after(() => store.close());
    assert.equal(await created(store), 7, "no event was lost");
    clock.advance(90 * DAY);
    await store.startDay();
    const [{ why, count }] = truncations(await readLog(store)) as [{ why: string; count: number }];
    assert.deepEqual([why, count], ["age", 1], "of the clock that was right");
  });

  test(`§6.4: ${kind.name}: after a long time without the service, expired events go as time passes`, {
    skip: kind.skip,
  }, async (t) => {
    const database = await databaseFor(t, kind);
    const clock = new TestClock();
    const first = await open(kind, database, clock);
    await insert(first, "products", "a");
    await first.close();
    clock.set("2026-06-01T12:00:00.000Z");
    const store = await open(kind, database, clock);
    t.after(() => store.close());
    await store.startDay();
    assert.equal((await readLog(store)).length, 1);
    for (let hour = 0; hour < 5 * 24; hour += 1) {
      clock.advance(HOUR);
      await insert(store, "products", `${hour}`);
    }
    assert.equal((await readLog(store))[0]!.time, "2026-06-01T13:00:00.000Z");
  });
}

test("§6.4: every reader of the log sees what was cut, as a valid event, and so do streams and filters", async (t) => {
  const served: Served = await serve(undefined, { EVENTS_KEEP_MOST: "1" });
  t.after(() => served.stop());
  for (const id of "abc") await served.put(`/api/planets/${id}`, { name: id, planet_type: "terrestrial" });
  served.clock.advance(61_000);
  await served.put("/api/planets/d", { name: "d", planet_type: "terrestrial" });
  const { secret: credential } = (await served.post("/api/api-keys", { name: "reader", scopes: ["events:read"] })).body;
  const { body } = await served.get("/api/events?type=events.truncated", { credential });
  const [{ data, subject }] = body.events;
  assert.deepEqual([data.count, data.why, data.actor, subject], [3, "count", "system", "/api/events"]);
});
