/** Proves which failures the client repeats requests after, that nothing happens twice, and what it makes of lost answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connect,
  Invalid,
  NetworkError,
  NotFound,
  Problem,
  Stale,
  TooMany,
  Unavailable,
  type UntypedApi,
} from "../client/index.ts";
import { ClientClock } from "./support/http/client-clock.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Mishap, proxyWithMishaps } from "./support/http/mishaps.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
const proxy = await proxyWithMishaps(served.url);

/** A client behind the proxy, the waits that it made, and the requests that the proxy saw since. */
function clientBehind(...mishaps: (Mishap | undefined)[]) {
  proxy.next.splice(0, Number.POSITIVE_INFINITY, ...mishaps);
  proxy.seen.length = 0;
  const clock = new ClientClock();
  const api = connect<UntypedApi>(proxy.url, { key: ADMIN_KEY, clock, random: () => 0.5 });
  return { api, clock };
}

const count = async (path: string): Promise<number> => (await served.get(path)).body.total_count;
const eventsOf = async (path: string): Promise<string[]> =>
  (await served.get(`/api/events?subject=${path}&fields=type`)).body.events.map(({ type }: { type: string }) => type);

for (const mishap of ["lost-request", "lost-answer", "cut-body"] as const) {
  test(`§4.4: a POST is executed once after ${mishap}`, async () => {
    const { api } = clientBehind(mishap);
    const before = await count("/api/missions");
    const made = await api.missions.create({ name: "Once" });
    assert.equal(made.name, "Once");
    assert.equal(await count("/api/missions"), before + 1);
    assert.equal(proxy.seen.length, 2);
    assert.equal(proxy.seen[0]!.headers["idempotency-key"], proxy.seen[1]!.headers["idempotency-key"]);
    assert.match(String(proxy.seen[0]!.headers["idempotency-key"]), /^[0-9a-f]{32}$/);
  });

  test(`§4.4: a PATCH with If-Match succeeds after ${mishap}, and its record can be changed again`, async () => {
    await fixtures.mission(`patched-${mishap}`);
    const { api } = clientBehind(undefined, mishap);
    const read = await api.missions.get(`patched-${mishap}`);
    const first = await api.missions.update(read, { operator: "A" });
    assert.equal(first.operator, "A");
    assert.equal((await api.missions.update(first, { operator: "B" })).operator, "B");
  });

  test(`§4.10: a PUT with If-Match is no conflict after ${mishap}`, async () => {
    const { id, ...fields } = await fixtures.mission(`replaced-${mishap}`, { status: "planned" });
    const { api } = clientBehind(undefined, mishap);
    const read = await api.missions.get(id);
    read.status = "active";
    read.launch_date = "2026-01-01";
    const written = await api.missions.put(id, read);
    assert.deepEqual([written.status, written.launch_date, written.name], ["active", "2026-01-01", fields.name]);
    assert.deepEqual(await eventsOf(`/api/missions/${id}`), ["mission.created", "mission.updated"]);
    assert.equal((await api.missions.update(written, { operator: "B" })).operator, "B");
  });

  test(`§4.10: a PUT with If-None-Match: * creates once after ${mishap}`, async () => {
    const { api } = clientBehind(mishap);
    const path = `/api/missions/created-${mishap}`;
    const made = await api.at(path).put({ name: "New", launch_date: "2026-01-01" }, { ifNoneMatch: "*" });
    assert.equal(made.name, "New");
    assert.deepEqual(await eventsOf(path), ["mission.created"]);
  });

  test(`§4.1: a DELETE succeeds after ${mishap}`, async () => {
    const { id } = await fixtures.mission(`deleted-${mishap}`);
    const { api } = clientBehind(undefined, mishap === "cut-body" ? "lost-answer" : mishap);
    await api.missions.remove(await api.missions.get(id));
    assert.equal((await served.get(`/api/missions/${id}`)).status, 404);
  });

  test(`§4.1: a GET is read whole after ${mishap}`, async () => {
    await fixtures.mission(`read-${mishap}`, { description: "x".repeat(5_000) });
    const { api } = clientBehind(mishap);
    assert.equal((await api.missions.get(`read-${mishap}`)).description.length, 5_000);
  });
}

test("§4.10: a PUT whose answer was lost is stale if somebody else has changed the record since", async () => {
  await fixtures.mission("overtaken");
  const overtake = async () => void (await served.patch("/api/missions/overtaken", { operator: "theirs" }));
  const { api } = clientBehind(undefined, "lost-request", overtake);
  const read = await api.missions.get("overtaken");
  read.operator = "ours";
  const stale = await api.missions.put("overtaken", read).then(
    () => assert.fail("must not succeed"),
    (error: Stale) => error,
  );
  assert.ok(stale instanceof Stale);
  assert.equal(stale.base!.operator, null);
  assert.equal((await stale.theirs()).operator, "theirs");
  assert.equal((await fixtures.read("/api/missions/overtaken")).operator, "theirs");
});

test("§4.10: a PUT with If-None-Match: * of a record that exists is stale, even with the same values", async () => {
  await fixtures.mission("taken");
  const { api } = clientBehind();
  await assert.rejects(api.missions.put("taken", { name: "taken" }, { ifNoneMatch: "*" }), Stale);
});

test("§4.10: a PUT of an unchanged record is stale if somebody else has changed it, also when it was repeated", async () => {
  await fixtures.mission("unchanged");
  const overtake = async () => void (await served.patch("/api/missions/unchanged", { operator: "theirs" }));
  const { api } = clientBehind(undefined, "lost-request", overtake);
  await assert.rejects(api.missions.put("unchanged", await api.missions.get("unchanged")), Stale);
});

