/** Proves what the event log keeps, for how long, and that it says what it has deleted (§6.4), on both stores. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { serialId } from "../engine/declare/values.ts";
import type { Store } from "../engine/store/store.ts";
import type { StoredRecord } from "../engine/store/tables.ts";
import {
  DAY,
  databaseFor,
  HOUR,
  insert,
  openBounded,
  readLog,
  replayable,
  storeFor,
} from "./support/events/bounded-log.ts";
import { type Served, serve, TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const typesOf = (events: readonly StoredRecord[]) => events.map(({ type }) => type);
const truncations = (events: readonly StoredRecord[]) =>
  events.filter(({ type }) => type === "events.truncated").map(({ data }) => data);

for (const kind of STORE_KINDS) {
  test(`§6.4: ${kind.name}: changes of records are kept forever, however many, large and old they are`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const { store } = await storeFor(t, kind, clock, { days: 1, maxEvents: 1, maxBytes: 1_000, securityDays: 400 });
    await insert(store, "products", ..."abcdefgh");
    for (let year = 0; year < 3; year += 1) {
      clock.advance(399 * DAY);
      await store.startDay();
      await insert(store, "products", `year ${year}`);
    }
    const events = await readLog(store);
    assert.equal(typesOf(events).filter((type) => type === "product.created").length, 11);
    assert.deepEqual([truncations(events), await store.log!.lastDeletedId()], [[], ""]);
    const [counter] = await store.counters([store.log!.resource]);
    assert.equal(counter!.total, events.length);
    assert.equal(await store.getMetadata("history_start"), String(new TestClock().now()), "when it began");
  });

  test(`§6.4: ${kind.name}: HISTORY_KEEP_DAYS deletes older changes and leaves security events; the log says so`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const retention = { historyDays: 10 };
    const { store, database } = await storeFor(t, kind, clock, retention);
    await insert(store, "products", "a");
    await insert(store, "api-keys", "k");
    const first = clock.now();
    clock.advance(HOUR);
    await insert(store, "products", "b");
    clock.advance(10 * DAY - HOUR);
    await insert(store, "products", "c");
    assert.equal((await readLog(store)).length, 4, "not a moment too early");
    clock.advance(60_001);
    await insert(store, "products", "d");
    const events = await readLog(store);
    assert.deepEqual(typesOf(events), [
      ...["api_key.created", "product.created", "product.created", "product.created", "events.truncated"],
    ]);
    const at = new Date(first).toISOString();
    assert.deepEqual(truncations(events), [{ count: 1, from: at, to: at, why: "age" }]);
    assert.equal(events.at(-1)!.subject, "/api/events");
    assert.equal(await store.log!.lastDeletedId(), serialId(1));
    const [counter] = await store.counters([store.log!.resource]);
    assert.equal(counter!.total, events.length);
    const start = await store.getMetadata("history_start");
    assert.equal(start, String(clock.now() - 10 * DAY));
    // A longer bound brings nothing back.
    const longer = await openBounded(kind, database, clock, { historyDays: 100 });
    t.after(() => longer.close());
    clock.advance(61_000);
    await insert(longer, "products", "e");
    assert.equal(await longer.getMetadata("history_start"), start);
  });

  test(`§6.4: ${kind.name}: a write deletes its share of old history, and stores up to when it is gone`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const { store } = await storeFor(t, kind, clock, { historyDays: 10 });
    await insert(store, "products", ...Array.from({ length: 2_050 }, (_, at) => `${at}`));
    const created = clock.now();
    clock.advance(10 * DAY + 1);
    // A write deletes no more than its share.
    await insert(store, "products", "last");
    assert.equal(await store.getMetadata("history_start"), String(created));
    assert.equal((await readLog(store)).length, 52);
    await store.startDay();
    assert.equal(await store.getMetadata("history_start"), String(clock.now() - 10 * DAY));
    assert.deepEqual(typesOf(await readLog(store)), ["product.created", "events.truncated"]);
  });

  test(`§6.4: ${kind.name}: security events have an age of their own, and cuts are reported once a day`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const { store } = await storeFor(t, kind, clock, { historyDays: 10, securityDays: 20 });
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

  test(`§6.4: ${kind.name}: security events expire among many changes that are kept`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const { database, store } = await storeFor(t, kind, clock, { days: 10, securityDays: 20 });
    await insert(store, "products", ...Array.from({ length: 2_100 }, (_, at) => `${at}`));
    await insert(store, "api-keys", "k");
    clock.advance(20 * DAY + 1);
    // The first sweep ends before the key, and the next one goes on there, also in another process.
    await insert(store, "products", "a");
    assert.ok(typesOf(await readLog(store)).includes("api_key.created"));
    const other = await openBounded(kind, database, clock, { days: 10, securityDays: 20 });
    t.after(() => other.close());
    await insert(other, "products", "b");
    const types = typesOf(await readLog(store));
    assert.equal(types.filter((type) => type === "product.created").length, 2_102);
    assert.ok(!types.includes("api_key.created"));
  });

  test(`§6.4: ${kind.name}: what earlier versions have deleted for its number or size is reported`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const { store } = await storeFor(t, kind, clock, {});
    const [from, to] = [clock.now() - DAY, clock.now() - HOUR];
    const pending = { count: 5, from, to };
    const reports = { count: { reportedAt: null, pending }, bytes: { reportedAt: clock.now(), pending } };
    await store.setMetadata("events_truncated", JSON.stringify(reports));
    clock.advance(DAY);
    await insert(store, "products", "a");
    const [fromText, toText] = [from, to].map((time) => new Date(time).toISOString());
    assert.deepEqual(
      truncations(await readLog(store)),
      ["count", "bytes"].map((why) => ({ count: 5, from: fromText, to: toText, why })),
    );
  });

  test(`§6.4: ${kind.name}: starts with a clock that is far ahead delete nothing; time that passes does`, {
    skip: kind.skip,
  }, async (t) => {
    const database = await databaseFor(t, kind);
    const started = new TestClock();
    const bounds = { historyDays: 90 };
    const first = await openBounded(kind, database, started, bounds);
    await insert(first, "products", "a");
    await first.close();
    const created = async (store: Store): Promise<number> =>
      typesOf(await readLog(store)).filter((type) => type === "product.created").length;
    for (const date of ["2026-04-25", "2026-08-01", "2036-01-01"]) {
      const jumped = new TestClock();
      jumped.set(date);
      const store = await openBounded(kind, database, jumped, bounds);
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
    const store = await openBounded(kind, database, clock, bounds);
    t.after(() => store.close());
    assert.equal(await created(store), 7, "no event was lost");
    assert.equal((await replayable(store)).length, 7);
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
    const bounds = { historyDays: 90 };
    const first = await openBounded(kind, database, clock, bounds);
    await insert(first, "products", "a");
    await first.close();
    clock.set("2026-06-01T12:00:00.000Z");
    const store = await openBounded(kind, database, clock, bounds);
    t.after(() => store.close());
    await store.startDay();
    assert.equal((await readLog(store)).length, 1);
    assert.deepEqual(await replayable(store), ["a"]);
    for (let hour = 0; hour < 5 * 24; hour += 1) {
      clock.advance(HOUR);
      await insert(store, "products", `${hour}`);
    }
    assert.equal((await readLog(store))[0]!.time, "2026-06-01T13:00:00.000Z");
  });
}

test("§6.4: every reader of the log sees what was cut, as a valid event, and so do streams and filters", async (t) => {
  const served: Served = await serve(undefined, { HISTORY_KEEP_DAYS: "1" });
  t.after(() => served.stop());
  for (const id of "abc") await served.put(`/api/planets/${id}`, { name: id, planet_type: "terrestrial" });
  served.clock.advance(DAY + 1);
  await served.put("/api/planets/d", { name: "d", planet_type: "terrestrial" });
  const { secret: credential } = (await served.post("/api/api-keys", { name: "reader", scopes: ["events:read"] })).body;
  const { body } = await served.get("/api/events?type=events.truncated", { credential });
  const [{ data, subject }] = body.events;
  assert.deepEqual([data.count, data.why, data.actor, subject], [3, "age", "system", "/api/events"]);
});
