/** Proves that records that are created or deleted together are one event per collection (§6.1, §12.15). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loadDataset } from "../engine/app/data/dataset.ts";
import { readEvents, summarize } from "./support/events/event-replay.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(undefined, { WEBHOOK_ALLOW_PRIVATE: "true" });
const fixtures = fixturesFor(served);

/** Runs some work, and returns its events. */
async function during(work: () => Promise<unknown>): Promise<Body[]> {
  const last = (await served.get("/api/events?sort=id:desc&limit=1")).body.events[0]?.id ?? "";
  await work();
  return readEvents(served, last);
}

function samples(...ids: string[]) {
  return ids.map((id) => ({ id, instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" }));
}

test("§6.1, §12.15: an array is one event, whose link lists exactly its records", async () => {
  await fixtures.mission("bulk");
  await fixtures.put("/api/missions/bulk/data/earlier", samples("earlier")[0]!);
  served.clock.advance(1);
  const time = new Date(served.clock.now()).toISOString();
  const ids = Array.from({ length: 120 }, (_, at) => `s${119 - at}`);
  const events = await during(() => served.post("/api/missions/bulk/data", samples(...ids)));
  assert.deepEqual(summarize(events), ["sample.batch_created /api/missions/bulk/data"]);
  const { data, _links, ...event } = events[0];
  const link = `/api/missions/bulk/data?created_at=${time}`;
  assert.deepEqual(data, { count: 120, first_id: "s119", last_id: "s0", link, actor: "admin" });
  assert.equal(event.time, time);
  served.clock.advance(1);
  await fixtures.put("/api/missions/bulk/data/later", samples("later")[0]!);
  const listed = await fixtures.read(`${link}&limit=100`);
  const rest = await fixtures.read(`${link}&limit=100&page=2`);
  assert.deepEqual([...listed.data, ...rest.data].map(({ id }: Body) => id).sort(), ids.toSorted());
});

test("§12.15: an array of one record is a batch too; a refused array emits no event", async () => {
  await fixtures.mission("single");
  const events = await during(async () => {
    assertRefused(await served.post("/api/missions/single/data", samples("twice", "twice")), 409);
    assertStatus(await served.post("/api/missions/single/data", samples("only")), 201);
  });
  assert.deepEqual(summarize(events), ["sample.batch_created /api/missions/single/data"]);
  assert.deepEqual([events[0].data.count, events[0].data.first_id, events[0].data.last_id], [1, "only", "only"]);
});

test("§12.15: a cascade is one event per collection, and those of the records that remain or have no collection", async () => {
  await fixtures.crew("doomed", ["ann", "bob"], () => ({}));
  await fixtures.mission("doomed", { status: "active" });
  await fixtures.spacecraft("ship");
  await fixtures.equip("doomed", "ship");
  for (const id of ["one", "two", "three"]) await fixtures.put(`/api/missions/doomed/objectives/${id}`, { title: id });
  await served.post("/api/missions/doomed/data", samples("doomed-1", "doomed-2"));
  const before = await fixtures.read("/api/missions/doomed");
  const events = await during(() => served.delete("/api/missions/doomed?cascade=true"));
  assert.deepEqual(summarize(events).sort(), [
    "astronaut.updated /api/astronauts/ann",
    "astronaut.updated /api/astronauts/bob",
    "crew_member.batch_deleted /api/missions/doomed/astronauts",
    "mission.deleted /api/missions/doomed",
    "objective.batch_deleted /api/missions/doomed/objectives",
    "sample.batch_deleted /api/missions/doomed/data",
    "vehicle.batch_deleted /api/missions/doomed/spacecraft",
  ]);
  const dataOf = (type: string) => events.find((event) => event.type === type).data;
  assert.deepEqual(dataOf("crew_member.batch_deleted"), { count: 2, actor: "admin" });
  assert.deepEqual(dataOf("vehicle.batch_deleted"), { count: 1, actor: "admin" });
  assert.deepEqual(dataOf("objective.batch_deleted"), { count: 3, actor: "admin" });
  assert.deepEqual(dataOf("sample.batch_deleted"), { count: 2, actor: "admin" });
  assert.deepEqual(dataOf("mission.deleted"), { before, after: null, actor: "admin" });
});

test("§12.15: a one-to-one that is deleted with its parent has its own event; an empty collection has none", async () => {
  await fixtures.planet("venus");
  await fixtures.moon("venus", "neith");
  const surface = await fixtures.put("/api/planets/venus/surface", {});
  const events = await during(() => served.delete("/api/planets/venus?cascade=true"));
  assert.deepEqual(summarize(events).sort(), [
    "moon.batch_deleted /api/planets/venus/moons",
    "planet.deleted /api/planets/venus",
    "surface.deleted /api/planets/venus/surface",
  ]);
  assert.deepEqual(events.find(({ type }) => type === "surface.deleted").data.before, surface);
  await fixtures.planet("bare");
  const ofBare = await during(() => served.delete("/api/planets/bare?cascade=true"));
  assert.deepEqual(summarize(ofBare), ["planet.deleted /api/planets/bare"]);
});

test("§12.15: a cascade counts all children, however many statements delete them, and leaves those of others", async () => {
  const [many, few] = [
    ["many", 1_201],
    ["few", 3],
  ] as const;
  for (const [id, count] of [many, few]) {
    await fixtures.mission(id);
    const ids = Array.from({ length: count }, (_, at) => `${id}-${at}`);
    assertStatus(await served.post(`/api/missions/${id}/data`, samples(...ids)), 201);
  }
  const before = (await fixtures.read("/api/data")).total_count;
  const events = await during(() => served.delete("/api/missions/many?cascade=true"));
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.count]),
    [
      ["sample.batch_deleted", 1_201],
      ["mission.deleted", undefined],
    ],
  );
  assert.equal((await fixtures.read("/api/data")).total_count, before - 1_201);
  assert.equal((await fixtures.read("/api/missions/few/data")).total_count, 3);
});

