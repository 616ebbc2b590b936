/** Proves the event stream (§6.2): every event once and in order, to callers who may read it. */
import assert from "node:assert/strict";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { after, mock, type TestContext, test } from "node:test";
import fc from "fast-check";
import type { FastifyRequest } from "fastify";
import type { Access } from "../engine/access/authenticate.ts";
import { ANONYMOUS } from "../engine/access/caller.ts";
import { NO_CREDENTIAL } from "../engine/access/requirements.ts";
import { EventStreams } from "../engine/http/response/sse.ts";
import { readSubmission } from "../engine/resource/submission.ts";
import { readEvents } from "./support/events/event-replay.ts";
import { EventStreamClient, type EventStreamOptions } from "./support/events/event-stream-client.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { parseMetrics } from "./support/http/metrics.ts";
import { type Body, faultsOf, type Served, serve, serveForFile } from "./support/http/serve.ts";

const BEAT_MS = 15_000;
mock.timers.enable({ apis: ["setInterval"] });

const served = await serveForFile();
const open: EventStreamClient[] = [];
after(() => {
  for (const each of open) each.close();
});

async function listen(path?: string, options?: EventStreamOptions, to: Served = served): Promise<EventStreamClient> {
  const listening = await EventStreamClient.connect(to.url, path, options);
  open.push(listening);
  return listening;
}

let made = 0;
/** Makes a change, which emits an event. */
async function emitEvent(to: Served = served): Promise<string> {
  made += 1;
  const { headers } = assertStatus(await to.post("/api/space-stations", { name: `Station ${made}` }), 201);
  return headers.get("location")!;
}

/** Creates samples in one transaction, each with an event of its own. */
async function emitSamples(mission: string, samples: readonly Body[]): Promise<void> {
  const resource = served.catalog.resource("data");
  await served.store.write(async (tx) => {
    for (const sample of samples) await tx.create(resource, mission, readSubmission(resource, "create", sample));
  });
}

/** A CloudEvent as the list shows it. */
function bare({ _links, ...event }: Body): Body {
  return event;
}

test("§6.2: events are sent as they happen: id, type and the CloudEvent", async () => {
  await emitEvent();
  const listening = await listen();
  const { cacheControl, buffering } = {
    cacheControl: listening.response.headers["cache-control"],
    buffering: listening.response.headers["x-accel-buffering"],
  };
  assert.deepEqual([cacheControl, buffering], ["private, no-store", "no"]);
  const metrics = parseMetrics((await served.get("/metrics")).text);
  assert.equal(metrics.value("http_requests_total", { route: "/api/events", method: "GET", status: "200" }), 1);
  const begun = listening.lastId;
  const path = await emitEvent();
  await served.patch(path, { name: "Renamed" });
  const received = await listening.events(2);
  const events = await readEvents(served, begun);
  assert.deepEqual(
    received,
    events.map((event) => ({ id: event.id, event: event.type, data: bare(event) })),
  );
});

test("§6.2: a stream accepts the filters of the list, and no other parameter", async () => {
  const path = await emitEvent();
  const mine = await listen(`/api/events?subject=${path}&type_in=space_station.updated,space_station.deleted`);
  await emitEvent();
  await served.patch(path, { name: "Renamed" });
  await emitEvent();
  await served.delete(path);
  const received = await mine.events(2);
  assert.deepEqual(
    received.map(({ event, data }) => [event, data.subject]),
    [
      ["space_station.updated", path],
      ["space_station.deleted", path],
    ],
  );
  const headers = { accept: "text/event-stream" };
  const query = "page=2&limit=5&sort=id&sort_by=id&order=asc&fields=id";
  const faults = query.split("&").map((each) => [each.split("=")[0], "unknown_parameter"] as [string, string]);
  for (const fault of faults) {
    const asked = query.split("&").find((each) => each.startsWith(`${fault[0]}=`));
    assertRefused(await served.get(`/api/events?${asked}`, { headers }), 400, fault);
  }
  assertRefused(await served.get("/api/events?colour=red", { headers }), 400, ["colour", "unknown_parameter"]);
  const twice = await served.get("/api/events?page=2&colour=red", { headers: { ...headers, "last-event-id": "x" } });
  const named = [
    ["Last-Event-ID", "invalid_header"],
    ["page", "unknown_parameter"],
    ["colour", "unknown_parameter"],
  ];
  assert.deepEqual(faultsOf(twice).toSorted(), named.toSorted());
});