test("§4.3: a cascading DELETE that runs later succeeds after its answer was lost and it has run", async () => {
  await fixtures.mission("later");
  const deleted = async () => {
    while ((await served.get("/api/missions/later")).status !== 404)
      await new Promise((resolve) => setImmediate(resolve));
  };
  const { api } = clientBehind("lost-answer", deleted);
  const operation = await api.missions.remove("later", { cascade: true, async: true });
  assert.equal(await operation.done(), undefined);
});

test("§4.3: a repeated cascading DELETE that finds nothing when it runs has succeeded; one that was not repeated has not", async () => {
  const json = { "content-type": "application/json" };
  const record = { id: "o", kind: "delete", progress: { done: 0, total: 1 }, _links: { self: "/api/operations/o" } };
  const accepted = { status: 202, headers: json, body: JSON.stringify({ ...record, status: "pending", error: null }) };
  const error = { status: 404, code: "not_found" };
  const failed = { status: 200, headers: json, body: JSON.stringify({ ...record, status: "failed", error }) };
  const repeated = clientBehind("lost-request", accepted, failed).api;
  await (await repeated.missions.remove("x", { cascade: true, async: true })).done();
  const { api } = clientBehind(accepted, failed);
  await assert.rejects((await api.missions.remove("x", { cascade: true, async: true })).done(), NotFound);
});

test("§4.1: a DELETE of a record that does not exist is NotFound", async () => {
  await assert.rejects(clientBehind().api.missions.remove("never"), NotFound);
});

test("§7.2: 429 and 503 are repeated after the seconds in Retry-After", async () => {
  const { api, clock } = clientBehind(
    { status: 429, headers: { "retry-after": "7" } },
    { status: 503, headers: { "retry-after": "2" } },
  );
  await api.missions.list();
  assert.deepEqual(clock.waits, [7_000, 2_000]);
});

test("§7.2: without Retry-After, the wait is random below a limit that doubles", async () => {
  const { api, clock } = clientBehind("lost-request", { status: 503 }, { status: 502 });
  await api.missions.list();
  assert.deepEqual(clock.waits, [125, 250, 500]);
});

test("§7.2: after four tries the failure is the caller's", async () => {
  const failures: [Mishap, new (...args: never[]) => Error][] = [
    ["lost-request", NetworkError],
    [{ status: 429, headers: { "retry-after": "1" } }, TooMany],
    [{ status: 503 }, Unavailable],
  ];
  for (const [mishap, Class] of failures) {
    const { api } = clientBehind(mishap, mishap, mishap, mishap);
    const error = await api.missions.list().then(assert.fail, (reason: Error) => reason);
    assert.ok(error instanceof Class, String(error));
    assert.equal((error as NetworkError).tries, 4);
    assert.equal(proxy.seen.length, 4);
  }
});

test("§7.2: a longer Retry-After than two minutes is for the caller to decide", async () => {
  const { api } = clientBehind({ status: 429, headers: { "retry-after": "3600" } });
  const error = await api.missions.list().then(assert.fail, (reason: TooMany) => reason);
  assert.equal(error.retryAfter, 3600);
});

test("§7.2: a failure of the service (500) is never repeated", async () => {
  for (const call of ["list", "create"] as const) {
    const { api } = clientBehind({ status: 500 });
    const error = await api.missions[call]({}).then(assert.fail, (reason: Problem) => reason);
    assert.deepEqual([error instanceof Problem, error.status, error.code], [true, 500, "http_500"]);
    assert.equal(proxy.seen.length, 1);
  }
});

test("§4.4: a POST waits while its first request is still running", async () => {
  const inUse = JSON.stringify({ status: 409, code: "idempotency_key_in_use", detail: "running" });
  const { api } = clientBehind({ status: 409, headers: { "content-type": "application/problem+json" }, body: inUse });
  assert.equal((await api.missions.create({ name: "Waited" })).name, "Waited");
});

test("§4.4: the caller's Idempotency-Key makes a repeated call one request", async () => {
  const { api } = clientBehind();
  const first = await api.missions.create({ name: "Keyed" }, { idempotencyKey: "import-7" });
  const again = await api.missions.create({ name: "Keyed" }, { idempotencyKey: "import-7" });
  assert.equal(again.id, first.id);
  await assert.rejects(api.missions.create({ name: "Other" }, { idempotencyKey: "import-7" }), Invalid);
});

test("§7.2: a signal ends the wait between two tries", async () => {
  const controller = new AbortController();
  const abort = async () => controller.abort(new Error("enough"));
  const { api } = clientBehind(async () => {
    await abort();
    throw new Error("the connection is cut");
  });
  await assert.rejects(api.missions.list({}, { signal: controller.signal }), /enough/);
  assert.equal(proxy.seen.length, 1);
});

test("§7.2: the connection's signal ends every call", async () => {
  const api = connect<UntypedApi>(proxy.url, { signal: AbortSignal.abort(new Error("closed")) });
  await assert.rejects(api.missions.list(), /closed/);
  await assert.rejects(api.events.follow().next(), /closed/);
});

test("§8.2: below 5 % of the quota, requests are sent no faster than it refills", async () => {
  const limits = (left: number) => ({
    status: 200,
    headers: {
      "content-type": "application/json",
      "ratelimit-policy": '"default";q=6000;w=60',
      ratelimit: `"default";r=${left};t=9`,
    },
    body: "{}",
  });
  const { api, clock } = clientBehind(limits(301), limits(299), limits(298), limits(297), limits(400), limits(399));
  for (let sent = 0; sent < 6; sent += 1) await api.send("GET", "/api");
  assert.deepEqual(clock.waits, [10, 10]);
});
