/** Proves what happens to failing deliveries (§6.3): when they are retried, and when not. */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mock, test } from "node:test";
import fc from "fast-check";
import { Problem } from "../engine/problem.ts";
import { nextAttempt } from "../engine/webhooks/retry-schedule.ts";
import { type Receiver, startReceiver } from "./support/events/webhook-receiver.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, type Served, serve, serveForFile } from "./support/http/serve.ts";

const HOUR = 3_600_000;

const network = { resolve: async () => ["127.0.0.1"], timeoutMs: 10_000 };
const served = await serveForFile(undefined, { WEBHOOK_ALLOW_PRIVATE: "true" }, network);
const fixtures = fixturesFor(served);
let missions = 0;

interface Hooked {
  readonly inbox: Receiver;
  readonly path: string;
  /** Makes a change, and runs the deliveries that are due. */
  emitEvent(): Promise<void>;
  /** The deliveries of a webhook, oldest first. */
  deliveries(): Promise<Body[]>;
}

async function createWebhook(on: Served = served): Promise<Hooked> {
  const [inbox, fixtures] = [await startReceiver(), fixturesFor(on)];
  const answer = await on.post("/api/webhooks", { url: inbox.url, event_types: ["mission.created"] });
  const path = assertStatus(answer, 201).body._links.self;
  return {
    inbox,
    path,
    emitEvent: async () => {
      missions += 1;
      await fixtures.mission(`failing-${missions}`);
      await on.deliver();
    },
    deliveries: async () => (await fixtures.read(`${path}/deliveries?sort=created_at`)).deliveries,
  };
}

test("§6.3: the first retry comes after 5 s, then the wait doubles, with jitter, to an hour, for 24 hours", () => {
  let at = 0;
  const waits: number[] = [];
  for (let failures = 1; ; failures += 1) {
    const next = nextAttempt(failures, 0, at, 0);
    if (next === undefined) break;
    waits.push((next - at) / 1000);
    at = next;
  }
  const hours = Array(21).fill(3_600);
  assert.deepEqual(waits.slice(0, 11), [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600]);
  assert.deepEqual(waits.slice(11), hours);
  assert.ok(at <= 24 * HOUR && at > 23 * HOUR);
});

test("§6.3: jitter makes a wait at most a quarter longer, and never longer than an hour", () => {
  const failures = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(failures, fc.double({ min: 0, max: 1, noNaN: true }), (failed, random) => {
      const doubled = Math.min(5_000 * 2 ** (failed - 1), HOUR);
      const wait = nextAttempt(failed, 1_000, 1_000, random)! - 1_000;
      assert.ok(wait >= doubled && wait <= Math.min(Math.ceil(doubled * 1.25), HOUR), `${failed}: ${wait}`);
    }),
  );
});

test("§6.3: a failed delivery is retried when due and not before; after 24 h the webhook is paused and shown as failing; active: true resumes", async () => {
  const { inbox, path, emitEvent, deliveries } = await createWebhook();
  inbox.reply = () => 503;
  const began = served.clock.now();
  await emitEvent();
  assert.equal((await fixtures.read(path)).failing, true);
  for (;;) {
    const [{ status, next_attempt_at: next, attempts }] = await deliveries();
    assert.equal(attempts.length, inbox.received.length);
    if (status !== "pending") break;
    const wait = Date.parse(next) - served.clock.now();
    const doubled = Math.min(5_000 * 2 ** (attempts.length - 1), HOUR);
    assert.ok(wait >= doubled && wait <= Math.min(doubled * 1.25, HOUR), `${attempts.length}: ${wait}`);
    served.clock.advance(wait - 1);
    await served.deliver();
    assert.equal(inbox.received.length, attempts.length);
    served.clock.advance(1);
    await served.deliver();
    assert.equal(inbox.received.length, attempts.length + 1);
  }
  assert.ok(served.clock.now() - began <= 24 * HOUR && served.clock.now() - began > 22 * HOUR);
  assert.ok(new Set(inbox.received.map(({ headers }) => headers["webhook-id"])).size === 1);
  const paused = await fixtures.read(path);
  assert.deepEqual([paused.active, paused.failing, paused.disabled_because], [false, true, "failing"]);
  const [{ status, next_attempt_at, attempts }] = await deliveries();
  assert.deepEqual([status, next_attempt_at], ["failed", null]);
  assert.deepEqual(
    [attempts[0].status_code, attempts[0].error, Date.parse(attempts[0].at)],
    [503, "The receiver responded with 503.", began],
  );
  const before = inbox.received.length;
  await emitEvent();
  assert.equal(inbox.received.length, before);
  inbox.reply = () => 200;
  const resumed = assertStatus(await served.patch(path, { active: true }), 200).body;
  assert.deepEqual([resumed.active, resumed.failing, resumed.disabled_because], [true, false, null]);
  await served.deliver();
  assert.equal(inbox.received.length, before + 1);
  assert.equal((await deliveries()).at(-1).status, "succeeded");
});

test("§6.3: 410 disables the webhook at once", async () => {
  const { inbox, path, emitEvent, deliveries } = await createWebhook();
  inbox.reply = () => 410;
  await emitEvent();
  const { active, disabled_because } = await fixtures.read(path);
  assert.deepEqual([active, disabled_because], [false, "gone"]);
  assert.equal((await deliveries())[0].status, "failed");
  served.clock.advance(HOUR);
  await emitEvent();
  assert.equal(inbox.received.length, 1);
});

