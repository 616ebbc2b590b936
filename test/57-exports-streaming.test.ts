/** Proves how exports are streamed (§4.9): at the reader's pace, few at once, never complete after a failure. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { after, before, mock, test } from "node:test";
import Sqlite from "better-sqlite3";
import type { Store } from "../engine/store/store.ts";
import { createKey } from "./support/http/api-keys.ts";
import { fetchMetrics } from "./support/http/metrics.ts";
import { ADMIN_KEY, type Body, serve } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

/** More than the sockets of both sides hold. */
const [ARRAYS, ARRAY, NOTES] = [3, 1_000, 10_000];
const SAMPLES = ARRAYS * ARRAY;
const EXPORT = "/api/data?format=ndjson";
const LAST = "s2-0999";

const database = createDatabaseFile();
const served = await serve(undefined, { DATABASE_URL: database.url });
after(async () => {
  await served.stop();
  await database.remove();
});
before(async () => {
  await served.put("/api/missions/m", { name: "M" });
  for (let array = 0; array < ARRAYS; array += 1) {
    const samples = Array.from({ length: ARRAY }, (_, at) => ({
      id: `s${array}-${String(at).padStart(4, "0")}`,
      instrument: "I",
      parameter: "p",
      collected_at: "2020-01-01T00:00:00Z",
      notes: "x".repeat(NOTES),
    }));
    assert.equal((await served.post("/api/missions/m/data", samples)).status, 201);
  }
});

