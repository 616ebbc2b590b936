/** Proves that the event log hides what the caller may not read (§5.2, §6): in lists, by id, in streams. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readEvents, summarize } from "./support/events/event-replay.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { type Body, type Served, serve, serveForFile } from "./support/http/serve.ts";

const EVENTS = "/api/events";

/** Events of a public record, a private one, a key, and another public one. */
async function fixtures(served: Served): Promise<void> {
  await served.put("/api/astronauts/ann", { name: "Ann" });
  const record = { examined_on: "2026-01-01", kind: "annual", fitness: "unfit", notes: "confidential" };
  await served.put("/api/astronauts/ann/medical/m1", record);
  await served.put("/api/astronauts/ann/medical/m1", { ...record, fitness: "fit" });
  await served.post("/api/api-keys", { id: "k1", name: "visible only to the admin", scopes: ["medical:read"] });
  await served.delete("/api/astronauts/ann/medical/m1");
  await served.put("/api/planets/mars", { name: "Mars", planet_type: "terrestrial" });
}

const PUBLIC = ["astronaut.created /api/astronauts/ann", "planet.created /api/planets/mars"];
const MEDICAL = ["created", "updated", "deleted"].map(
  (verb) => `medical_record.${verb} /api/astronauts/ann/medical/m1`,
);
const KEY = "api_key.created /api/api-keys/k1";
const [ASTRONAUT, PLANET] = PUBLIC as [string, string];

const served = await serveForFile();
const keyWith = keysByScopes(served);
const keys = {
  public: await keyWith(["events:read"]),
  medical: await keyWith(["events:read", "medical:read"]),
  writer: await keyWith(["events:read", "medical:write"]),
  admin: await keyWith(["admin"]),
};
const begun = (await served.get(`${EVENTS}?sort=id:desc&limit=1`)).body.events[0].id;
const streams: Record<string, EventStreamClient> = {};
for (const [name, credential] of Object.entries(keys))
  streams[name] = await EventStreamClient.connect(served.url, EVENTS, { credential });
after(() => {
  for (const stream of Object.values(streams)) stream.close();
});
await fixtures(served);

/** What each caller sees, in order. */
const SEEN: Record<keyof typeof keys, string[]> = {
  public: PUBLIC,
  medical: [ASTRONAUT, ...MEDICAL, PLANET],
  writer: [ASTRONAUT, ...MEDICAL, PLANET],
  admin: [ASTRONAUT, MEDICAL[0]!, MEDICAL[1]!, KEY, MEDICAL[2]!, PLANET],
};

for (const [name, credential] of Object.entries(keys)) {
  const seen = SEEN[name as keyof typeof keys];

  test(`§6.2: ${name}: a list has, and counts, what the caller may read`, async () => {
    const ask = async (query: string) => (await served.get(`${EVENTS}?limit=100${query}`, { credential })).body;
    const all = (await ask("")).events.filter(({ id }: Body) => id > begun);
    assert.deepEqual(summarize(all), seen);
    const { total_count, events } = await ask("&subject_starts_with=/api/astronauts/ann");
    const visible = seen.filter((each) => each.includes("/api/astronauts/ann"));
    assert.deepEqual([total_count, summarize(events)], [visible.length, visible]);
    assert.equal((await ask("&type=medical_record.created")).total_count, seen.includes(MEDICAL[0]!) ? 1 : 0);
  });

  test(`§6.2: ${name}: a hidden event is 404 by its id too`, async () => {
    for (const { id, type, subject } of await readEvents(served, begun)) {
      const answer = await served.get(`${EVENTS}/${id}`, { credential });
      if (seen.includes(`${type} ${subject}`)) assert.equal(answer.body.type, type);
      else {
        assertRefused(answer, 404);
        assert.ok(!answer.text.includes("medical"));
      }
    }
  });

  test(`§6.2: ${name}: the stream sends the same, live and resumed`, async () => {
    const live = await streams[name]!.events(seen.length);
    const again = await EventStreamClient.connect(served.url, EVENTS, { credential, after: begun });
    const missed = await again.events(seen.length);
    again.close();
    for (const streamed of [live, missed]) assert.deepEqual(summarize(streamed.map(({ data }) => data)), seen);
  });
}

test("§6.1: events of private records have no before and after, for any caller, and no secrets", async () => {
  const events = (await readEvents(served, begun)).filter(({ type }) => /^(medical|api_key)/.test(type));
  assert.equal(events.length, 4);
  for (const { data } of events) assert.deepEqual(Object.keys(data), ["actor"]);
  const { text } = await served.get(`${EVENTS}?limit=100`);
  assert.ok(!/confidential|unfit|smk_/.test(text));
});

test("§6.2: an ETag of a caller who may read more does not match for one who may read less", async () => {
  const path = `${EVENTS}?limit=100`;
  const etag = (await served.get(path, { credential: keys.medical })).headers.get("etag")!;
  const headers = { "if-none-match": etag };
  assert.equal((await served.get(path, { credential: keys.medical, headers })).status, 304);
  assert.equal((await served.get(path, { credential: keys.public, headers })).status, 200);
  const answer = await served.get(path, { credential: keys.medical });
  assert.equal(answer.headers.get("cache-control"), "private, no-store");
});

test("§5.2: the log needs events:read; the link events is on every resource for every caller", async () => {
  const credential = await keyWith(["astronauts:read", "medical:read"]);
  assertRefused(await served.get(EVENTS, { credential }), 403);
  assertRefused(await served.get(EVENTS, { credential: false }), 401);
  assertRefused(await served.get(EVENTS, { credential: false, headers: { accept: "text/event-stream" } }), 401);
  const { _links } = (await served.get("/api/astronauts/ann", { credential: false })).body;
  assert.equal(_links.events, "/api/events?subject=/api/astronauts/ann");
});

test("§5.2: with PUBLIC_READ=false, the events of a collection need its scope too", async (t) => {
  const closed = await serve(undefined, { PUBLIC_READ: "false" });
  t.after(() => closed.stop());
  const credential = await keysByScopes(closed)(["events:read", "planets:read"]);
  await fixtures(closed);
  const { total_count, events } = (await closed.get(EVENTS, { credential })).body;
  assert.deepEqual([total_count, summarize(events)], [1, [PLANET]]);
});

test("§6.1: the actor is the caller of the request, by the name of the key or token", async () => {
  const secret = await keyWith(["planets:write"]);
  await served.put("/api/planets/venus", { name: "Venus", planet_type: "terrestrial" }, { credential: secret });
  const [event] = (await served.get(`${EVENTS}?subject=/api/planets/venus`)).body.events;
  assert.match(event.data.actor, /^key:/);
  const { total_count } = (await served.get(`${EVENTS}?actor=${event.data.actor}`)).body;
  assert.equal(total_count, 1);
});

test("§12.15: using a key emits no event", async () => {
  const secret = await keyWith(["events:read"]);
  served.clock.advance(120_000);
  for (let time = 0; time < 3; time += 1) await served.get(EVENTS, { credential: secret });
  await served.put("/api/planets/after", { name: "After", planet_type: "terrestrial" });
  assert.equal((await served.get(`${EVENTS}?type=api_key.updated`)).body.total_count, 0);
});
