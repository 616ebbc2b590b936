/** Proves that long arrays take turns among clients, within bounded memory (§8.1). */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { createBlockingResource } from "./support/domain/blocking-resource.ts";
import { createKey } from "./support/http/api-keys.ts";
import { fetchMetrics } from "./support/http/metrics.ts";
import { openConnection } from "./support/http/raw-http.ts";
import { ADMIN_KEY, type Served, serve } from "./support/http/serve.ts";

/** Longer than what is handled at once. */
const LENGTH = 150_000;
const MANUAL = "m".repeat(10_000);
const array = (name: string) =>
  JSON.stringify(Array.from({ length: LENGTH / 10_000 }, () => ({ name, manual: MANUAL })));

/** Resolves when this many long arrays are carried out or wait. */
async function untilTaken(served: Served, count: number): Promise<void> {
  for (let taken = 0; taken < count; ) {
    const metrics = await fetchMetrics(served);
    taken = metrics.of("http_long_arrays").reduce((sum, { value }) => sum + value, 0);
  }
}

/** A service whose writes wait, and the secret of another client. */
async function blockingService(t: TestContext, settings: Record<string, string> = {}) {
  const blocking = createBlockingResource();
  const served = await serve([blocking.declaration], settings);
  t.after(served.stop);
  const { secret } = await createKey(served, ["machines:write"]);
  return { blocking, served, other: secret as string };
}

for (const coding of ["identity", "gzip"] as const) {
  test(`§8.1: the long array of another client does not wait for all of those that were sent before, in ${coding}`, async (t) => {
    const { blocking, served, other } = await blockingService(t);
    const done: string[] = [];
    const post = async (name: string, credential: string) => {
      const body = coding === "gzip" ? gzipSync(array(name)) : array(name);
      const headers = { "content-encoding": coding, "content-type": "application/json" };
      const { status, text } = await served.post("/api/machines", body, { headers, credential });
      assert.equal(status, 201, text);
      done.push(name);
    };
    const mine = ["a", "b", "c", "d", "e", "f"].map((name) => post(name, ADMIN_KEY));
    await untilTaken(served, mine.length);
    const others = post("other", other);
    await untilTaken(served, mine.length + 1);
    blocking.release();
    await Promise.all([...mine, others]);
    assert.ok(done.indexOf("other") < done.length - 1, done.join());
  });
}

test("§8.1: long arrays beyond a client's share are 503 at once; those of others are accepted", async (t) => {
  // A client may have four bodies of maximum length at a time.
  const limits = { BODY_LIMIT: String(LENGTH + 10_000), BULK_BODY_LIMIT: String(LENGTH + 10_000) };
  const { blocking, served, other } = await blockingService(t, limits);
  const post = (credential = ADMIN_KEY) => served.post("/api/machines", array("m"), { credential });
  const accepted = Array.from({ length: 4 }, () => post());
  await untilTaken(served, accepted.length);
  const refused = await post();
  assert.deepEqual([refused.status, refused.body.type], [503, "/problems/unavailable"]);
  assert.match(refused.headers.get("retry-after")!, /^\d+$/);
  const body = array("m");
  const chunked = await openConnection(served.url);
  chunked.write(
    `POST /api/machines HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${ADMIN_KEY}\r\nContent-Type: application/json\r\n` +
      `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );
  assert.match(await chunked.waitFor(/request_id/), /^HTTP\/1.1 503 /);
  assert.equal((await served.post("/api/machines", {})).status, 400, "a short body needs no share");
  accepted.push(post(other));
  await untilTaken(served, accepted.length);
  blocking.release();
  for (const { status } of await Promise.all(accepted)) assert.equal(status, 201);
  assert.equal((await post()).status, 201);
});

test("§8.1: only an array may be longer than the body of one record", async (t) => {
  const { blocking, served } = await blockingService(t, { BODY_LIMIT: String(LENGTH) });
  blocking.release();
  const padded = (json: string) => `${" ".repeat(LENGTH)}${json}`;
  assert.equal((await served.post("/api/machines", padded('[{"name":"m"}]'))).status, 201);
  for (const coding of ["identity", "gzip"]) {
    const body = coding === "gzip" ? gzipSync(padded('{"name":"m"}')) : padded('{"name":"m"}');
    const headers = { "content-encoding": coding, "content-type": "application/json" };
    const { status, body: problem } = await served.post("/api/machines", body, { headers });
    assert.deepEqual([status, problem.type], [413, "/problems/content-too-large"]);
  }
});

test("§10.2: the response to a long array, with another request behind it, leaves no warning of Node in the log", async (t) => {
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on("warning", warned);
  t.after(() => process.off("warning", warned));
  const { blocking, served } = await blockingService(t);
  const body = JSON.stringify(Array.from({ length: 1_000 }, () => ({ name: "m".repeat(150) })));
  const client = await openConnection(served.url);
  client.write(
    `POST /api/machines HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${ADMIN_KEY}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}GET /livez HTTP/1.1\r\nHost: test\r\n\r\n`,
  );
  await untilTaken(served, 1);
  blocking.release();
  assert.match(await client.waitFor(/HTTP\/1\.1 200 /), /^HTTP\/1\.1 201 .*transfer-encoding: chunked/is);
  assert.deepEqual(
    warnings.map(({ message }) => message),
    [],
  );
});