/** Starts a GET, and does not read the body. */
async function open(path = EXPORT, headers: Record<string, string> = {}, { url } = served): Promise<IncomingMessage> {
  const request = get(url + path, { agent: false, headers });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

/** Reads the records of NDJSON to the end. */
async function readAll(response: IncomingMessage): Promise<Body[]> {
  let text = "";
  response.setEncoding("utf8");
  for await (const part of response) text += part;
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function activeExports(of = served): Promise<number> {
  return (await fetchMetrics(of)).of("exports_active")[0]!.value;
}

/** Asks until this many exports run. */
async function untilActive(count: number, of = served): Promise<void> {
  while ((await activeExports(of)) !== count);
}

/** Runs work while `listBatch` is replaced. */
async function withBatches(replacement: Store["listBatch"], work: () => Promise<unknown>): Promise<void> {
  const replaced = mock.method(served.store, "listBatch", replacement);
  try {
    await work();
  } finally {
    replaced.mock.restore();
  }
}

/** Fails at the first batch of an export, or at the second one. */
function failingAt(batch: 1 | 2): Store["listBatch"] {
  const original = served.store.listBatch.bind(served.store);
  return (...args) => {
    const isFirst = args[3].position === undefined;
    return isFirst === (batch === 1) ? Promise.reject(new Error("The disk is gone.")) : original(...args);
  };
}

test("§4.9: an export is read as the reader takes it, and holds nothing meanwhile", async () => {
  const response = await open();
  assert.equal(await activeExports(), 1);
  // Once the log of the samples is copied, no thread is busy.
  while (served.store.stats().slowReads.running > 0) await activeExports();
  // Neither a transaction nor a snapshot of the waiting export keeps the log from being emptied.
  const other = new Sqlite(database.url.replace("sqlite:", ""));
  assert.deepEqual(other.pragma("wal_checkpoint(TRUNCATE)"), [{ busy: 0, log: 0, checkpointed: 0 }]);
  other.close();
  const path = "/api/missions/m/data";
  await served.patch(`${path}/${LAST}`, { notes: "Changed meanwhile" });
  await served.delete(`${path}/s2-0500`);
  await served.put(`${path}/t`, { instrument: "I", parameter: "p", collected_at: "2020-01-01T00:00:00Z" });
  const records = await readAll(response);
  const ids = records.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual([ids.length, ids.at(-1), ids.includes("s2-0500")], [SAMPLES, "t", false]);
  assert.equal(records.at(-2)!.notes, "Changed meanwhile", "it was read when the reader got there");
  await untilActive(0);
});

test("§4.9: at most two exports of a client run at once, and four in all; a further one is 503 with Retry-After, other requests are not", async () => {
  const authorization = `Bearer ${ADMIN_KEY}`;
  const running = await Promise.all([{}, {}, { authorization }, { authorization }].map((each) => open(EXPORT, each)));
  const { secret } = await createKey(served, ["missions:read"]);
  for (const [credential, reason] of [
    [false, /^2 of your exports are running/],
    [ADMIN_KEY, /^2 of your exports are running/],
    [secret as string, /^4 exports are running/],
  ] as const) {
    const { status, headers, body } = await served.get("/api/missions?format=csv", { credential });
    assert.deepEqual([status, body.type, headers.get("retry-after")], [503, "/problems/unavailable", "5"]);
    assert.match(body.detail, reason);
  }
  assert.equal(await activeExports(), 4);
  assert.equal((await fetchMetrics(served)).of("exports_refused_total")[0]!.value, 3);
  const headers = { accept: "text/csv" };
  const head = await served.request("HEAD", "/api/data", { headers });
  assert.equal(head.status, 200);
  const conditional = { ...headers, "if-none-match": head.headers.get("etag")! };
  assert.equal((await served.get("/api/data", { headers: conditional })).status, 304);
  assert.equal((await served.get("/api/data")).status, 200);
  assert.equal((await served.get("/api/data?format=csv&limit=0")).status, 400);
  assert.equal((await served.put("/api/missions/other", { name: "Other" })).status, 201);
  running[0]!.destroy();
  await untilActive(3);
  assert.equal((await served.get("/api/missions?format=csv", { credential: false })).status, 200);
  for (const response of running) response.destroy();
  await untilActive(0);
});

test("§4.9: a failure before the first byte is a problem", async () => {
  await withBatches(failingAt(1), async () => {
    const { status, headers, body } = await served.get("/api/data?format=csv");
    assert.deepEqual([status, body.type], [500, "/problems/internal-error"]);
    assert.equal(headers.get("content-disposition"), null);
  });
  await untilActive(0);
});

test("§4.9: after the first byte, a failure aborts the connection, compressed or not", async () => {
  for (const coding of ["identity", "gzip", "br"]) {
    await withBatches(failingAt(2), async () => {
      const response = await open(EXPORT, { "accept-encoding": coding });
      assert.equal(response.statusCode, 200);
      const received: Buffer[] = [];
      await assert.rejects(
        async () => {
          for await (const part of response) received.push(part);
        },
        { code: "ECONNRESET" },
      );
      assert.equal(response.complete, false);
      assert.ok(!Buffer.concat(received).includes("The disk is gone"));
    });
    await untilActive(0);
  }
});

/** Sends a request of HTTP/1.0, whose response ends with the connection. Nothing is read until `resume`. */
function sendOldRequest(path: string, { url } = served): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.0\r\nHost: ${hostname}\r\nAuthorization: Bearer ${ADMIN_KEY}\r\n\r\n`);
  return socket;
}

test("§4.9: an aborted export does not look complete in HTTP/1.0 either, where the end of the connection is the end", async () => {
  await withBatches(failingAt(2), async () => {
    const socket = sendOldRequest(EXPORT);
    const [error] = (await once(socket.resume(), "error")) as [NodeJS.ErrnoException];
    assert.equal(error.code, "ECONNRESET");
  });
});

test("§4.9: a reader that takes nothing is cut off; an export that waits for the database is not", async (t) => {
  mock.timers.enable({ apis: ["setInterval"] });
  t.after(() => mock.timers.reset());
  const hurried = await serve(undefined, { DATABASE_URL: database.url, WRITE_TIMEOUT: "1" });
  t.after(hurried.stop);
  const [reached, cut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const original = hurried.store.listBatch.bind(hurried.store);
  mock.method(hurried.store, "listBatch", async (...args: Parameters<Store["listBatch"]>) => {
    // The second batch of the ids comes only after the other export was cut off.
    const isHeld = args[0].properties.length === 1 && args[3].position !== undefined;
    if (isHeld) reached.resolve();
    if (isHeld) await cut.promise;
    return original(...args);
  });
  const ids = await open(`${EXPORT}&fields=id`, {}, hurried);
  await reached.promise;
  const dead = sendOldRequest(EXPORT, hurried);
  await untilActive(2, hurried);
  for (let second = 0; (await activeExports(hurried)) > 1; second += 1) {
    assert.ok(second < 100, "it was not cut off");
    hurried.clock.advance(1_000);
    mock.timers.tick(1_000);
  }
  const [error] = (await once(dead.resume(), "error")) as [NodeJS.ErrnoException];
  assert.equal(error.code, "ECONNRESET");
  cut.resolve();
  assert.equal((await readAll(ids)).length, SAMPLES);
});

test("§4.9: a long summary is exported in blocks; if the collection changes between them, it is aborted", async (t) => {
  const other = await serve();
  t.after(other.stop);
  await other.put("/api/missions/m", { name: "M" });
  const ids = Array.from({ length: 6_000 }, (_, at) => `s${at + 1_000}`);
  const sample = { instrument: "I", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  assert.equal(
    (
      await other.post(
        "/api/missions/m/data",
        ids.map((id) => ({ ...sample, id })),
      )
    ).status,
    201,
  );
  const path = "/api/data?format=ndjson&group_by=id";
  const groups = await readAll(await open(path, {}, other));
  assert.deepEqual(
    groups,
    ids.map((id) => ({ id, count: 1 })),
  );
  const original = other.store.listGroups.bind(other.store);
  mock.method(other.store, "listGroups", async (...args: Parameters<Store["listGroups"]>) => {
    if (args[2].paging.page === 2) await other.delete("/api/missions/m/data/s1000");
    return original(...args);
  });
  const response = await open(path, {}, other);
  await assert.rejects(readAll(response), { code: "ECONNRESET" });
  assert.equal(response.complete, false);
});

test("§11.2: a service that stops aborts the exports that are not finished in time", async () => {
  const stopped = await serve(undefined, { DATABASE_URL: database.url });
  const socket = sendOldRequest(EXPORT, stopped);
  await untilActive(1, stopped);
  await stopped.stop();
  const [error] = (await once(socket.resume(), "error")) as [NodeJS.ErrnoException];
  assert.equal(error.code, "ECONNRESET");
});
