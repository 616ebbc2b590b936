/** Proves the event log (§6.1): one event for each committed change, and no other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { waitForOperation } from "./support/domain/record-factory.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { assertReplayed, readCurrent, readEvents, summarize } from "./support/events/event-replay.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { FuzzClient } from "./support/fuzz/fuzz-client.ts";
import { randomRequests } from "./support/fuzz/random-requests.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);

/** Runs some work, and returns its events. */
async function during(work: () => Promise<unknown>): Promise<Body[]> {
  const last = (await served.get("/api/events?sort=id:desc&limit=1")).body.events[0]?.id ?? "";
  await work();
  return readEvents(served, last);
}

test("§6.1: an event is a CloudEvent 1.0 of one change, with before and after", async () => {
  const made = await fixtures.mission("tracked");
  served.clock.advance(1_500);
  const changed = assertStatus(await served.patch("/api/missions/tracked", { name: "Tracked" }), 200).body;
  await served.delete("/api/missions/tracked");
  const { events } = await fixtures.read("/api/events?subject=/api/missions/tracked");
  const about = {
    specversion: "1.0",
    source: "/api",
    subject: "/api/missions/tracked",
    datacontenttype: "application/json",
  };
  const expected = [
    ["created", null, made],
    ["updated", made, changed],
    ["deleted", changed, null],
  ].map(([verb, before, after]) => ({ ...about, type: `mission.${verb}`, data: { before, after, actor: "admin" } }));
  assert.deepEqual(
    events.map(({ id: _, time: __, _links: ___, ...event }: Body) => event),
    expected,
  );
  assert.deepEqual(
    events.map(({ time }: Body) => time),
    [made.updated_at, changed.updated_at, changed.updated_at],
  );
  for (const { id, _links } of events) {
    assert.match(id, /^\d{16}$/);
    assert.deepEqual(_links, { self: `/api/events/${id}` });
    assert.equal((await fixtures.read(_links.self)).id, id);
  }
});

test("§6.1: events are read-only, and their ids are ordered", async () => {
  for (const [path, method, allow] of [
    ["/api/events", "POST", "GET, QUERY, HEAD, OPTIONS"],
    ["/api/events/0000000000000001", "DELETE", "GET, HEAD, OPTIONS"],
    ["/api/events/0000000000000001", "PATCH", "GET, HEAD, OPTIONS"],
  ] as const) {
    const answer = await served.request(method, path, { body: {} });
    assertRefused(answer, 405);
    assert.equal(answer.headers.get("allow"), allow);
  }
  assertRefused(await served.get("/api/events/9999999999999999"), 404);
  const ids = (await readEvents(served)).map(({ id }) => id);
  assert.deepEqual(ids, ids.toSorted());
});

test("§6.1: a write that changes nothing, fails or is refused emits no event", async () => {
  await fixtures.mission("still", { status: "planned" });
  const events = await during(async () => {
    assertStatus(await served.patch("/api/missions/still", { name: "still" }), 200);
    assertStatus(await served.put("/api/missions/still", { name: "still" }), 200);
    assertRefused(await served.post("/api/missions", { name: "" }), 422);
    assertRefused(await served.post("/api/missions", { id: "still", name: "again" }), 409);
    assertRefused(await served.patch("/api/missions/still", { status: "completed" }), 409);
    assertRefused(await served.patch("/api/missions/still", { name: "x" }, { headers: { "if-match": '"no"' } }), 412);
    assertRefused(await served.delete("/api/missions/gone"), 404);
    const samples = [sample("good"), { ...sample("bad"), uncertainty: -1 }];
    assertRefused(await served.post("/api/missions/still/data", samples), 422);
    assertRefused(await served.post("/api/missions/still/data", [sample("twice"), sample("twice")]), 409);
  });
  assert.deepEqual(events, []);
});