test("§4.11: Accept decides between a page and the stream", async () => {
  const typeOf = async (accept: string) => {
    const { status, headers } = await served.request("HEAD", "/api/events", { headers: { accept } });
    return [status, headers.get("content-type")];
  };
  const [page, stream] = [
    [200, "application/json; charset=utf-8"],
    [200, "text/event-stream"],
  ];
  assert.deepEqual(await typeOf("*/*"), page);
  assert.deepEqual(await typeOf("application/json, text/event-stream"), page);
  assert.deepEqual(await typeOf("application/json;q=0.5, text/event-stream"), stream);
  assert.deepEqual(await typeOf("text/event-stream;q=0.4, application/json;q=0.5"), page);
  assert.deepEqual(await typeOf("text/*"), [200, "text/csv; charset=utf-8; header=present"]);
  assert.deepEqual(await typeOf("text/event-stream, text/*"), stream);
  assert.deepEqual(await typeOf("text/event-stream"), stream);
  assert.equal((await typeOf("text/html"))[0], 406);
  assert.equal((await typeOf("text/event-stream;q=0"))[0], 406);
  for (const path of ["/api/missions", "/api/events/0000000000000001"]) {
    const headers = { accept: "text/event-stream" };
    assert.equal((await served.get(path, { headers })).status, 406, path);
  }
});

test("§6.2: a stream resumes from Last-Event-ID without a gap or a duplicate, wherever it was cut off", async () => {
  const all = 40;
  const begun = (await listen()).lastId;
  const emitting = (async () => {
    for (let time = 0; time < all; time += 1) await emitEvent();
  })();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 }), async (cuts) => {
      const ids: string[] = [];
      // Finally, what the cuts left is read.
      for (const cut of [...cuts, all]) {
        const count = Math.min(cut, all - ids.length);
        const listening = await listen("/api/events?type=space_station.created", { after: ids.at(-1) ?? begun });
        const received = (await listening.events(count)).slice(0, count);
        listening.close();
        ids.push(...received.map(({ id }) => id));
      }
      const made = (await readEvents(served, begun)).filter(({ type }) => type === "space_station.created");
      assert.deepEqual(
        ids,
        made.map(({ id }) => id),
      );
      assert.equal(ids.length, all);
    }),
    { numRuns: 12 },
  );
  await emitting;
});

test("§6.2: many clients with many writers: every client gets every event, in the order of the log", async () => {
  const listening = await Promise.all(Array.from({ length: 20 }, () => listen()));
  const begun = listening[0]!.lastId;
  const late: Promise<EventStreamClient>[] = [];
  await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      await emitEvent();
      if (at % 10 === 0) late.push(listen("/api/events", { after: begun }));
    }),
  );
  const ids = (await readEvents(served, begun)).map(({ id }) => id);
  assert.equal(ids.length, 60);
  for (const each of [...listening, ...(await Promise.all(late))]) {
    const received = await each.events(60);
    assert.deepEqual(
      received.map(({ id }) => id),
      ids,
    );
    each.close();
  }
});

test("§6.2: a slow client gets every event too, and they wait in the log meanwhile", async () => {
  await served.put("/api/missions/loud", { name: "Loud" });
  const listening = await listen("/api/events?type=sample.created");
  const payload = { noise: "x".repeat(8_000) };
  const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z", payload };
  listening.response.pause();
  const samples = Array.from({ length: 1_000 }, (_, at) => ({ ...sample, id: `loud-${at}` }));
  await emitSamples("loud", samples);
  listening.response.resume();
  const received = await listening.events(1_000);
  assert.deepEqual(
    received.map(({ data }) => data.data.after.id),
    samples.map(({ id }) => id),
  );
});