test("§6.1: the batch of a private collection is visible only with its scope", async () => {
  await fixtures.astronaut("cid");
  for (const id of ["m1", "m2"])
    await fixtures.put(`/api/astronauts/cid/medical/${id}`, {
      examined_on: "2026-01-01",
      kind: "annual",
      fitness: "fit",
    });
  const events = await during(() => served.delete("/api/astronauts/cid?cascade=true"));
  assert.deepEqual(summarize(events), [
    "medical_record.batch_deleted /api/astronauts/cid/medical",
    "astronaut.deleted /api/astronauts/cid",
  ]);
  const keyWith = keysByScopes(served);
  const query = "/api/events?subject=/api/astronauts/cid/medical";
  for (const [scopes, total] of [
    [["events:read"], 0],
    [["events:read", "medical:read"], 1],
  ] as const) {
    const { body } = await served.get(query, { credential: await keyWith([...scopes]) });
    assert.equal(body.total_count, total, scopes.join());
  }
});

test("§12.15: built-in data is one event per kind, with the top-level collection as subject", async (t) => {
  const own = await serve();
  const folder = mkdtempSync(join(tmpdir(), "data-"));
  t.after(() => own.stop());
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, records: unknown) =>
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(records));
  write("planets", [
    { id: "x", name: "X", planet_type: "dwarf" },
    { id: "y", name: "Y", planet_type: "dwarf" },
  ]);
  write("moons", [
    { id: "y-1", planet_id: "y", name: "Y I" },
    { id: "x-1", planet_id: "x", name: "X I" },
  ]);
  write("surface", [{ planet_id: "x" }]);
  write("missions", [{ id: "m", name: "M" }]);
  write("data", [{ mission_id: "m", ...samples("sample")[0] }]);
  await loadDataset(own.store, folder, () => {});
  const events = await readEvents(own);
  assert.deepEqual(
    events.map(({ type, subject, data: { count, first_id, last_id, link, actor } }) => [
      [type, subject, actor].join(" "),
      [count, first_id, last_id],
      link?.replace(/=.*/, ""),
    ]),
    [
      ["planet.batch_created /api/planets system", [2, "x", "y"], "/api/planets?created_at"],
      ["moon.batch_created /api/planets system", [2, "y-1", "x-1"], "/api/moons?created_at"],
      ["surface.batch_created /api/planets system", [1, "x", "x"], undefined],
      ["mission.batch_created /api/missions system", [1, "m", "m"], "/api/missions?created_at"],
      ["sample.batch_created /api/missions system", [1, "sample", "sample"], "/api/data?created_at"],
    ],
  );
  assert.equal((await own.get(events[0].data.link)).body.total_count, 2);
});

test("§6.2, §6.3: the filters of lists, the stream and webhooks select batches by their type", async () => {
  const inbox = await startReceiver();
  assertStatus(await served.post("/api/webhooks", { url: inbox.url, event_types: ["sample.batch_created"] }), 201);
  const stream = await EventStreamClient.connect(served.url, "/api/events?type_in=sample.batch_created");
  await fixtures.mission("watched");
  const [event] = await during(() => served.post("/api/missions/watched/data", samples("w-1", "w-2")));
  await served.delete("/api/missions/watched?cascade=true");
  await served.deliver();
  const { _links, ...attributes } = event;
  assert.deepEqual(
    inbox.received.map(({ body }) => body),
    [attributes],
  );
  const [streamed] = await stream.events(1);
  stream.close();
  assert.deepEqual([streamed!.event, streamed!.data], ["sample.batch_created", attributes]);
  const { events } = await fixtures.read("/api/events?type=sample.batch_deleted&subject=/api/missions/watched/data");
  assert.deepEqual(summarize(events), ["sample.batch_deleted /api/missions/watched/data"]);
});
