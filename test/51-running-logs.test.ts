/** Proves §10.2 on logs: lines of JSON about failures and slow requests, with their trace. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import pg from "pg";
import packageJson from "../package.json" with { type: "json" };
import { SERVER, startProgram, startServer } from "./support/http/process.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres } from "./support/store/databases.ts";

const KEY = "an-admin-key-0123456";

// biome-ignore lint/suspicious/noExplicitAny: a test reads any part of the line
type Line = any;

interface Asked {
  readonly path: string;
  readonly headers?: Record<string, string>;
}

/** Sends requests to a new service, stops it, and returns its log. */
async function logged(t: Parameters<typeof startServer>[0], settings: Record<string, string>, asked: readonly Asked[]) {
  const database = createDatabaseFile();
  t.after(database.remove);
  const command = startServer(t, {
    PORT: "0",
    DATASET: "none",
    DATABASE_URL: database.url,
    ADMIN_API_KEY: KEY,
    ...settings,
  });
  const url = await command.url;
  for (const { path, headers = {} } of asked) await (await fetch(`${url}${path}`, { headers })).text();
  command.process.kill("SIGTERM");
  assert.equal(await command.ended, 0);
  return { text: command.output().err, lines: command.news() as Line[] };
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
/** Values of traceparent, and the ids that are logged: W3C Trace Context §3.2 says which to ignore. */
const TRACES: [traceparent: string, taken: boolean][] = [
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, true],
  [`cc-${TRACE}-${SPAN}-01`, true],
  [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, true],
  [`00-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, false],
  [`cc-${TRACE}-${SPAN}-01.what`, false],
  [`ff-${TRACE}-${SPAN}-01`, false],
  [`00-${"0".repeat(32)}-${SPAN}-01`, false],
  [`00-${TRACE}-${"0".repeat(16)}-01`, false],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, false],
  [`00-${TRACE}-${SPAN}`, false],
  [`00-${TRACE.slice(1)}-${SPAN}-01`, false],
  ["", false],
  [TRACE, false],
];

test("§10.2: with SLOW_REQUEST_MS=0 every request is a line of JSON, with the ids of its trace where they are well-formed", async (t) => {
  const asked = TRACES.map(([traceparent], at) => ({
    path: `/api/missions/m-${at}?fields=name`,
    headers: { traceparent, "x-request-id": `r-${at}`, authorization: `Bearer ${KEY}` },
  }));
  const { text, lines } = await logged(t, { SLOW_REQUEST_MS: "0" }, asked);
  assert.equal(lines.length, asked.length);
  for (const [at, [traceparent, taken]] of TRACES.entries()) {
    const { time, pid, hostname, duration_ms, ...line } = lines.find(({ request_id }) => request_id === `r-${at}`);
    assert.ok(duration_ms >= 0);
    const who = { client: "127.0.0.1", caller: "admin" };
    const common = { level: 30, request_id: `r-${at}`, method: "GET", status: 404, msg: "request completed", ...who };
    const ids = taken ? { trace_id: TRACE, span_id: SPAN } : {};
    assert.deepEqual(line, { ...common, url: `/api/missions/m-${at}?fields=name`, ...ids }, traceparent);
  }
  assert.ok(!text.includes(KEY));
});

test("§10.2: without it, fast requests are not logged", async (t) => {
  const { lines } = await logged(t, { SLOW_REQUEST_MS: "3600000" }, [
    { path: "/api" },
    { path: "/api/missions/nobody" },
  ]);
  assert.deepEqual(lines, []);
});

for (const workers of ["1", "2"])
  test(`§10.2: start, drain and stop are lines of JSON, with ${workers} of WORKERS`, async (t) => {
    // No request is slow, however busy the machine is.
    const { text } = await logged(t, { WORKERS: workers, SLOW_REQUEST_MS: "3600000" }, [{ path: "/api" }]);
    const lines: Line[] = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ level, msg }) => [level, msg]),
      [
        [30, "listening"],
        [30, "draining"],
        [30, "stopped"],
      ],
    );
    const [{ address, version, workers: count }, { reason }] = [lines[0], lines[1]];
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.deepEqual([version, count, reason], [packageJson.version, Number(workers), "SIGTERM"]);
  });

test("§10.2: lines about requests name the client and the caller, behind a trusted proxy the client that it names", async (t) => {
  const database = createDatabaseFile();
  t.after(database.remove);
  const settings = { PORT: "0", DATASET: "none", DATABASE_URL: database.url, ADMIN_API_KEY: KEY, SLOW_REQUEST_MS: "0" };
  const command = startServer(t, { ...settings, TRUSTED_PROXIES: "127.0.0.0/8" });
  const url = await command.url;
  const send = (credential: string | undefined, forwarded: string, init: RequestInit = {}) => {
    const authorization = credential && { authorization: `Bearer ${credential}` };
    const headers = { "content-type": "application/json", "x-forwarded-for": forwarded, ...authorization };
    return fetch(`${url}/api/api-keys`, { ...init, headers });
  };
  const made = await send(KEY, "203.0.113.7", {
    method: "POST",
    body: JSON.stringify({ name: "K", scopes: ["missions:write"] }),
  });
  const { id, secret } = (await made.json()) as Line;
  assert.equal((await send(secret, "203.0.113.8, 127.0.0.1")).status, 403);
  assert.equal((await send(undefined, "2001:db8::1")).status, 401);
  assert.equal((await send("smk_of-nobody", "203.0.113.9")).status, 401);
  command.process.kill("SIGTERM");
  assert.equal(await command.ended, 0);
  assert.deepEqual(
    command.news().map(({ status, client, caller }) => [status, client, caller]),
    [
      [201, "203.0.113.7", "admin"],
      [403, "203.0.113.8", `key:${id}`],
      [401, "2001:db8:0:0::/64", "anonymous"],
      [401, "203.0.113.9", "anonymous"],
    ],
  );
});

test("§10.2: a client that leaves before the response to a long array does not count as a failure; the array is created", async (t) => {
  const database = createDatabaseFile();
  t.after(database.remove);
  const settings = { PORT: "0", DATASET: "none", DATABASE_URL: database.url, ADMIN_API_KEY: KEY };
  // While the array is being handled, other requests are refused, which is no failure.
  const command = startServer(t, { ...settings, OVERLOAD_REQUESTS: "1", LOG_LEVEL: "error" });
  const url = await command.url;
  const send = (path: string, body: unknown, signal?: AbortSignal) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: signal ?? null,
    });
  await send("/api/missions", { id: "m", name: "M" });
  const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  const read = async (path: string) => (await (await fetch(`${url}${path}`)).json()) as Line;
  const leaving = new AbortController();
  const left = send("/api/missions/m/data", Array(10_000).fill(sample), leaving.signal);
  while ((await fetch(`${url}/api`)).status === 200);
  leaving.abort();
  await assert.rejects(left, { name: "AbortError" });
  const total = async (): Promise<number | undefined> => (await read("/api/missions/m/data?limit=1")).total_count;
  while (!(await total()));
  while ((await send("/api/missions/m/data", Array(1_000).fill(sample))).status === 503);
  while ((await total()) === undefined);
  assert.equal(await total(), 11_000);
  command.process.kill("SIGTERM");
  assert.equal(await command.ended, 0);
  assert.deepEqual(command.news(), []);
});

test("§10.2: a log whose disk is full stops nothing, neither requests nor the end of the process", {
  skip: existsSync("/dev/full") ? false : "no /dev/full",
}, async (t) => {
  const database = createDatabaseFile();
  t.after(database.remove);
  const command = startProgram(
    t,
    { command: ["sh", "-c", 'exec "$0" "$@" 2>/dev/full', process.execPath, SERVER] },
    {
      PORT: "0",
      DATASET: "none",
      DATABASE_URL: database.url,
      ADMIN_API_KEY: KEY,
      SLOW_REQUEST_MS: "0",
      OVERLOAD_LAG_MS: "60000",
    },
  );
  const url = await command.url;
  for (let sent = 0; sent < 20; sent += 1) assert.equal((await fetch(`${url}/api/missions`)).status, 200);
  command.process.kill("SIGTERM");
  assert.equal(await command.ended, 0);
});

test("§7.1: an error of PostgreSQL is logged with its reason, and without the record", {
  skip: await skipWithoutPostgres(),
}, async (t) => {
  const { url: databaseUrl, remove } = await createSchema();
  t.after(remove);
  const command = startServer(t, { PORT: "0", DATASET: "none", DATABASE_URL: databaseUrl, ADMIN_API_KEY: KEY });
  const url = await command.url;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // A constraint of an operator: the message names it, and PostgreSQL adds the whole row.
  await client.query("ALTER TABLE medical ADD CONSTRAINT well CHECK (fitness = 'fit')");
  await client.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'the disk of the test is full' USING ERRCODE = 'disk_full', DETAIL = NEW.kind; END $$`);
  await client.query(
    "CREATE TRIGGER fail BEFORE INSERT ON medical FOR EACH ROW WHEN (NEW.id = 'full') EXECUTE FUNCTION fail()",
  );
  await client.end();
  const put = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  assert.equal((await put("/api/astronauts/a", { name: "Ann" })).status, 201);
  const examination = { examined_on: "1977-07-07", kind: "Confidential-kind", fitness: "unfit" };
  assert.equal((await put("/api/astronauts/a/medical/x", examination)).status, 500);
  const full = await put("/api/astronauts/a/medical/full", examination);
  assert.equal(full.status, 507);
  assert.doesNotMatch(await full.text(), /disk of the test/);
  command.process.kill("SIGTERM");
  assert.equal(await command.ended, 0);
  const { err } = command.output();
  assert.match(err, /"level":50.*violates check constraint/);
  assert.match(err, /"level":50.*"reason":"the disk of the test is full","msg":"the database is unavailable/);
  assert.doesNotMatch(err, /confidential|1977-07-07/i);
});