test("§6.2: a comment is sent every 15 s; a client that reads nothing between two is disconnected, and can resume", async () => {
  const [listening, stalled] = [await listen(), await listen("/api/events?type=sample.created")];
  const before = listening.comments;
  mock.timers.tick(BEAT_MS);
  await listening.until(() => listening.comments > before);
  stalled.response.socket.pause();
  const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  const samples = Array.from({ length: 1_500 }, () => ({ ...sample, payload: { noise: "x".repeat(10_000) } }));
  await served.put("/api/missions/long", { name: "Long" });
  await emitSamples("long", samples);
  const received = await listening.events(1_501);
  for (let beat = 0; beat < 4; beat += 1) {
    mock.timers.tick(BEAT_MS);
    // All pending events are sent.
    await emitEvent();
  }
  stalled.response.socket.resume();
  await stalled.until(() => false);
  assert.ok(stalled.ended && stalled.received.length < 1_500, `${stalled.received.length} were received`);
  const again = await listen("/api/events?type=sample.created", { after: stalled.lastId });
  const missed = await again.events(1_500 - stalled.received.length);
  assert.deepEqual(
    [...stalled.received, ...missed].map(({ id }) => id),
    received.filter(({ event }) => event === "sample.created").map(({ id }) => id),
  );
});

test("§6.2: a credential that becomes invalid ends its stream", async () => {
  const keyWith = keysByScopes(served);
  const secret = await keyWith(["events:read"]);
  const [listening, other] = [await listen("/api/events", { credential: secret }), await listen()];
  mock.timers.tick(BEAT_MS);
  await emitEvent();
  await listening.events(1);
  const { api_keys: keys } = (await served.get("/api/api-keys?sort=created_at:desc&limit=100")).body;
  for (const { id, scopes } of keys) if (scopes.includes("events:read")) await served.delete(`/api/api-keys/${id}`);
  mock.timers.tick(BEAT_MS);
  await listening.until(() => false);
  assert.ok(listening.ended);
  assert.ok(!other.ended, "others go on");
});

/** Asks a service for a stream. */
function resume(to: Served, id: string) {
  return to.get("/api/events", { headers: { accept: "text/event-stream", "last-event-id": id } });
}

async function assertGone(to: Served, id: string): Promise<void> {
  const { status, body } = await resume(to, id);
  assert.deepEqual([status, body.type], [410, "/problems/gone"], id);
}

test("§6.2: a malformed Last-Event-ID is 400, one that never existed is 410", async () => {
  await emitEvent();
  assertRefused(await resume(served, "x"), 400, ["Last-Event-ID", "invalid_header"]);
  await assertGone(served, "9999999999999999");
});

test("§6.2, §6.4: a stream resumes within EVENTS_KEEP_MOST events; one before them is 410, although all are kept", async (t) => {
  const short = await serve(undefined, { EVENTS_KEEP_MOST: "10" });
  t.after(() => short.stop());
  for (let time = 0; time < 25; time += 1) await emitEvent(short);
  const { total_count, events } = (await short.get("/api/events?limit=100")).body;
  assert.deepEqual([total_count, events[0].id], [25, "0000000000000001"]);
  for (const id of ["0000000000000000", "0000000000000001", "0000000000000014"]) await assertGone(short, id);
  const whole = await listen("/api/events", { after: "0000000000000015" }, short);
  assert.equal((await whole.events(10)).length, 10);
  const path = await emitEvent(short);
  assert.equal((await whole.events(11)).at(-1)!.data.subject, path);
  await assertGone(short, "0000000000000015");
});

test("§6.2, §6.4: a stream resumes within EVENTS_KEEP_BYTES bytes of events", async (t) => {
  const short = await serve(undefined, { EVENTS_KEEP_BYTES: "5000" });
  t.after(() => short.stop());
  for (let time = 0; time < 5; time += 1) await emitEvent(short);
  assertStatus(await short.put("/api/missions/long", { name: "Long", description: "x".repeat(5_000) }), 201);
  await assertGone(short, "0000000000000004");
  const whole = await listen("/api/events", { after: "0000000000000005" }, short);
  assert.equal((await whole.events(1))[0]!.data.subject, "/api/missions/long");
});

