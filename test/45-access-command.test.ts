/** Proves `npm run cli -- keys` (§5) beside a running service, and that no secret is ever logged. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import Database from "better-sqlite3";
import { runCli, startServer } from "./support/http/process.ts";
import { sendBytes } from "./support/http/raw-http.ts";
import type { Body } from "./support/http/serve.ts";

const folder = mkdtempSync(join(tmpdir(), "space-missions-cli-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const settingsOf = (name: string) => ({ DATABASE_URL: `sqlite:${join(folder, `${name}.db`)}` });

const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });

test("§5.5: the command creates, lists and revokes keys, with effect on a running service at once", async (t) => {
  const settings = settingsOf("running");
  const service = startServer(t, { ...settings, PORT: "0", DATASET: "none", PUBLIC_READ: "false" });
  const url = await service.url;
  const get = async (secret: string) => (await fetch(`${url}/api/missions`, bearer(secret))).status;

  const made = await runCli(
    settings,
    "keys",
    "create",
    "--name",
    "CI of mine",
    "--scope",
    "missions:read",
    "planets:write",
  );
  assert.deepEqual([made.code, made.out], [0, `${made.out.trim()}\n`], made.err);
  const secret = made.out.trim();
  assert.match(secret, /^smk_[A-Za-z0-9_-]{43}$/);
  const [, id = ""] = /^Secret of the key (\S+),/.exec(made.err) ?? [];
  assert.equal(await get(secret), 200);

  const listed = await runCli(settings, "keys", "list");
  const [line = "", ...others] = listed.out.trimEnd().split("\n");
  assert.deepEqual(others, []);
  for (const word of [id, "CI of mine", "missions:read planets:write", "expires never", "last used "])
    assert.ok(line.includes(word), line);
  assert.ok(!listed.out.includes(secret));
  const [shown, ...more] = JSON.parse((await runCli(settings, "keys", "list", "--json")).out);
  assert.deepEqual(
    [shown.id, shown.name, shown.scopes, more],
    [id, "CI of mine", ["missions:read", "planets:write"], []],
  );
  assert.equal(JSON.stringify(shown).includes("smk_"), false);

  const revoked = await runCli(settings, "keys", "revoke", id);
  assert.deepEqual([revoked.code, revoked.out], [0, ""], revoked.err);
  assert.equal(await get(secret), 401);
  assert.equal((await runCli(settings, "keys", "list")).out, "");
  assert.equal((await runCli(settings, "keys", "list", "--json")).out, "[]\n");
});

test("§5.5: a key created before the first start does not prevent the built-in data from loading", async (t) => {
  const settings = settingsOf("before");
  const { out } = await runCli(settings, "keys", "create", "--name", "early", "--scope", "admin");
  const service = startServer(t, { ...settings, PORT: "0" });
  const url = await service.url;
  const { total_count: total } = (await (await fetch(`${url}/api/missions`, bearer(out.trim()))).json()) as Body;
  assert.ok(total > 100);
});

test("§1: GET /api says as of which day the built-in data is and when it was stored, and nothing without that data", async (t) => {
  const entryOf = async (settings: Record<string, string>) => {
    const url = await startServer(t, { ...settings, PORT: "0" }).url;
    const get = async (path: string) => (await (await fetch(url + path)).json()) as Body;
    return { get, entry: await get("/api") };
  };
  const { entry, get } = await entryOf(settingsOf("filled"));
  assert.match(entry.data_as_of, /^20\d\d-\d\d-\d\d$/);
  const { missions } = await get("/api/missions?sort=updated_at:desc&limit=1&fields=updated_at");
  assert.equal(entry.data_stored_at, missions[0].updated_at);
  const { entry: empty } = await entryOf({ ...settingsOf("empty"), DATASET: "none" });
  assert.deepEqual([empty.data_as_of, empty.data_stored_at], [undefined, undefined]);
});

const [REFUSED, USAGE] = [1, 2];
const WRONG: [name: string, given: string[], exitCode: number, message: RegExp][] = [
  ["an unknown scope", ["create", "--name", "x", "--scope", "moon:land"], USAGE, /--scope: .*missions:write/],
  ["a time that is none", ["create", "--name", "x", "--scope", "admin", "--expires", "soon"], USAGE, /--expires: /],
  [
    "a time that is past",
    ["create", "--name", "x", "--scope", "admin", "--expires", "2001-01-01T00:00:00Z"],
    REFUSED,
    /expires/,
  ],
  ["no name", ["create", "--scope", "admin"], USAGE, /--name/],
  ["no scope", ["create", "--name", "x"], USAGE, /--scope/],
  ["a key that is not there", ["revoke", "nobody"], REFUSED, /There is no such API key/],
  ["a text that is empty", ["create", "--name", "", "--scope", "admin"], USAGE, /^error: --name: The text is empty/],
  ["a command that is none", ["shred"], USAGE, /Unknown command 'shred'\.\n/],
  ["a command that is misspelled", ["crate"], USAGE, /Unknown command 'crate'\. Did you mean create\?\n/],
];

for (const [name, given, exitCode, message] of WRONG) {
  test(`§5.5: the command reports an error in one line: ${name}`, async () => {
    const { code, out, err } = await runCli(settingsOf("wrong"), "keys", ...given);
    assert.deepEqual([code, out], [exitCode, ""]);
    assert.match(err, message);
    assert.match(err, /^error: [^\n]+\n$/);
  });
}

test("§11.1: the command reads the same settings, and names an invalid one", async () => {
  const { code, err } = await runCli({ DATABASE_URL: "mysql://x" }, "keys", "list");
  assert.deepEqual([code, err.split("\n").length], [1, 2], err);
  assert.match(err, /^error: DATABASE_URL/);
});

test("§5.5: --help lists every command and scope", async () => {
  const { code, out } = await runCli({}, "keys", "--help");
  assert.equal(code, 0);
  for (const word of ["create", "list", "revoke"]) assert.ok(out.includes(word));
  const create = (await runCli({}, "keys", "create", "--help")).out.replaceAll(/\s+/g, " ");
  for (const word of ["--name", "--scope", "--expires", "medical:write", "admin"])
    assert.ok(create.includes(word), word);
});

test("§5.5: no secret is logged, even at trace level, whatever is sent", async (t) => {
  const adminKey = "a-very-secret-admin-key-42";
  const service = startServer(t, {
    ...settingsOf("log"),
    PORT: "0",
    DATASET: "none",
    LOG_LEVEL: "trace",
    ADMIN_API_KEY: adminKey,
    // The issuer is down: requests with a token fail, and are logged.
    OIDC_ISSUER: "http://127.0.0.1:1",
    OIDC_AUDIENCE: "https://api.example",
  });
  const url = await service.url;
  const send = (method: string, path: string, secret: string, body?: string) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
    });
  const made = await send("POST", "/api/api-keys", adminKey, '{"name":"n","scopes":["missions:write"]}');
  const { secret } = (await made.json()) as Body;
  const wrong = "smk_wrong-secret-of-a-caller";
  const token = [{ alg: "ES256", kid: "k" }, { sub: "caller" }, "signed-by-nobody"]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  for (const key of [adminKey, secret, wrong, token]) {
    for (const [method, path, body] of [
      ["GET", "/api/missions"],
      ["GET", "/api/api-keys"],
      ["POST", "/api/missions", '{"name":"M"}'],
      ["POST", "/api/missions", "{not json"],
      ["POST", "/api/missions", "{}"],
      ["DELETE", "/api/astronauts/x"],
      ["GET", "/api/%zz"],
      ["GET", "/nowhere"],
    ] as const)
      await (await send(method, path, key, body)).text();
    for (const raw of [
      `GET /api HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nbroken header\r\n\r\n`,
      `GET /api HTTP/9.9\r\nAuthorization: Bearer ${key}\r\n\r\n`,
      `POST /api/missions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ])
      await sendBytes(url, raw);
  }
  // A failure is logged with its details.
  const database = new Database(join(folder, "log.db"));
  database.exec("DROP TABLE missions");
  database.close();
  for (const key of [adminKey, secret])
    assert.equal((await send("POST", "/api/missions", key, '{"name":"M"}')).status, 500);
  service.process.kill("SIGTERM");
  assert.equal(await service.ended, 0);
  const { out, err } = service.output();
  assert.ok(!err.includes("Bearer") && !err.includes("uthorization"));
  assert.match(err, /"level":50.*request failed/);
  assert.match(err, /issuer are currently unavailable/);
  for (const word of [adminKey, secret, wrong, secret.slice(4), token, token.split(".")[2]!])
    assert.ok(!out.includes(word) && !err.includes(word), word);
});

test("§5.5: the command refuses a database that does not exist, instead of creating one under a mistyped name", async () => {
  const path = join(folder, "mistyped.db");
  for (const given of [
    ["keys", "list"],
    ["keys", "revoke", "some"],
    ["backup", `${path}.copy`],
  ]) {
    const { code, err } = await runCli({ DATABASE_URL: `sqlite:${path}` }, ...given);
    assert.deepEqual([code, err], [1, `error: DATABASE_URL: there is no database at ${path}.\n`], given.join(" "));
  }
  assert.equal(existsSync(path), false);
});

test("§5.5: the command's help names every scope that a key can have", async () => {
  const { out } = await runCli({}, "keys", "create", "--help");
  for (const scope of ["missions:write", "medical:read", "events:read", "webhooks:write", "admin"])
    assert.ok(out.includes(scope), scope);
});
