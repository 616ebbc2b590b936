/** Proves that writing and removing many events does not block the event loop (§6.1). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { buildCatalog } from "../engine/app/bootstrap.ts";
import { readConfig } from "../engine/app/config.ts";
import { openDatabase } from "../engine/app/database.ts";
import { serialId } from "../engine/declare/values.ts";
import { readSubmissions } from "../engine/resource/submission.ts";
import type { OpenDatabase } from "../engine/store/database.ts";
import { DEFAULT_RETENTION } from "../engine/store/events/retention.ts";
import { openStore } from "../engine/store/open-store.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";
import { TestClock } from "./support/http/serve.ts";
import { createDatabase } from "./support/store/databases.ts";

const MANY = 1_000;

test("§6.1: the events of a bulk upload are emitted, written and removed in many turns of the event loop", async (t) => {
  const own = await createDatabase();
  const config = readConfig({ DATABASE_URL: own.url }, spaceMissions);
  let committing = false;
  const open: OpenDatabase = (hooks) =>
    openDatabase(config, undefined, {
      ...hooks,
      beforeCommit: async (tx) => {
        committing = true;
        await hooks.beforeCommit(tx);
      },
    });
  const clock = new TestClock();
  const store = await openStore(open, {
    catalog: buildCatalog(secondDomain),
    clock,
    retention: { ...DEFAULT_RETENTION, historyDays: 1 },
  });
  t.after(async () => {
    await store.close();
    await own.remove();
  });
  const products = store.catalog.resource("products");
  const drafts = Array.from({ length: MANY }, (_, at) => ({ id: `p-${at}`, name: `Product ${at}` }));
  const passed = { telling: 0, writing: 0 };
  let counting = false;
  const count = (): void => {
    passed[committing ? "writing" : "telling"] += 1;
    if (counting) setImmediate(count);
  };
  await store.write(async (change) => {
    for (const submission of await readSubmissions(products, drafts, MANY))
      await change.create(products, undefined, submission);
    // From now on every time slice ends as soon as it begins.
    let now = performance.now();
    t.mock.method(performance, "now", () => {
      now += 1_000;
      return now;
    });
    counting = true;
    setImmediate(count);
  });
  clock.advance(86_400_001);
  await store.startDay();
  counting = false;
  t.diagnostic(JSON.stringify(passed));
  assert.ok(passed.telling >= MANY);
  // As many were written as were removed, a hundred at a time.
  assert.ok(passed.writing >= (2 * MANY) / 100);
  const left = await store.log!.after("", [], MANY);
  assert.deepEqual(
    [left.map(({ id, type }) => [id, type]), await store.log!.lastDeletedId()],
    // It says what was removed. Removing takes a number, too.
    [[[serialId(MANY + 2), "events.truncated"]], serialId(MANY)],
  );
});

test("§6.1: all events that are too old are removed at midnight", async (t) => {
  const own = await createDatabase();
  const clock = new TestClock();
  const config = readConfig({ DATABASE_URL: own.url }, spaceMissions);
  const store = await openStore((hooks) => openDatabase(config, undefined, hooks), {
    catalog: buildCatalog(secondDomain),
    clock,
    retention: { ...DEFAULT_RETENTION, historyDays: 90 },
  });
  t.after(async () => {
    await store.close();
    await own.remove();
  });
  const products = store.catalog.resource("products");
  await store.startDay();
  await store.write(async (change) => {
    for (let made = 0; made < 4_100; made += 1) await change.system.insert(products, { name: "Product" });
  });
  clock.advance(90 * 86_400_000);
  await store.startDay();
  assert.equal((await store.log!.after("", [], 1)).length, 1, "not a moment too early");
  clock.advance(86_400_000);
  await store.startDay();
  assert.deepEqual(
    (await store.log!.after("", [], 10)).map(({ type }) => type),
    ["events.truncated"],
  );
});