test("§6.2, §6.4: a stream resumes within EVENTS_KEEP_DAYS days, without a write or a restart in between", async (t) => {
  const short = await serve(undefined, { EVENTS_KEEP_DAYS: "7" });
  t.after(() => short.stop());
  await emitEvent(short);
  short.clock.advance(6 * 86_400_000);
  const path = await emitEvent(short);
  short.clock.advance(86_400_000);
  const all = await listen("/api/events", { after: "0000000000000000" }, short);
  assert.equal((await all.events(2)).length, 2);
  short.clock.advance(1);
  await assertGone(short, "0000000000000000");
  const rest = await listen("/api/events", { after: "0000000000000001" }, short);
  assert.equal((await rest.events(1))[0]!.data.subject, path);
  short.clock.advance(300 * 86_400_000);
  await assertGone(short, "0000000000000001");
  await listen("/api/events", { after: "0000000000000002" }, short);
  assert.equal((await readEvents(short)).length, 2);
});

/** A stream whose reader lags: the log is read for it only after `meanwhile`. */
async function lagging(t: TestContext, to: Served, meanwhile: () => Promise<void>) {
  await emitEvent(to);
  const log = to.store.log!;
  const read = log.after.bind(log);
  const late: typeof read = async (...position) => {
    await meanwhile();
    return read(...position);
  };
  t.mock.method(log, "after", late, { times: 1 });
  return listen("/api/events", { after: "0000000000000001" }, to);
}

test("§6.2: a stream that lags gets every event, however many there are meanwhile; it cannot be resumed there", async (t) => {
  const short = await serve(undefined, { EVENTS_KEEP_MOST: "10" });
  t.after(() => short.stop());
  const late = await lagging(t, short, async () => {
    for (let time = 0; time < 25; time += 1) await emitEvent(short);
  });
  assert.equal((await late.events(25)).length, 25);
  await assertGone(short, "0000000000000001");
});

test("§6.2: a stream ends when events are deleted before it has sent them; it cannot be resumed", async (t) => {
  const short = await serve(undefined, { HISTORY_KEEP_DAYS: "1" });
  t.after(() => short.stop());
  const late = await lagging(t, short, async () => {
    await emitEvent(short);
    short.clock.advance(86_400_001);
    await emitEvent(short);
  });
  await late.until(() => late.received.length > 0);
  assert.deepEqual([late.ended, late.received], [true, []]);
  await assertGone(short, "0000000000000001");
});

test("§6.4: changes are kept for HISTORY_KEEP_DAYS days", async (t) => {
  const short = await serve(undefined, { HISTORY_KEEP_DAYS: "7" });
  t.after(() => short.stop());
  await emitEvent(short);
  short.clock.advance(6 * 86_400_000);
  await emitEvent(short);
  assert.equal((await short.get("/api/events")).body.total_count, 2);
  short.clock.advance(86_400_001);
  await short.store.startDay();
  const { events, total_count } = (await short.get("/api/events")).body;
  assert.deepEqual([total_count, events[0].id, events[1].type], [2, "0000000000000002", "events.truncated"]);
  await assertGone(short, "0000000000000000");
  await emitEvent(short);
  assert.equal((await readEvents(short)).length, 3, "the next has a number of its own");
});

test("§11.2: a service that stops ends its streams", async () => {
  const ending = await serve();
  await emitEvent(ending);
  const listening = await listen("/api/events", {}, ending);
  await ending.stop();
  await listening.until(() => false);
  assert.ok(listening.ended);
});

test("§6.2: a stream is not started for a client that left meanwhile, and one that is opened after all were ended ends at once", async () => {
  const access = { held: () => undefined } as unknown as Access;
  const streams = new EventStreams(served.store.log!, access);
  const begin = () => streams.open({ caller: ANONYMOUS } as FastifyRequest, NO_CREDENTIAL, [], "0".repeat(16));
  const responses = [1, 2].map(() => new ServerResponse(new IncomingMessage(new Socket())));
  const [left, late] = responses as [ServerResponse, ServerResponse];
  left.destroy();
  begin()(left);
  // It would stay open until the client closes it, which it did.
  assert.equal(left.listenerCount("close"), 0);
  streams.end();
  begin()(late);
  assert.equal(late.writableEnded, true);
});
