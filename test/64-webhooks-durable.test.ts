/** Proves that deliveries survive crashes, and that several processes share them (§6.3). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { campaignSize } from "./support/campaign.ts";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { startServer } from "./support/http/process.ts";
import { ADMIN_KEY, type Body, serve, TestClock } from "./support/http/serve.ts";
import { createDatabase } from "./support/store/databases.ts";

const LIVES = campaignSize("KILL_ROUNDS");
const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };

test("§6.3: two processes share the deliveries: each is sent once while both run", async () => {
  const database = await createDatabase();
  const clock = new TestClock();
  const settings = { DATABASE_URL: database.url, WEBHOOK_ALLOW_PRIVATE: "true" };
  const first = await serve(undefined, settings, clock);
  const second = await serve(undefined, settings, clock);
  try {
    const inbox = await startReceiver();
    const hook = { url: inbox.url, event_types: ["mission.*"] };
    const { id } = assertStatus(await first.post("/api/webhooks", hook), 201).body;
    for (let at = 1; at <= 10; at += 1) {
      assertStatus(await first.put(`/api/missions/m-${at}`, { name: "First" }), 201);
      assertStatus(await second.put(`/api/missions/m-${at}`, { name: "Second" }), 200);
    }
    for (let round = 1; round <= 4; round += 1) await Promise.all([first.deliver(), second.deliver()]);
    const ids = inbox.received.map(({ body }) => body.id);
    assert.deepEqual([ids.length, new Set(ids).size], [20, 20]);
    for (let at = 1; at <= 10; at += 1)
      assert.deepEqual(
        inbox.summaries().filter((summary) => summary.endsWith(`/m-${at}`)),
        ["created", "updated"].map((verb) => `mission.${verb} /api/missions/m-${at}`),
      );
    // Both find the same deliveries due at the same time.
    inbox.reply = () => 500;
    for (let at = 11; at <= 14; at += 1) assertStatus(await first.put(`/api/missions/m-${at}`, { name: "Raced" }), 201);
    await first.deliver();
    inbox.reply = () => 200;
    inbox.received.length = 0;
    clock.advance(7_000);
    await Promise.all([first.deliver(), second.deliver()]);
    assert.equal(inbox.received.length, 4);
    // What one had claimed when it was killed, the other delivers when the claim expires.
    inbox.reply = () => undefined;
    assertStatus(await first.put("/api/missions/left", { name: "Left" }), 201);
    const cut = first.deliver();
    await inbox.until(() => inbox.received.length === 5);
    await Promise.all([first.stop(), cut]);
    const pending = `/api/webhooks/${id}/deliveries?status=pending`;
    const [left] = (await second.get(pending)).body.deliveries;
    assert.deepEqual(left.attempts, [], "nobody knows whether it arrived");
    await second.deliver();
    assert.equal(inbox.received.length, 5);
    inbox.reply = () => 200;
    clock.advance(20_000);
    await second.deliver();
    assert.equal(inbox.received.length, 6);
    assert.deepEqual((await second.get(pending)).body.deliveries, []);
  } finally {
    await second.stop();
    await database.remove();
  }
});

test("§6.3: a service that is killed repeatedly during writes delivers all commits", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "webhooks-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const inbox = await startReceiver();
  const settings = {
    DATABASE_URL: `sqlite:${join(folder, "killed.db")}`,
    ADMIN_API_KEY: ADMIN_KEY,
    DATASET: "none",
    PORT: "0",
    LOG_LEVEL: "silent",
    WEBHOOK_ALLOW_PRIVATE: "true",
  };
  let isCreated = false;
  for (let life = 1; life <= LIVES; life += 1) {
    const running = startServer(context, settings);
    const url = await running.url;
    const put = (path: string, body: Body) =>
      fetch(`${url}${path}`, { method: "PUT", headers, body: JSON.stringify(body) });
    // A service that has just started on a busy machine may be overloaded.
    while (!isCreated)
      isCreated = (await put("/api/webhooks/hook", { url: inbox.url, event_types: ["mission.*"] })).status === 201;
    const before = inbox.received.length;
    let stopped = false;
    const writing = Array.from({ length: 4 }, async (_, writer) => {
      for (let at = 1; !stopped; at += 1)
        await put(`/api/missions/m-${life}-${writer}-${at % 9}`, { name: `${at}` }).catch(() => {
          stopped = true;
        });
    });
    await inbox.until(() => inbox.received.length >= before + 15);
    running.process.kill("SIGKILL");
    await running.ended;
    stopped = true;
    await Promise.all(writing);
  }
  // Its clock is ahead, so that the claims of the processes that died have expired.
  const clock = new TestClock();
  clock.set(new Date(Date.now() + 60_000).toISOString());
  const last = await serve(undefined, settings, clock);
  context.after(() => last.stop());
  const read = async (path: string): Promise<Body> => (await last.get(path)).body;
  const events: string[] = [];
  for (let page = 1; ; page += 1) {
    const { events: some } = await read(`/api/events?type_starts_with=mission.&sort=id&limit=100&page=${page}`);
    if (some.length === 0) break;
    events.push(...some.map(({ id }: Body) => id));
  }
  const seen = () => new Set(inbox.received.map(({ body }) => body.id));
  for (; seen().size < events.length; clock.advance(60_000)) await last.deliver();
  assert.deepEqual([...seen()].sort(), events);
  // First deliveries of the events of one subject were in order.
  const firsts = new Map(inbox.received.toReversed().map(({ body }, at) => [body.id, { body, at: -at }]));
  const order = [...firsts.values()].sort((one, other) => one.at - other.at).map(({ body }) => body);
  for (const [subject, deliveries] of Map.groupBy(order, ({ subject }) => subject))
    assert.deepEqual(
      deliveries.map(({ id }) => id),
      deliveries.map(({ id }) => id).sort(),
      subject,
    );
});
