/** Proves that clients which open many connections hold few of them, and lock nobody out (§8.1). */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { mock, test } from "node:test";
import type { FastifyReply } from "fastify";
import pino from "pino";
import { limitConnections } from "../engine/http/connection-limits.ts";
import { connectionOf } from "../engine/http/request/connection.ts";
import { createBlockingResource } from "./support/domain/blocking-resource.ts";
import { fetchMetrics } from "./support/http/metrics.ts";
import { SERVER, startProgram } from "./support/http/process.ts";
import { openConnection, type RawConnection } from "./support/http/raw-http.ts";
import { ADMIN_KEY, serve, TestClock } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

/** Opens a connection whose request is in progress: its body is missing. */
async function openBusy(url: string, path = "/api/missions"): Promise<RawConnection> {
  const connection = await openConnection(url);
  const head = [`POST ${path} HTTP/1.1`, "Host: a", `Authorization: Bearer ${ADMIN_KEY}`];
  const body = ["Content-Type: application/json", "Content-Length: 9", "Expect: 100-continue"];
  connection.write(`${[...head, ...body].join("\r\n")}\r\n\r\n`);
  await connection.waitFor(/100 Continue/);
  return connection;
}

/** Opens a connection that is refused, and waits until it is. */
async function openRefused(url: string): Promise<void> {
  const refused = connect(Number(new URL(url).port), "127.0.0.1").resume();
  // Whether it is closed or reset is a matter of timing.
  refused.on("error", () => {});
  await new Promise((resolve) => refused.once("close", resolve));
}

test("§8.1: a process has at most MAX_CONNECTIONS connections, half of them from one address, unless it is a trusted proxy", async (t) => {
  for (const [trusted, max] of [
    ["", 4],
    ["127.0.0.0/8", 8],
  ] as const) {
    const settings = { MAX_CONNECTIONS: "8", TRUSTED_PROXIES: trusted, BODY_TIMEOUT: "3600" };
    const served = await serve(undefined, settings);
    t.after(served.stop);
    const idle = await openConnection(served.url);
    idle.write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
    await idle.waitFor(/alive/);
    for (let busy = 1; busy < max; busy += 1) await openBusy(served.url);
    // The idle one makes room for it.
    const last = await openBusy(served.url);
    await idle.closed();
    for (let further = 0; further < 3; further += 1) await openRefused(served.url);
    last.end();
    await last.closed();
    const metrics = await fetchMetrics(served);
    assert.equal(metrics.value("http_connections_refused_total"), 3);
    assert.equal(metrics.value("http_connections_evicted_total"), 1);
  }
});

test("§8.1: idle connections lock nobody out: the one that was used longest ago makes room", async (t) => {
  const served = await serve(undefined, { MAX_CONNECTIONS: "4" });
  t.after(served.stop);
  const opened: string[] = [];
  const open = async (name: string, localAddress: string) => {
    const socket = connect({ port: Number(new URL(served.url).port), host: "127.0.0.1", localAddress });
    const closed = once(socket, "close").then(() => opened.splice(opened.indexOf(name), 1));
    const use = async (): Promise<void> => {
      socket.write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
      await Promise.race([once(socket, "data"), once(socket, "close").then(() => assert.fail(`${name} was closed`))]);
    };
    socket.on("error", () => {});
    await once(socket, "connect");
    opened.push(name);
    t.after(() => socket.destroy());
    return { use, closed };
  };
  const first = await open("first", "127.0.0.1");
  await first.use();
  const unused = await open("unused", "127.0.0.1");
  const third = await open("third", "127.0.0.2");
  await third.use();
  await first.use();
  await (await open("fourth", "127.0.0.2")).use();
  // Both addresses have their half, and all are taken.
  await (await open("other", "127.0.0.3")).use();
  await unused.closed;
  await (await open("more", "127.0.0.2")).use();
  await third.closed;
  assert.deepEqual(opened, ["first", "fourth", "other", "more"]);
});