function sample(id: string) {
  return { id, instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
}

test("§12.9: a record that shows another one has an event when it changes with it", async () => {
  await fixtures.planet("mars");
  await fixtures.mission("flight", { status: "active" });
  await fixtures.astronaut("ann");
  const assigned = await during(() => fixtures.assign("flight", "ann"));
  assert.deepEqual(summarize(assigned), [
    "crew_member.created /api/missions/flight/astronauts/ann",
    "mission.updated /api/missions/flight",
    "astronaut.updated /api/astronauts/ann",
  ]);
  assert.deepEqual([assigned[1].data.before.crew_size, assigned[1].data.after.crew_size], [0, 1]);
  assert.deepEqual(assigned[2].data.after.current_mission, "flight");
  const renamed = await during(() => served.patch("/api/astronauts/ann", { name: "Anna" }));
  assert.deepEqual(summarize(renamed), [
    "astronaut.updated /api/astronauts/ann",
    "crew_member.updated /api/missions/flight/astronauts/ann",
  ]);
  const moon = await during(() => fixtures.moon("mars", "phobos"));
  assert.deepEqual(summarize(moon), [
    "moon.created /api/planets/mars/moons/phobos",
    "planet.updated /api/planets/mars",
  ]);
  const completed = await during(() => served.patch("/api/missions/flight", { status: "completed" }));
  assert.deepEqual(summarize(completed), [
    "mission.updated /api/missions/flight",
    "astronaut.updated /api/astronauts/ann",
  ]);
});

test("§6.1: moving to another crew emits a deletion and a creation, whatever the row numbers", async () => {
  for (const id of ["left", "joined"]) await fixtures.mission(id);
  assertStatus(await served.put("/api/astronauts/mover", { name: "Mover" }), 201);
  const events = await during(async () => {
    assertStatus(await served.patch("/api/astronauts/mover", { current_mission: "left" }), 200);
    assertStatus(await served.patch("/api/astronauts/mover", { current_mission: "joined" }), 200);
  });
  assert.deepEqual(summarize(events.filter(({ type }) => type.startsWith("crew_member."))), [
    "crew_member.created /api/missions/left/astronauts/mover",
    "crew_member.deleted /api/missions/left/astronauts/mover",
    "crew_member.created /api/missions/joined/astronauts/mover",
  ]);
});

test("§12.9: a birthday emits an event with the actor system", async (t) => {
  const born = await serve();
  t.after(() => born.stop());
  await born.put("/api/astronauts/bea", { name: "Bea", birth_date: "1990-01-16" });
  born.clock.advance(86_400_000);
  await born.store.startDay();
  const { body } = await born.get("/api/events?actor=system");
  assert.deepEqual(summarize(body.events), ["astronaut.updated /api/astronauts/bea"]);
  const [{ data }] = body.events;
  assert.deepEqual([data.before.age, data.after.age, data.actor], [35, 36, "system"]);
});

test("§4.3, §12.14: events of an operation have the caller of the request as actor; the operation itself emits none", async () => {
  await fixtures.mission("later", { status: "planned" });
  const { id, secret: credential } = await createKey(served, ["missions:write"]);
  const later = { credential, headers: { prefer: "respond-async" } };
  const events = await during(async () => {
    const accepted = [
      await served.post("/api/missions/later/data", [sample(`later-1`), sample(`later-2`)], later),
      await served.post(
        "/api/missions/later/data",
        [sample(`later-3`), { ...sample(`later-4`), uncertainty: -1 }],
        later,
      ),
    ];
    for (const answer of accepted) await waitForOperation(served, assertStatus(answer, 202).headers.get("location")!);
    const removal = assertStatus(await served.delete("/api/missions/later?cascade=true", later), 202);
    await waitForOperation(served, removal.headers.get("location")!);
  });
  assert.deepEqual(summarize(events), [
    "sample.batch_created /api/missions/later/data",
    "sample.batch_deleted /api/missions/later/data",
    "mission.deleted /api/missions/later",
  ]);
  assert.deepEqual(
    events.slice(0, 2).map(({ data }) => data.count),
    [2, 2],
  );
  for (const { data } of events) assert.equal(data.actor, `key:${id}`);
  assert.equal((await fixtures.read("/api/events?subject_starts_with=/api/operations")).total_count, 0);
});

test("§12.14: creating, cancelling and removing an operation emits no event", async () => {
  const operations = served.catalog.resource("operations");
  const events = await during(async () => {
    const entered = await served.store.write(async (change) => {
      const { id } = await change.system.insert(operations, { kind: "delete", started_by: "admin" });
      await change.delete(operations, { id: id as string });
      return (await change.system.find(operations, id as string))!;
    });
    assert.equal(entered.status, "cancelled");
    served.clock.advance(24 * 3_600_000);
    await served.deleteExpired();
    assert.equal(await served.store.findBy(operations, "id", entered.id as string), undefined);
  });
  assert.deepEqual(events, []);
});

test("§4.4: a replayed response emits no second event", async () => {
  const headers = { "idempotency-key": "once" };
  const events = await during(async () => {
    assertStatus(await served.post("/api/missions", { id: "once", name: "Once" }, { headers }), 201);
    const again = assertStatus(await served.post("/api/missions", { id: "once", name: "Once" }, { headers }), 201);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assertRefused(
      await served.post("/api/missions", { id: "once", name: "Once" }, { headers: { "idempotency-key": "o" } }),
      409,
    );
  });
  assert.deepEqual(summarize(events), ["mission.created /api/missions/once"]);
});

test("§6.2: the log is the audit trail: filtered by subject, actor, type and time, like any list", async () => {
  served.clock.advance(60_000);
  const since = new Date(served.clock.now() - 1).toISOString();
  await fixtures.mission("audited");
  await fixtures.mission("audited", { name: "Once more" });
  const { events, _links } = await fixtures
    .read("/api/missions/audited")
    .then(({ _links: links }) => fixtures.read(links.events));
  assert.deepEqual(summarize(events), [
    "mission.created /api/missions/audited",
    "mission.updated /api/missions/audited",
  ]);
  assert.equal(
    _links.self,
    "/api/events?subject=/api/missions/audited&page=1".replaceAll("/api/m", "%2Fapi%2Fm").replace("s/a", "s%2Fa"),
  );
  const totals = async (query: string) => (await fixtures.read(`/api/events?${query}`)).total_count;
  assert.equal(await totals(`time_after=${since}`), 2);
  assert.equal(await totals(`time_after=${since}&type=mission.updated`), 1);
  assert.equal(await totals(`time_after=${since}&type_starts_with=mission.`), 2);
  assert.equal(await totals(`subject_starts_with=/api/missions/audit&actor=admin`), 2);
  assert.equal(await totals(`subject_starts_with=/api/missions/audit&actor=key:other`), 0);
  const chosen = (await fixtures.read("/api/events?subject=/api/missions/audited&fields=type")).events;
  assert.deepEqual(Object.keys(chosen[0]).sort(), ["_links", "id", "type"]);
  assertRefused(await served.get("/api/events?scope=admin"), 400);
});

test("§6.2: ids are filtered and sorted by, as text and as numbers alike, in lists and streams", async () => {
  for (const id of ["one", "two", "three"]) await fixtures.mission(id);
  const { events, total_count } = await fixtures.read("/api/events?sort=id:desc&limit=100");
  const ids = events.map(({ id }: Body) => id);
  assert.deepEqual(ids, ids.toSorted().toReversed());
  const totals = async (query: string) => (await fixtures.read(`/api/events?${query}`)).total_count;
  const [last, first] = [ids[0], ids.at(-1)];
  assert.equal(await totals(`id=${last}`), 1);
  assert.equal(await totals(`id_in=${last},${first},x,0000009999999999`), 2);
  for (const none of [Number(last), `${last}0`, "9999999999999999", "x"])
    assert.equal(await totals(`id=${none}`), 0, `${none}`);
  assert.equal(await totals(`id_starts_with=${last.slice(0, 8)}`), total_count);
  assert.equal(await totals(`id_ends_with=${last.slice(-9)}`), 1);
  assert.equal(await totals(`id_contains=${last.slice(2)}`), 1);
  const walked: string[] = [];
  for (let next = "/api/events?cursor=&sort=id:desc&limit=7"; next; ) {
    const page = await fixtures.read(next);
    walked.push(...page.events.map(({ id }: Body) => id));
    next = page._links.next;
  }
  assert.deepEqual(walked.slice(0, ids.length), ids);
  const stream = await EventStreamClient.connect(served.url, `/api/events?id_ends_with=${last.slice(-9)}`, {
    after: first,
  });
  assert.deepEqual([(await stream.events(1))[0]!.id], [last]);
  stream.close();
});

test("§4.5: a filtered list of the log that is read again and again has new events in their place", async () => {
  const first = (order: string) => fixtures.read(`/api/events?actor=admin&type=mission.created&sort=${order}&limit=2`);
  for (const order of ["id:desc", "time:desc,id:desc", "subject"]) {
    for (let read = 0; read < 5; read += 1) {
      served.clock.advance(1);
      const subject = `/api/missions/${order === "subject" ? `0${9 - read}` : `new-${order.slice(0, 2)}-${read}`}`;
      const { total_count } = await first(order);
      await fixtures.mission(subject.split("/").at(-1)!);
      const after = await first(order);
      assert.deepEqual([after.events[0].subject, after.total_count], [subject, total_count + 1], `${order}, ${read}`);
    }
  }
});

test("§6.1: times never run backwards, even if the clock is set back; the records have the time of the clock", async (t) => {
  const own = await serve();
  t.after(() => own.stop());
  const times: string[] = [];
  for (const time of ["2026-03-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"]) {
    own.clock.set(time);
    const { body } = await own.post("/api/missions", { name: time });
    assert.equal(body.created_at, time);
    const { events } = (await own.get(`/api/events?subject=${body._links.self}`)).body;
    assert.deepEqual(events[0].data.after, body);
    times.push(events[0].time);
  }
  const [march, , april] = times;
  assert.deepEqual(times, [march, march, april]);
  const totals = async (query: string) => (await own.get(`/api/events?${query}`)).body.total_count;
  for (const [query, total] of [
    [`time_after=2026-02-15`, 3],
    [`time_after=${march}`, 1],
    [`time_after=${april}`, 0],
    [`time_before=${april}`, 2],
    [`time_before=${march}`, 0],
    [`time=2026-03-01`, 2],
    [`time=${march}`, 2],
    [`time_in=2026-04-01,2026-01-01`, 1],
    [`time_after=2026-02-15&time_before=2026-03-15&type=mission.created`, 2],
  ] as const)
    assert.equal(await totals(query), total, query);
});

for (const [name, declarations] of [
  ["the space domain", domain],
  ["the second domain", secondDomain],
] as const) {
  test(`§6.1: ${name}: after random requests, replaying the log yields the current records`, async (t) => {
    const fuzzed = await serve(declarations, { BODY_LIMIT: "16384" });
    t.after(() => fuzzed.stop());
    const document = (await fuzzed.get("/openapi.json")).body;
    const wire = new FuzzClient(fuzzed.url, document);
    t.after(() => wire.close());
    const seed = Number(process.env.FUZZ_SEED ?? 1957);
    const numRuns = campaignSize("EVENT_REQUESTS");
    for (const [at, sent] of fc.sample(randomRequests(document), { seed, numRuns }).entries()) {
      await wire.send(sent);
      if (at % 200 === 199) fuzzed.clock.advance(3_600_000);
    }

    const events = await readEvents(fuzzed);
    t.diagnostic(`${events.length} events of ${new Set(events.map(({ type }) => type)).size} types`);
    // Most random requests write nothing.
    assert.ok(events.length > numRuns / 24, `seed ${seed}: ${events.length} events`);
    assertReplayed(events, await readCurrent(fuzzed));
  });
}
