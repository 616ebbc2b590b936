/** Proves how much of the event log is replayed: from where streams resume, and what webhooks receive later (§6.4), on both stores. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { serialId } from "../engine/declare/values.ts";
import { DAY, HOUR, insert, openBounded, readLog, replayable, storeFor } from "./support/events/bounded-log.ts";
import { TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

for (const kind of STORE_KINDS) {
  test(`§6.4: ${kind.name}: the number of events that are replayed is bounded; security events neither count nor are bounded`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const { store } = await storeFor(t, kind, clock, { maxEvents: 2 });
    assert.equal(await store.log!.replayStart(), serialId(0));
    await insert(store, "products", "a", "b");
    await insert(store, "api-keys", ..."klmnopq");
    assert.deepEqual(await replayable(store), ["a", "b"]);
    await insert(store, "products", "c");
    assert.deepEqual(await replayable(store), ["b", "c"]);
    assert.equal(await store.log!.replayStart(), serialId(1));
    await insert(store, "products", "d");
    // Nothing is missing after the security events.
    assert.equal(await store.log!.replayStart(), serialId(2));
    assert.deepEqual(await Promise.all([1, 2, 3, 9, 10, 11, 99].map((key) => store.log!.isReplayable(serialId(key)))), [
      false,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  test(`§6.4: ${kind.name}: the size of what is replayed is bounded, with several processes`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const retention = { maxBytes: 2_000 };
    const { store, database } = await storeFor(t, kind, clock, retention);
    const other = await openBounded(kind, database, clock, retention);
    t.after(() => other.close());
    for (let at = 0; at < 30; at += 1) {
      await insert(at % 2 ? store : other, "products", `${at}`.repeat(200).slice(0, 200));
      assert.equal(await store.log!.replayStart(), await other.log!.replayStart());
    }
    const names = await replayable(other);
    const bytes = names.length * 200;
    assert.ok(bytes > 500 && bytes < 2_000, `${bytes} bytes`);
    assert.equal(names.at(-1), "29".repeat(100));
  });

  test(`§6.4: ${kind.name}: the age of what is replayed is bounded, however long nothing is written`, {
    skip: kind.skip,
  }, async (t) => {
    const clock = new TestClock();
    const { store } = await storeFor(t, kind, clock, { days: 10 });
    await insert(store, "products", "a");
    clock.advance(HOUR);
    await insert(store, "products", "b");
    await insert(store, "api-keys", "k");
    clock.advance(10 * DAY - HOUR);
    assert.deepEqual(await replayable(store), ["a", "b"]);
    clock.advance(1);
    assert.deepEqual(await replayable(store), ["b"]);
    clock.advance(100 * DAY);
    assert.deepEqual([await replayable(store), await store.log!.replayStart()], [[], serialId(2)]);
    assert.equal((await readLog(store)).length, 3);
  });
}