test("§8.1: a connection is idle from the end of its last response, however long that took", async (t) => {
  const blocking = createBlockingResource();
  const served = await serve([blocking.declaration], { MAX_CONNECTIONS: "4", TRUSTED_PROXIES: "127.0.0.0/8" });
  t.after(served.stop);
  const slow = await openConnection(served.url);
  const head = ["POST /api/machines HTTP/1.1", "Host: a", `Authorization: Bearer ${ADMIN_KEY}`, "Content-Length: 12"];
  slow.write(`${[...head, "Content-Type: application/json"].join("\r\n")}\r\n\r\n{"name":"m"}`);
  await blocking.blocked;
  const quick = await openConnection(served.url);
  quick.write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
  await quick.waitFor(/alive/);
  blocking.release();
  await slow.waitFor(/201 Created/);
  for (let busy = 0; busy < 3; busy += 1) await openBusy(served.url, "/api/machines");
  await Promise.race([quick.closed(), slow.closed().then(() => assert.fail("the other one was idle for longer"))]);
});

test("§10.2: the log says once who has the connections, and that it is over once none was refused for a minute", async (t) => {
  mock.timers.enable({ apis: ["setInterval"] });
  t.after(() => mock.timers.reset());
  const lines: { level: number; msg: string; reason?: string; failures?: number }[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const clock = new TestClock();
  // What the application notes of a request, which never gets its response here.
  const server = createServer(({ socket }, raw) => {
    connectionOf(socket).latestReply = { raw } as FastifyReply;
  });
  const reports = { logger, countRefusal: () => {}, countEviction: () => {} };
  limitConnections(server, { maxConnections: 4, writeTimeout: 30, trustedProxies: ["127.0.0.9/32"] }, clock, reports);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const openWaiting = async (localAddress: string) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
    const request = once(server, "request");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await request;
  };
  const pass = (seconds: number) => {
    clock.advance(seconds * 1_000);
    mock.timers.tick(1_000);
  };
  const url = `http://127.0.0.1:${port}`;
  pass(3_600);
  await openWaiting("127.0.0.9");
  await openWaiting("127.0.0.1");
  await openWaiting("127.0.0.1");
  for (let refused = 0; refused < 3; refused += 1) {
    await openRefused(url);
    pass(59);
  }
  const reason = "3 are open, of at most 4, and half of that from one address; most from 127.0.0.1 (2), 127.0.0.9 (1)";
  assert.deepEqual(
    lines.map((line) => [line.msg, line.reason]),
    [["too many connections: further ones are closed at once", reason]],
  );
  pass(1);
  assert.deepEqual([lines.length, lines[1]?.msg, lines[1]?.failures], [2, "connections are accepted again", 3]);
});

test("§8.1: a process that may not open as many files accepts fewer connections, and logs that, and when it refuses some", async (t) => {
  const database = createDatabaseFile();
  t.after(database.remove);
  const within = ["sh", "-c", 'ulimit -n 128 && exec "$@"', "sh"] as const;
  const service = startProgram(
    t,
    { command: [...within, process.execPath, SERVER] },
    {
      ...{ PORT: "0", DATASET: "none", DATABASE_URL: database.url, ADMIN_API_KEY: ADMIN_KEY },
      ...{ BODY_TIMEOUT: "3600", OVERLOAD_LAG_MS: "60000" },
    },
  );
  const url = await service.url;
  // Half of the files are for connections, and half of these for one address.
  for (let busy = 0; busy < 32; busy += 1) await openBusy(url);
  await openRefused(url);
  for (let parts = 0; !service.output().err.includes("too many"); parts += 1) {
    assert.ok(parts < 100, "the log does not say that connections are refused");
    await once(service.process.stderr!, "data");
  }
  service.process.kill("SIGKILL");
  await service.ended;
  const lines = service.output().err.trim().split("\n");
  const [lowered, refused] = lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
  assert.deepEqual([lowered.level, lowered.max_connections, lowered.open_files], [40, 64, 128]);
  assert.match(lowered.msg, /MAX_CONNECTIONS/);
  assert.deepEqual([refused.level, refused.msg], [40, "too many connections: further ones are closed at once"]);
  assert.match(refused.reason, /^32 are open, of at most 64, .* most from 127\.0\.0\.1 \(32\)$/);
});
