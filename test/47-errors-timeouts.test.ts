/** Proves that a write that takes too long is undone, and that a response says so if its outcome is unknown (§4.2, §7.2). */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { request } from "node:http";
import type { Socket } from "node:net";
import { test } from "node:test";
import pg from "pg";
import { createBlockingResource } from "./support/domain/blocking-resource.ts";
import { fetchMetrics } from "./support/http/metrics.ts";
import { ADMIN_KEY, type Served, serve } from "./support/http/serve.ts";
import { runOutOfTime } from "./support/http/time-limit.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { createSchema, skipWithoutPostgres } from "./support/store/databases.ts";

/** Resolves when no request runs. */
async function idle(served: Served): Promise<void> {
  while ((await fetchMetrics(served)).value("http_requests_active") > 1);
}

for (const { name, create, skip } of STORE_KINDS) {
  test(`§4.2: ${name}: writes that take too long are undone, whether they run or wait; retried, they are carried out once`, {
    skip,
  }, async (t) => {
    const database = await create();
    const blocking = createBlockingResource();
    const settings = { DATABASE_URL: database.url };
    const served = await serve([blocking.declaration], settings);
    t.after(async () => {
      await served.stop();
      await database.remove();
    });
    const bodies = [{ name: "one" }, { name: "another" }, [{ name: "first" }, { name: "second" }], [{ name: "third" }]];
    const post = (body: object, at: number) =>
      served.post("/api/machines", body, { headers: { "idempotency-key": `machine-${at}` } });
    const requests = Promise.all([...bodies.map(post), served.put("/api/machines/put", { name: "put" })]);
    const late = await runOutOfTime(served, requests);
    for (const { status, headers, body } of late) {
      assert.deepEqual([status, body.type], [503, "/problems/unavailable"]);
      assert.equal(body.detail, "The request took too long. Nothing was changed.");
      assert.match(headers.get("retry-after")!, /^\d+$/);
    }
    blocking.release();
    await idle(served);
    assert.equal((await served.get("/api/machines")).body.total_count, 0);
    assert.equal((await served.get("/api/events?type_starts_with=machine")).body.total_count, 0);
    const retried = await Promise.all(bodies.map(post));
    for (const { status, headers } of retried)
      assert.deepEqual([status, headers.get("idempotent-replayed")], [201, null]);
    assert.equal((await served.get("/api/machines")).body.total_count, 5);
  });
}

test("§4.2: the time limit undoes a write whose client has left", async (t) => {
  const blocking = createBlockingResource();
  const served = await serve([blocking.declaration]);
  t.after(served.stop);
  const left = new Promise((resolve) => {
    const onRequest = (message: unknown) => {
      unsubscribe("http.server.request.start", onRequest);
      (message as { socket: Socket }).socket.once("close", resolve);
    };
    subscribe("http.server.request.start", onRequest);
  });
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };
  const abandoned = request(`${served.url}/api/machines`, { method: "POST", headers }).on("error", () => {});
  abandoned.end('{"name":"abandoned"}');
  await blocking.blocked;
  abandoned.destroy();
  await left;
  await runOutOfTime(served, served.post("/api/machines", { name: "late" }));
  blocking.release();
  await idle(served);
  assert.equal((await served.get("/api/machines")).body.total_count, 0);
});

/** A trigger that makes each COMMIT of a new mission wait for the lock 42. */
const STALL_COMMITS = `
  CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    WHILE NOT pg_try_advisory_xact_lock(42) LOOP PERFORM pg_sleep(0.01); END LOOP;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER stall AFTER INSERT ON missions DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION stall();
  SELECT pg_advisory_lock(42)`;

test("§7.2: a write whose COMMIT does not end in time is 503 outcome-unknown; repeated with its key, it is carried out once", {
  skip: await skipWithoutPostgres(),
}, async (t) => {
  const database = await createSchema();
  const served = await serve(undefined, { DATABASE_URL: database.url });
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  t.after(async () => {
    await other.end();
    await served.stop();
    await database.remove();
  });
  await other.query(STALL_COMMITS);
  const post = () => served.post("/api/missions", { name: "m" }, { headers: { "idempotency-key": "m" } });
  const { status, headers, body } = await runOutOfTime(served, post());
  assert.deepEqual([status, body.type], [503, "/problems/outcome-unknown"]);
  assert.match(body.detail, /unknown whether it was saved\. .*Idempotency-Key/);
  assert.equal(headers.get("retry-after"), null, "a client that only knows Retry-After would repeat the change");
  await other.query("SELECT pg_advisory_unlock(42)");
  while ((await served.get("/api/missions")).body.total_count === 0);
  const repeated = await post();
  assert.deepEqual([repeated.status, repeated.headers.get("idempotent-replayed")], [201, "true"]);
  assert.equal((await served.get("/api/missions")).body.total_count, 1);
});
