/** Proves that clients which read nothing hold little of the process, and not for long (§8.1). */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { mock, test } from "node:test";
import { createBlockingResource } from "./support/domain/blocking-resource.ts";
import { fetchMetrics, parseMetrics } from "./support/http/metrics.ts";
import { residentBytes, startServer } from "./support/http/process.ts";
import { openConnection } from "./support/http/raw-http.ts";
import { parseResponses } from "./support/http/raw-responses.ts";
import { ADMIN_KEY, serve } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ADMIN_KEY}\r\n\r\n`;

function post(path: string, body: object): string {
  const text = JSON.stringify(body);
  return request(path)
    .replace("GET", "POST")
    .replace("\r\n\r\n", `\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
}

/** Opens a socket that sends text, and reads nothing until `resume`. */
async function openUnread(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

/** Writes what is left to send, a part at a time. Fails if one cannot be written. */
async function writeEach(socket: Socket, parts: readonly string[]): Promise<void> {
  for (const part of parts) assert.ifError(await new Promise((resolve) => socket.write(part, resolve)));
}

async function readToEnd(socket: Socket): Promise<string> {
  let received = "";
  for await (const part of socket.setEncoding("utf8")) received += part;
  return received;
}

test("§8.1: the requests of a connection are handled one after the other; of more than 17, these are, then it is closed", async (t) => {
  const blocking = createBlockingResource();
  const served = await serve([blocking.declaration]);
  t.after(served.stop);
  const write = (name: string) => post("/api/machines", { name });
  const closing = request("/api/machines").replace("\r\n", "\r\nConnection: close\r\n");
  const connection = await openConnection(served.url);
  connection.write(write("first") + request("/livez").repeat(15) + closing);
  await blocking.blocked;
  // Including this request.
  assert.equal((await fetchMetrics(served)).value("http_requests_active"), 2);
  const waiting = write("second") + request("/livez").repeat(15) + request("/api/machines");
  const excessive = await Promise.all(
    [
      write("excess"),
      request("/livez"),
      closing,
      write("excess") + request("/livez").repeat(5_000),
      post("/api/machines", { name: "excess", manual: "x".repeat(900_000) }),
      "garbage\r\n\r\n",
    ].map(async (excess) => {
      const opened = await openConnection(served.url);
      opened.write(waiting + excess);
      return opened;
    }),
  );
  assert.equal((await served.get("/livez")).status, 200);
  blocking.release();
  const responses = parseResponses(await connection.closed());
  assert.deepEqual(
    responses.map(({ status }) => status),
    [201, ...Array(16).fill(200)],
  );
  assert.match(responses.at(-1)!.text, /"name":"first"/);
  for (const [index, each] of excessive.entries()) {
    const answers = parseResponses(await each.closed());
    const isMalformed = index === excessive.length - 1;
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.connection]),
      [[201, "keep-alive"], ...Array(15).fill([200, "keep-alive"]), [200, isMalformed ? "keep-alive" : "close"]],
      `${index}`,
    );
  }
  const { body } = await served.get("/api/machines?fields=name&limit=100");
  assert.equal(body.total_count, 1 + excessive.length);
  assert.ok(!JSON.stringify(body).includes("excess"));
});

/** At most this many seconds or requests pass until something happens. */
const PATIENCE = 1_000;

test("§8.1: a client that still sends one request too many loses no response to those before", async (t) => {
  const blocking = createBlockingResource();
  const served = await serve([blocking.declaration]);
  t.after(served.stop);
  const excess = post("/api/machines", { name: "excess", manual: "x".repeat(900_000) });
  const parts = excess.match(/[\s\S]{1,50000}/g)!;
  const handled = post("/api/machines", { name: "first" }) + request("/livez").repeat(16);
  const client = await openUnread(served.url, handled + parts.shift());
  await blocking.blocked;
  blocking.release();
  const active = async () => (await fetchMetrics(served)).value("http_requests_active");
  // Only the one that reads it.
  for (let polled = 0; (await active()) !== 1; polled += 1) assert.ok(polled < PATIENCE);
  await writeEach(client, parts);
  const received = await readToEnd(client);
  assert.deepEqual(
    parseResponses(received).map(({ status }) => status),
    [201, ...Array(16).fill(200)],
  );
});