test("§6.3: redirects are not followed", async () => {
  const { inbox, emitEvent, deliveries } = await createWebhook();
  const elsewhere = await startReceiver();
  inbox.reply = (_, response) => {
    response.writeHead(307, { location: elsewhere.url }).end();
    return undefined;
  };
  await emitEvent();
  assert.equal(elsewhere.received.length, 0);
  const [{ status, attempts }] = await deliveries();
  assert.equal(status, "pending");
  assert.deepEqual(
    [attempts[0].status_code, attempts[0].error],
    [307, "The receiver responded with 307. Redirects are not followed."],
  );
});

test("§6.3: a receiver without a timely response has failed, one whose response ends late has not", async (t) => {
  const { inbox, emitEvent, deliveries } = await createWebhook();
  let timeout = new AbortController();
  const timers = t.mock.method(AbortSignal, "timeout", () => timeout.signal);
  inbox.reply = () => {
    timeout.abort();
    return undefined;
  };
  await emitEvent();
  assert.deepEqual(timers.mock.calls[0]!.arguments, [10_000]);
  const [late] = await deliveries();
  assert.deepEqual(
    [late.status, late.attempts[0].status_code, late.attempts[0].error],
    ["pending", null, "The receiver did not respond within 10 s."],
  );
  timeout = new AbortController();
  // Once the sender has the headers, it reads the body.
  const isRead = (): void => void setImmediate(() => timeout.abort());
  subscribe("undici:request:headers", isRead);
  t.after(() => unsubscribe("undici:request:headers", isRead));
  inbox.reply = (_, response) => {
    response.writeHead(200).write("and so on");
    return undefined;
  };
  await emitEvent();
  assert.equal((await deliveries())[1].status, "succeeded");
});

test("§6.3: little of an endless response is read", async () => {
  const { inbox, emitEvent, deliveries } = await createWebhook();
  let written = 0;
  let closed = false;
  inbox.reply = (_, response) => {
    response.writeHead(200);
    response.on("close", () => {
      closed = true;
    });
    const more = () => {
      while (!closed && response.write(Buffer.alloc(65_536))) written += 65_536;
      if (!closed) response.once("drain", more);
    };
    more();
    return undefined;
  };
  await emitEvent();
  assert.equal((await deliveries())[0].status, "succeeded");
  assert.ok(closed || written < 64 * 1024 * 1024);
});

test("§6.3: an unreachable receiver has failed, and its deliveries stay", async () => {
  const gone = await served.post("/api/webhooks", { url: "http://127.0.0.1:1/", event_types: ["mission.created"] });
  const path = assertStatus(gone, 201).body._links.self;
  await fixtures.mission("nobody-there");
  await served.deliver();
  const [{ status, attempts }] = (await fixtures.read(`${path}/deliveries`)).deliveries;
  assert.deepEqual(
    [status, attempts[0].status_code, attempts[0].error],
    ["pending", null, "The receiver could not be reached (ECONNREFUSED)."],
  );
  await served.delete(path);
});

test("§6.3: many deliveries run at once, at most four to each receiver", async () => {
  const { inbox, path } = await createWebhook();
  const open: (() => void)[] = [];
  let most = 0;
  inbox.reply = (_, response) => {
    open.push(() => response.writeHead(204).end());
    most = Math.max(most, open.length);
    if (open.length === 4) for (const close of open.splice(0)) close();
    return undefined;
  };
  for (let at = 1; at <= 12; at += 1) await fixtures.mission(`many-${at}`);
  await served.deliver();
  assert.deepEqual([most, inbox.received.length], [4, 12]);
  assert.equal((await fixtures.read(`${path}/deliveries?status=succeeded`)).total_count, 12);
});

test("§6.3: a failing receiver gets one delivery at a time, until one succeeds", async () => {
  const { inbox, path, emitEvent } = await createWebhook();
  inbox.reply = () => 503;
  await emitEvent();
  for (let at = 1; at <= 3; at += 1) await fixtures.mission(`failing-one-by-one-${at}`);
  let [open, most] = [0, 0];
  inbox.reply = (_, response) => {
    open += 1;
    most = Math.max(most, open);
    // After another request, so that a second delivery would have arrived.
    void served.get("/livez").then(() => {
      open -= 1;
      response.writeHead(503).end();
    });
    return undefined;
  };
  await served.deliver();
  assert.deepEqual([most, inbox.received.length], [1, 4]);
  inbox.reply = () => 200;
  served.clock.advance(15_000);
  await served.deliver();
  assert.equal((await fixtures.read(`${path}/deliveries?status=succeeded`)).total_count, 4);
});

test("§6.3: while the database cannot be written nothing is sent or polled repeatedly; then deliveries continue", async () => {
  const alone = await serve(undefined, { WEBHOOK_ALLOW_PRIVATE: "true" }, undefined, undefined, network);
  try {
    const { inbox, path, emitEvent, deliveries } = await createWebhook(alone);
    inbox.reply = () => 503;
    await emitEvent();
    inbox.reply = () => 200;
    alone.clock.advance(7_000);
    const away = mock.method(alone.store, "write", async () => {
      throw new Problem("unavailable", "The database currently cannot be written.");
    });
    await alone.deliver();
    assert.deepEqual([away.mock.callCount(), inbox.received.length], [1, 1]);
    away.mock.restore();
    await alone.deliver();
    assert.equal(inbox.received.length, 2);
    assert.deepEqual((await deliveries())[0].status, "succeeded");
    assert.equal((await alone.get(path)).body.failing, false);
  } finally {
    await alone.stop();
  }
});
