/** Proves §11: settings, start, probes and stop of the service as a process. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { readConfig } from "../engine/app/config.ts";
import { SettingError } from "../engine/app/setting-values.ts";
import { VERSION } from "../engine/runtime/package.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";
import { runProgram, SERVER, startServer } from "./support/http/process.ts";
import { openConnection, waitUntilDraining } from "./support/http/raw-http.ts";
import { serveForFile } from "./support/http/serve.ts";

const folder = mkdtempSync(join(tmpdir(), "space-missions-running-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const settings = (name: string) => ({
  PORT: "0",
  DATASET: "none",
  DATABASE_URL: `sqlite:${join(folder, name, "test.db")}`,
});

test("§11.1: the defaults", () => {
  const { adminKey, ...config } = readConfig({}, spaceMissions);
  assert.equal(adminKey, undefined);
  assert.deepEqual(config, {
    name: "space-missions",
    title: "Space Missions API",
    host: "127.0.0.1",
    port: 3000,
    workers: 1,
    workerTimeout: 30,
    database: { sqlite: "var/space-missions.db" },
    dataset: "builtin",
    authentication: true,
    publicRead: true,
    publicHistory: false,
    publicUrl: undefined,
    embedOrigins: [],
    webhookAllowPrivate: false,
    webhooksPerCreator: 100,
    rates: { anonymous: { quota: 6_000, window: 60 }, authenticated: { quota: 30_000, window: 60 } },
    trustedProxies: [],
    pageSizes: { default: 20, max: 100 },
    bodyLimit: 1_048_576,
    bulkBodyLimit: 16_777_216,
    headersTimeout: 10,
    bodyTimeout: 30,
    handlerTimeout: 30,
    writeTimeout: 30,
    maxConnections: 5_000,
    overload: { lag: 1_000, requests: 1_000 },
    slowRequest: 1_000,
    retention: {
      ...{ days: 90, maxEvents: 1_000_000, maxBytes: 1_073_741_824 },
      ...{ historyDays: undefined, securityDays: 400 },
    },
    quiet: false,
    diskSpace: { warnMib: 1_024, minMib: 256 },
    metricsAddress: undefined,
    logLevel: "info",
  });
});

const ILL_FORMED: [name: string, ...values: string[]][] = [
  ["PORT", "http", "-1", "65536", "80.5", "0x50", " 80"],
  [
    "DATABASE_URL",
    ...["mysql://x", "sqlite:", "somewhere", "postgres:", "postgres://", "postgres://host", "postgres://host/"],
    ...["postgres://host:port/db", "postgres://a:b@/db", "postgres://a,/db", "postgres://,a/db", "postgres://h/d b"],
    "postgres://a,b/db?target_session_attrs=standby",
  ],
  ["DATABASE_CONNECTIONS", "0", "many"],
  ["READ_DATABASE_URL", "sqlite:standby.db", "postgres://standby/db"],
  ["WORKERS", "0", "two", "257"],
  ["DATASET", "Builtin", "full"],
  ["ADMIN_API_KEY", "x".repeat(15), "x".repeat(257), "with spaces in it, long", "ключ-администратора"],
  ["AUTH", "OFF", "no"],
  ["PUBLIC_READ", "yes", "0"],
  ["RATE_LIMIT", "yes", "0"],
  ["RATE_LIMIT_ANONYMOUS", "100", "0/60", "100/0", "1.5/60", "-1/60", "100/60s", "1000001/60", "100/86401", "a/b"],
  ["RATE_LIMIT_AUTHENTICATED", "100/", "/60", "1 / 60"],
  ["TRUSTED_PROXIES", "10.0.0.0", "10.0.0.0/33", "10.0.0.0/8;10.0.0.1/32", "proxy.example/8", "::ffff:10.0.0.0/104"],
  ["REDIS_URL", "localhost:6379", "http://localhost", "redis"],
  ["OIDC_ISSUER", "issuer.example", "http://issuer.example", "ftp://issuer.example", "https://issuer.example"],
  ["OIDC_AUDIENCE", "alone"],
  ["OIDC_JWKS_URL", "https://alone.example/jwks"],
  ["PAGE_SIZE_DEFAULT", "0", "101", "many"],
  ["PAGE_SIZE_MAX", "0", "-5"],
  ["BODY_LIMIT", "1MB", "0"],
  ["BULK_BODY_LIMIT", "16MiB"],
  ["WEBHOOKS_PER_CREATOR", "0"],
  ["HISTORY_KEEP_DAYS", "0", "36501", "unlimited", "1.5"],
  ["HEADERS_TIMEOUT", "10s", "0"],
  ["BODY_TIMEOUT", "soon"],
  ["HANDLER_TIMEOUT", "1e3"],
  ["DISK_FREE_WARN_MB", "-1", "1GB"],
  ["DISK_FREE_MIN_MB", "0.5"],
  ["OVERLOAD_LAG_MS", "9", "1s"],
  ["OVERLOAD_REQUESTS", "0", "unbounded"],
  ["SLOW_REQUEST_MS", "-1", "1.5"],
  ["QUIET", "1", "yes"],
  ["LOG_LEVEL", "loud"],
];
for (const [name, ...values] of ILL_FORMED) {
  test(`§11.1: an invalid ${name} is reported in one line that names it`, () => {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [name]: value }, spaceMissions),
        (error: Error) =>
          error instanceof SettingError && error.message.includes(name) && !error.message.includes("\n"),
        value,
      );
    }
  });
}

test("§6.4: history is kept forever unless HISTORY_KEEP_DAYS has a value", () => {
  const days = (HISTORY_KEEP_DAYS?: string) => readConfig({ HISTORY_KEEP_DAYS }, spaceMissions).retention.historyDays;
  assert.deepEqual([days(), days(""), days("1"), days("36500")], [undefined, undefined, 1, 36_500]);
});

test("§11.1: a SQLite database is a file, never in memory", () => {
  for (const path of [":memory:", " :memory:", "/:memory:", "file::memory:?cache=shared", " "])
    assert.throws(() => readConfig({ DATABASE_URL: `sqlite:${path}` }, spaceMissions), {
      message:
        "DATABASE_URL must be sqlite:<path> of a file, not in memory, or postgres://user:password@host:port/database.",
    });
});

test("§11.1: a read replica is a PostgreSQL server for a PostgreSQL database, and no message repeats its password", () => {
  const read = (replica: string, url = "postgres://primary/db") =>
    readConfig({ DATABASE_URL: url, READ_DATABASE_URL: replica }, spaceMissions).database;
  for (const replica of ["postgres://a:5433,b/db", "postgres://a,b/db?target_session_attrs=standby"])
    assert.deepEqual(read(replica), { postgres: "postgres://primary/db", connections: 10, replica });
  for (const replica of [
    "sqlite:x.db",
    "postgres://u:hidden@h",
    "postgres://u:hidden@h/db?target_session_attrs=primary",
  ])
    assert.throws(
      () => read(replica),
      (error: Error) => error.message.startsWith("READ_DATABASE_URL") && !error.message.includes("hidden"),
    );
  assert.throws(
    () => read("postgres://standby/db", "sqlite:x.db"),
    /^Error: READ_DATABASE_URL needs DATABASE_URL to be postgres/,
  );
});

test("§12.12: an http: issuer, and http: keys, are accepted on loopback only", () => {
  const read = (issuer: string, keys = "https://issuer.example/keys") =>
    readConfig({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: "missions", OIDC_JWKS_URL: keys }, spaceMissions).tokens;
  for (const url of [
    "https://issuer.example/realm",
    "http://127.0.0.1:8080",
    "http://localhost/",
    "http://[::1]:1/x",
  ]) {
    assert.deepEqual(read(url, url), { issuer: url, audience: "missions", jwksUrl: url });
  }
  for (const url of ["http://issuer.example", "http://127.0.0.1.evil.example", "http://10.0.0.1", "ftp://localhost"]) {
    assert.throws(() => read(url), /OIDC_ISSUER must be an https: URL/);
    assert.throws(() => read("https://issuer.example", url), /OIDC_JWKS_URL must be an https: URL/);
  }
  assert.throws(() => readConfig({ OIDC_ISSUER: "https://issuer.example" }, spaceMissions), /OIDC_AUDIENCE/);
});

test("§11.1: AUTH=off is refused unless HOST is a loopback address", () => {
  for (const HOST of ["0.0.0.0", "::", "192.168.1.2", "missions.example", "127.0.0.1.evil.example"]) {
    assert.throws(() => readConfig({ AUTH: "off", HOST }, spaceMissions), /AUTH.*loopback/);
  }
  for (const HOST of ["127.0.0.1", "127.1.2.3", "::1", "localhost"]) {
    assert.equal(readConfig({ AUTH: "off", HOST }, spaceMissions).authentication, false);
  }
});

test("§11.1: an invalid setting stops the start: one line, exit 1", async (t) => {
  const command = startServer(t, { ...settings("never"), PORT: "eighty" });
  assert.equal(await command.ended, 1);
  const { out, err } = command.output();
  assert.equal(out, "");
  assert.match(err, /^[^\n]*PORT[^\n]*\n$/);
});

test("§11.1: npm start shows its options, where settings are documented, and its version, instead of starting", async () => {
  const start = (...args: string[]) => runProgram({ command: [process.execPath, SERVER, ...args] }, { PORT: "none" });
  const { code, out, err } = await start("--help");
  assert.deepEqual([code, err], [0, ""]);
  assert.match(
    out,
    /^Usage: npm start -- \[options\]\n\n {2}--with <module> {2}\S.*\n {2}--workers <n> .*\n {2}--quiet /,
  );
  assert.match(out, /docs\/settings\.md.*`npm run cli -- --help`/s);
  assert.deepEqual(await start("--with", "./none.ts", "-h"), { code, out, err });
  for (const option of ["--version", "-V"]) assert.deepEqual(await start(option), { code, out: `${VERSION}\n`, err });
});

test("§11.1: a port that is taken stops the start, and says what to do", async (t) => {
  const taken = createServer().listen(0, "127.0.0.1");
  t.after(() => taken.close());
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const command = startServer(t, { ...settings("taken"), PORT: String(port) });
  assert.equal(await command.ended, 1);
  const message = `Cannot start: 127.0.0.1:${port} is already in use. Set PORT to another port.\n`;
  assert.equal(command.output().err, message);
});

test("§11.1: the first start creates an admin key and prints it once; it is valid after the next start too", async (t) => {
  const first = startServer(t, settings("keys"));
  const url = await first.url;
  const [key, ...others] = first.output().out.match(/smk_[\w-]+/g)!;
  assert.deepEqual(others, [], "only once");
  first.process.kill("SIGTERM");
  assert.equal(await first.ended, 0);
  const second = startServer(t, settings("keys"));
  assert.notEqual(await second.url, "");
  assert.doesNotMatch(second.output().out, /smk_/);
  const headers = { authorization: `Bearer ${key}` };
  const body = JSON.stringify({ id: "mine", name: "My first mission" });
  const made = await fetch(`${await second.url}/api/missions`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  assert.equal(made.status, 201);
  second.process.kill("SIGTERM");
  assert.equal(await second.ended, 0);
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
});

test("§11.2: written records are there after a restart", async (t) => {
  const command = startServer(t, settings("keys"));
  const response = await fetch(`${await command.url}/api/missions/mine`);
  assert.equal(((await response.json()) as { name: string }).name, "My first mission");
  command.process.kill("SIGTERM");
  await command.ended;
});

test("§11.2: SIGTERM drains: running requests finish, new ones are 503 with Retry-After, probes work, then exit 0", async (t) => {
  const command = startServer(t, { ...settings("drain"), ADMIN_API_KEY: "an-admin-key-0123456" });
  const url = await command.url;
  const body = '{"name":"begun before the signal"}';
  const connection = await openConnection(url);
  const head = [
    "POST /api/missions HTTP/1.1",
    "Host: test",
    "Authorization: Bearer an-admin-key-0123456",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Expect: 100-continue",
  ];
  connection.write(`${head.join("\r\n")}\r\n\r\n`);
  await connection.waitFor(/^HTTP\/1\.1 100 /);
  command.process.kill("SIGTERM");
  await waitUntilDraining(url);
  assert.equal((await fetch(`${url}/livez`)).status, 200);
  assert.match(await (await fetch(`${url}/metrics`)).text(), /route="\/readyz",method="GET",status="503"/);
  const late = await fetch(`${url}/api`);
  assert.equal(late.status, 503);
  // §8.2: on every answer.
  assert.match(late.headers.get("ratelimit")!, /^"anonymous";r=\d+;t=\d+$/);
  connection.write(`${body}GET /readyz HTTP/1.1\r\nHost: test\r\n\r\n`);
  await connection.waitFor(/HTTP\/1\.1 201 /);
  const answers = await connection.waitFor(/HTTP\/1\.1 503 [\s\S]*"status":503/);
  assert.match(answers, /retry-after: \d+\r\n[\s\S]*"type":"\/problems\/unavailable"/i);
  assert.equal(await command.ended, 0);
});

const served = await serveForFile();

test("§10.2: /livez and /readyz are 200 for anyone", async () => {
  for (const path of ["/livez", "/readyz"]) {
    for (const credential of [false, "not-a-key"] as const)
      assert.equal((await served.get(path, { credential })).status, 200);
    assert.equal((await served.request("HEAD", path)).status, 200);
    assert.equal((await served.post(path, {})).status, 405);
  }
});

/** Settings, and two of the example requests that the start prints with them: both must be 200. */
const STARTS: [settings: Record<string, string>, pattern: RegExp][] = [
  [{ PUBLIC_READ: "false" }, /curl '(\S+\/api)' -H "(Authorization): (Bearer \$KEY)"/],
  [{ AUTH: "off" }, /curl '(\S+\/api)'\n/],
];

for (const [at, [set, pattern]] of STARTS.entries()) {
  test(`§11.1: the example requests that a start prints work with its settings: ${JSON.stringify(set)}`, async (t) => {
    const command = startServer(t, { ...settings(`start-${at}`), ...set });
    await command.url;
    const { out } = command.output();
    const [, url, name, value = ""] = pattern.exec(out) ?? [];
    assert.ok(url, out);
    const [key = ""] = /smk_[\w-]+/.exec(out) ?? [];
    assert.equal((await fetch(url, name ? { headers: { [name]: value.replace("$KEY", key) } } : {})).status, 200);
  });
}

test("§11.2: a service that npm started ends when the shell between them is ended", async () => {
  const script = `'${process.execPath}' '${SERVER}'; exit`;
  const env = { ...process.env, npm_lifecycle_event: "start", ...settings("npm") };
  const shell = spawn("/bin/sh", ["-c", script], { env, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: shell.stdout });
  for await (const line of lines) {
    const [url] = /http:\/\/\S+:\d+/.exec(line) ?? [];
    if (!url || !line.includes("curl -X POST")) continue;
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    shell.kill("SIGTERM");
  }
  // The service held the other end of the pipe, until it ended.
  assert.equal(shell.signalCode, "SIGTERM");
});