/** What is refused before it has been sent to its end: what it is, how it begins, and the status. */
const REFUSED: readonly (readonly [what: string, beginning: string, status: number])[] = [
  ["a header that is too long", `GET /livez HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}`, 431],
  ["a URL that is too long", `GET /${"x".repeat(20_000)}`, 414],
  ["what is not HTTP", "garbage\r\n\r\n", 400],
  ["CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", 400],
  [
    "a malformed chunk",
    post("/api/machines", { name: "m" }).replace(/Content-Length[\s\S]*/, "Transfer-Encoding: chunked\r\n\r\nzz\r\n"),
    400,
  ],
];

for (const [what, beginning, status] of REFUSED)
  test(`§7.2: a client that goes on sending ${what} gets its ${status}, and is read until it ends`, async (t) => {
    const served = await serve([createBlockingResource().declaration]);
    t.after(served.stop);
    const client = await openUnread(served.url, beginning);
    // The response has come.
    await once(client, "readable");
    await writeEach(client, Array(20).fill("x".repeat(50_000)));
    client.end();
    const received = await readToEnd(client);
    assert.deepEqual(
      parseResponses(received).map((response) => response.status),
      [status],
    );
  });

test("§8.1: a client that takes nothing is disconnected after WRITE_TIMEOUT, and not much later; one that reads slowly is not", async (t) => {
  mock.timers.enable({ apis: ["setInterval"] });
  t.after(() => mock.timers.reset());
  const served = await serve(undefined, { WRITE_TIMEOUT: "30" });
  t.after(served.stop);
  // Exports without an end.
  const rows = Array(10).fill({ id: "x".repeat(10_000) });
  mock.method(served.store, "listBatch", async () => ({ rows, embedded: [], next: "more" }));
  const path = "/api/missions?format=ndjson&fields=id";
  const active = async () => (await fetchMetrics(served)).value("exports_active");
  const slow = await openUnread(served.url, request(path));
  const dead = await openUnread(served.url, request(path));
  const readSome = async (): Promise<void> => {
    const data = once(slow, "data");
    slow.resume();
    await data;
    slow.pause();
  };
  const untilActive = async (expected: number): Promise<void> => {
    for (let polled = 0; (await active()) !== expected; polled += 1) assert.ok(polled < PATIENCE, `not ${expected}`);
  };
  const passSecond = async (): Promise<void> => {
    served.clock.advance(1_000);
    mock.timers.tick(1_000);
    for (let part = 0; part < 8; part += 1) await readSome();
  };
  await untilActive(2);
  let seconds = 0;
  // In the first of them, the buffers of the sockets take something.
  for (; seconds < 60 && (await active()) === 2; seconds += 1) await passSecond();
  assert.ok(seconds >= 30 && seconds < 60, `${seconds} s`);
  const [error] = await Promise.all([once(dead, "error"), dead.resume()]);
  assert.equal(error[0].code, "ECONNRESET");
  for (let more = 0; more < 40; more += 1) await passSecond();
  assert.equal(await active(), 1);
  slow.destroy();
  await untilActive(0);
});

/** How many connections ask for a document, and how often each; far more than the buffers of the sockets hold. */
const [READERS, TIMES] = [100, 16];

test("§8.1: clients that ask for a document and read nothing do not each take the memory of their responses", async (t) => {
  const database = createDatabaseFile();
  t.after(database.remove);
  const settings = {
    PORT: "0",
    DATASET: "none",
    DATABASE_URL: database.url,
    ADMIN_API_KEY: ADMIN_KEY,
    RATE_LIMIT: "off",
  };
  const service = startServer(t, settings);
  const url = await service.url;
  const metrics = async () => parseMetrics(await (await fetch(`${url}/metrics`)).text());
  // The metric of it may be a second old.
  const memory = () => residentBytes(service.process.pid!);
  const sent = async () =>
    (await metrics()).value("http_requests_total", { route: "/openapi.json", method: "GET", status: "200" });
  const read = async () =>
    (await fetch(`${url}/openapi.json`, { headers: { "accept-encoding": "identity" } })).arrayBuffer();
  const document = await read();
  // A process that has just started takes more memory with its first requests, whoever sends them.
  for (let warm = 0; warm < READERS; warm += 1) await read();
  const before = memory();
  const sockets = await Promise.all(
    Array.from({ length: READERS }, () => openUnread(url, request("/openapi.json").repeat(TIMES))),
  );
  while ((await sent()) <= 2 * READERS);
  const more = memory() - before;
  t.diagnostic(`${Math.round(more / 2 ** 20)} MiB more, of ${Math.round((document.byteLength * READERS) / 2 ** 20)}`);
  for (const socket of sockets) socket.destroy();
  assert.ok(more < (document.byteLength * READERS) / 2, `${more} bytes more`);
});
