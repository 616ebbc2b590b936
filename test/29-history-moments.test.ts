/** Proves what requests about the past ask of the store (§6.5): which moment, and nothing of the present but its counters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../engine/problem.ts";
import type { Moment } from "../engine/query/history/as-of.ts";
import type { Requester } from "../engine/runtime/fair-queue.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const { store } = served;
const fixtures = fixturesFor(served);
await fixtures.crew("apollo", ["ann"], () => ({}));
served.clock.advance(60_000);

/** The moments that were asked for. */
const moments: Moment[] = [];
/** Why the past cannot be read; undefined if it can. */
let refusal: Problem | undefined;
const { history } = store;
const asOf = history.asOf.bind(history);
const { get, list, listByCursor, listGroups, listBatch, exists, embed, suggestId } = store;
const reads = { get, list, listByCursor, listGroups, listBatch, exists, embed, suggestId };
const past = Object.fromEntries(
  Object.entries(reads).map(([name, read]) => [name, (read as () => unknown).bind(store)]),
);
Object.assign(history, {
  asOf: async (moment: Moment, requester: Requester) => {
    if (refusal) throw refusal;
    moments.push(moment);
    // The service has not started before.
    const known = { ...moment, time: served.clock.now() };
    return { ...(await asOf(known, requester)), ...past, counters: store.counters.bind(store) };
  },
});

const PATHS = [
  "/api/missions/apollo?",
  "/api/missions/apollo?include=astronauts&",
  "/api/missions?",
  "/api/missions?cursor=&",
  "/api/missions?include=astronauts&",
  "/api/missions?group_by=status&",
  "/api/missions?format=csv&",
  "/api/missions?format=ndjson&group_by=status&",
  "/api/missions/apollo/crew?",
  "/api/missions/apollo/objectives?",
];

for (const [text, time] of [
  ["2026-01-15", "2026-01-15T23:59:59.999Z"],
  ["2024-02-28", "2024-02-28T23:59:59.999Z"],
  ["2026-01-15T12:00:30Z", "2026-01-15T12:00:30.000Z"],
  ["2026-01-15T12:00:30.1239999Z", "2026-01-15T12:00:30.123Z"],
  ["2026-01-15T17:30:30+05:30", "2026-01-15T12:00:30.000Z"],
] as const) {
  test(`§6.5: as_of=${text} is ${time}`, async () => {
    moments.length = 0;
    assertStatus(await served.get(`/api/missions/apollo?as_of=${encodeURIComponent(text)}`), 200);
    assertStatus(await served.get(`/api/missions?as_of=${encodeURIComponent(text)}`), 200);
    assert.deepEqual(moments, Array(2).fill({ text, time: Date.parse(time) }));
  });
}

for (const path of PATHS) {
  test(`§6.5: GET ${path}as_of=… reads no record of the present`, async (t) => {
    const refuse = async () => {
      throw new Error("The present was asked.");
    };
    Object.assign(store, Object.fromEntries(Object.keys(reads).map((name) => [name, refuse])));
    t.after(() => Object.assign(store, reads));
    assertStatus(await served.get(`${path}as_of=2026-01-15`), 200);
    assertStatus(await served.get(path.slice(0, -1)), 500);
  });

  test(`§6.5: GET ${path}as_of=… is 410 before what is kept, even for a copy that was current`, async (t) => {
    const { headers } = await served.get(`${path}as_of=2026-01-15`);
    const earliest = "2026-01-15T12:00:00.000Z";
    refusal = new Problem("gone", "The history begins later.", { earliest });
    t.after(() => {
      refusal = undefined;
    });
    for (const given of [{}, { "if-none-match": headers.get("etag")! }]) {
      const { body, headers: answered } = assertStatus(
        await served.get(`${path}as_of=2026-01-15`, { headers: given }),
        410,
      );
      assert.equal(body.type, "/problems/gone");
      assert.equal(body.earliest, earliest);
      assert.equal(answered.get("cache-control"), "private, no-store");
    }
  });
}

test("§6.5: a list of the past is read each time: what is kept of the present is not used", async (t) => {
  const { list: readPast } = past;
  let times = 0;
  past.list = (...args: readonly unknown[]) => {
    times += 1;
    return (readPast as (...args: readonly unknown[]) => unknown)(...args);
  };
  t.after(() => {
    past.list = readPast!;
  });
  for (let count = 1; count <= 4; count += 1) {
    assertStatus(await served.get("/api/missions?as_of=2026-01-15&fields=name"), 200);
    assert.equal(times, count);
  }
});
