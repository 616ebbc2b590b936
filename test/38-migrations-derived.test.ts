/** Proves that a derived value that a new version computes differently is a change, and that a new field is none (§12.9). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection } from "../engine/declare/declare.ts";
import { integer, text } from "../engine/declare/fields.ts";
import { catalog } from "../engine/resource/catalog.ts";
import type { OpenDatabase } from "../engine/store/database.ts";
import { openStore } from "../engine/store/open-store.ts";
import { readEvents } from "./support/events/event-replay.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { serve, TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { StoreClient } from "./support/store/store-client.ts";

const name = text().required().listed();
const size = integer().derived().listed();
const things = (fields: object, derive: (name: string) => object) =>
  collection("things", {
    one: "thing",
    about: "Things.",
    fields: { name, size, ...fields },
    derive: async (thing) => derive(thing.name),
  });

/** Its letters; later, without spaces. */
const EARLIER = things({}, (name) => ({ size: name.length }));
const LATER = things({ note: text(), initials: integer().derived() }, (name) => ({
  size: name.replaceAll(" ", "").length,
  initials: name.split(" ").length,
}));

for (const { name: store, create, skip } of STORE_KINDS)
  test(`§12.9, ${store}: a derived value that a new version computes differently moves updated_at and is logged; a new field does neither`, {
    skip,
  }, async () => {
    await using database = await create();
    const settings = { DATABASE_URL: database.url };
    const clock = new TestClock();
    const earlier = await serve([EARLIER], settings, clock);
    for (const [id, name] of [
      ["changed", "Two words"],
      ["same", "Word"],
    ])
      assertStatus(await earlier.put(`/api/things/${id}`, { name }), 201);
    const before = await earlier.get("/api/things/changed");
    await earlier.stop();
    clock.advance(60_000);
    const later = await serve([LATER], settings, clock);
    const poll = async (id: string) => {
      const headers = { "if-modified-since": before.headers.get("last-modified")! };
      return (await later.get(`/api/things/${id}`, { headers })).status;
    };
    assert.deepEqual([await poll("changed"), await poll("same")], [200, 304]);
    const { body: changed } = await later.get("/api/things/changed");
    const { body: same } = await later.get("/api/things/same");
    assert.deepEqual([changed.size, changed.initials, same.size, same.initials], [8, 2, 4, 1]);
    assert.deepEqual(
      [changed.updated_at, same.updated_at],
      [new Date(clock.now()).toISOString(), before.body.updated_at],
    );
    const updates = (await readEvents(later)).filter(({ type }) => type === "thing.updated");
    assert.deepEqual(
      updates.map(({ subject, data }) => [subject, data.before.size, data.after.size, data.actor]),
      [["/api/things/changed", 9, 8, "system"]],
    );
    // The next start has nothing to do.
    await later.stop();
    clock.advance(60_000);
    await using again = await serve([LATER], settings, clock);
    assert.equal((await readEvents(again)).length, 3);
  });

for (const { name: store, create, opener, skip } of STORE_KINDS)
  test(`§11.2, ${store}: a start whose derived values cannot be computed fails, and closes the database`, {
    skip,
  }, async (t) => {
    const database = await create();
    const open = new Set<() => Promise<void>>();
    t.after(async () => {
      for (const close of open) await close();
      await database.remove();
    });
    const counted: OpenDatabase = async (hooks) => {
      const opened = await opener(database.url)(hooks);
      const close = opened.close.bind(opened);
      open.add(close);
      opened.close = () => {
        open.delete(close);
        return close();
      };
      return opened;
    };
    const clock = new TestClock();
    const earlier = await openStore(counted, { catalog: catalog([EARLIER]), clock, version: "1.0.0" });
    await new StoreClient(earlier).create("things", { id: "one", name: "One" });
    await earlier.close();
    const failing = things({}, () => {
      throw new Error("it has no size");
    });
    const settings = { catalog: catalog([failing]), clock, version: "1.1.0" };
    await assert.rejects(openStore(counted, settings), /it has no size/);
    assert.equal(open.size, 0);
  });
