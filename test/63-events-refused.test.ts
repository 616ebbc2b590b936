/** Proves that refused requests for what only the admin may do are logged, and cannot fill the log (§6.4). */
import assert from "node:assert/strict";
import { mock, type TestContext, test } from "node:test";
import type { Declaration } from "../engine/declare/declaration.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { type Body, type Served, serve } from "./support/http/serve.ts";

const KEYS = "/api/api-keys";
const MINUTE = 60_000;

/** Starts a service behind a proxy, and a stream of its refusals. */
async function served(
  t: TestContext,
  declarations: readonly Declaration[] = domain,
): Promise<{ own: Served; refusals: EventStreamClient }> {
  const own = await serve(declarations, { TRUSTED_PROXIES: "127.0.0.0/8" });
  const refusals = await EventStreamClient.connect(own.url, "/api/events?type=api_key.refused");
  t.after(async () => {
    refusals.close();
    await own.stop();
  });
  return { own, refusals };
}

const from = (address: string) => ({ "x-forwarded-for": address });
const shown = ({ data }: Body) => [data.data.actor, data.data.client, data.data.count];

for (const [name, declarations] of [
  ["the space domain", domain],
  ["the second domain", secondDomain],
] as const) {
  test(`§6.4: ${name}: a refused request for keys is an event of its caller and address, for the admin only`, async (t) => {
    const { own, refusals } = await served(t, declarations);
    const { id, secret } = await createKey(own, ["events:read"]);
    assertRefused(await own.get(KEYS, { credential: secret, headers: from("192.0.2.1") }), 403);
    const [refused] = await refusals.events(1);
    assert.deepEqual(shown(refused), [`key:${id}`, "192.0.2.1", 1]);
    assert.equal(refused!.data.subject, KEYS);
    assert.equal((await own.get("/api/events?type=api_key.refused", { credential: secret })).body.total_count, 0);
  });
}

test("§6.4: a flood of refused requests becomes few events, with counts", async (t) => {
  const { own, refusals } = await served(t);
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { id, secret } = await createKey(own, ["events:read"]);
  const send = (at: number) =>
    at % 2
      ? own.delete(`${KEYS}/k${at}`, { credential: false, headers: from(`192.0.2.${at % 100}`) })
      : own.post(KEYS, {}, { credential: "smk_wrong", headers: from(`192.0.2.${at % 100}`) });
  for (let at = 0; at < 200; at += 1) assertRefused(await send(at), 401);
  assertRefused(await own.get(KEYS, { credential: secret, headers: from("192.0.2.250") }), 403);
  const [first] = await refusals.events(1);
  assert.deepEqual(shown(first), ["anonymous", "192.0.2.0", 1]);
  mock.timers.tick(MINUTE);
  const events = (await refusals.events(13)).slice(1).map(shown);
  assert.deepEqual(events.slice(0, 2), [
    ["anonymous", "192.0.2.1", 2],
    ["anonymous", "192.0.2.2", 2],
  ]);
  // The others share one, but none displaces a caller with a credential.
  assert.deepEqual(events.find(([actor]) => actor === "system")!.slice(1), [null, 199 - 10 * 2 + 0]);
  assert.deepEqual(events.at(-1), [`key:${id}`, "192.0.2.250", 1]);
  assert.equal(
    events.reduce((sum, [, , count]) => sum + (count as number), 1),
    201,
  );
});

test("§6.4: many refusals of callers with a credential displace none without", async (t) => {
  const { own, refusals } = await served(t);
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { id, secret } = await createKey(own, ["events:read"]);
  for (let at = 0; at < 12; at += 1)
    assertRefused(await own.get(KEYS, { credential: secret, headers: from(`192.0.2.${at}`) }), 403);
  assertRefused(await own.get(KEYS, { credential: false, headers: from("192.0.2.99") }), 401);
  await refusals.events(1);
  mock.timers.tick(MINUTE);
  const events = (await refusals.events(13)).map(shown);
  assert.deepEqual(events.slice(-2), [
    [`key:${id}`, "192.0.2.11", 1],
    ["anonymous", "192.0.2.99", 1],
  ]);
});

test("§6.4: refusals whose events cannot be written are counted with those of the next group", async (t) => {
  const { own, refusals } = await served(t);
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const write = mock.method(own.store, "write", () => Promise.reject(new Error("the fault of a test")), { times: 1 });
  const send = (address: string) => own.get(KEYS, { credential: false, headers: from(address) });
  assertRefused(await send("192.0.2.1"), 401);
  for (const address of ["192.0.2.1", "192.0.2.2"]) assertRefused(await send(address), 401);
  assert.equal(write.mock.callCount(), 1);
  mock.timers.tick(MINUTE);
  const counted = (await refusals.events(2)).map(shown);
  assert.deepEqual(counted, [
    ["anonymous", "192.0.2.1", 2],
    ["anonymous", "192.0.2.2", 1],
  ]);
});

test("§6.4: a service that stops writes what it has counted", async (t) => {
  const database = await (await import("./support/store/databases.ts")).createDatabase();
  t.after(() => database.remove());
  const own = await serve(undefined, { DATABASE_URL: database.url });
  for (let at = 0; at < 5; at += 1) assertRefused(await own.get(KEYS, { credential: false }), 401);
  await own.stop();
  const again = await serve(undefined, { DATABASE_URL: database.url });
  t.after(() => again.stop());
  const { events } = (await again.get("/api/events?type=api_key.refused")).body;
  assert.deepEqual(
    events.map(({ data }: Body) => data.count),
    [1, 4],
  );
});
