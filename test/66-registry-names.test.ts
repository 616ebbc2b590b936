/** Proves that the engine has no names of its own: those of another registry stand wherever a service says who it is. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import pg from "pg";
import { runCommandLine } from "../cli/program.ts";
import { domainWords } from "./support/documents/house-rules.ts";
import { wordsOf } from "./support/documents/source-files.ts";
import { BUILT_IN_SERVER } from "./support/domain/built-in.ts";
import { academia } from "./support/domain/second-domain.ts";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { startProgram } from "./support/http/process.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";
import { createServerDatabase, skipWithoutPostgres } from "./support/store/databases.ts";
import { isRedisAvailable, REDIS_URL } from "./support/store/redis.ts";

const ACADEMIA = fileURLToPath(new URL("support/domain/academia.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "registry-names-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function startAcademia(t: TestContext, settings: Record<string, string>) {
  const program = { command: [process.execPath, BUILT_IN_SERVER, "--with", ACADEMIA], folder } as const;
  return startProgram(t, program, { PORT: "0", ADMIN_API_KEY: ADMIN_KEY, LOG_LEVEL: "warn", ...settings });
}

/** Creates a record. @returns the status */
async function post(url: string, list: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };
  return (await fetch(`${url}/api/${list}`, { method: "POST", headers, body: JSON.stringify(body) })).status;
}

/** Asserts that a text does not speak of the built-in domain. */
function assertForeign(text: string): void {
  const words = wordsOf(text.replaceAll(/\bspace-missions-api\b|\bSPACE_MISSIONS_\w+/g, ""));
  assert.deepEqual(
    domainWords().filter((word) => words.has(word)),
    [],
  );
}

test("architecture, layout: a service of another registry has its names, and its own database by default", async (t) => {
  const service = startAcademia(t, {});
  const url = await service.url;
  assert.match(service.output().out, new RegExp(`^\n?Academia & Co listens on ${url}\n`));
  assertForeign(service.output().out);
  assert.ok(existsSync(join(folder, "var", "academia.db")));
  const get = async (path: string) => (await fetch(`${url}${path}`)).text();
  assert.equal(JSON.parse(await get("/api")).name, "Academia & Co");
  assert.equal(JSON.parse(await get("/openapi.json")).info.title, "Academia & Co");
  assert.match(await get("/docs"), /<title>Academia &#38; Co: reference<.*<h1>Academia &#38; Co</s);
  const { status, headers } = await fetch(`${url}/api/universities`, { method: "POST" });
  assert.deepEqual([status, headers.get("www-authenticate")], [401, 'Bearer realm="academia"']);
});

test("§6.3: webhooks name the service that sends them", async (t) => {
  const receiver = await startReceiver();
  const service = startAcademia(t, { DATABASE_URL: "sqlite:webhooks.db", WEBHOOK_ALLOW_PRIVATE: "true" });
  const url = await service.url;
  assert.equal(await post(url, "webhooks", { url: receiver.url, event_types: ["university.*"] }), 201);
  assert.equal(await post(url, "universities", { name: "Nova" }), 201);
  await receiver.until(() => receiver.received.length > 0);
  assert.equal(receiver.received[0]!.headers["user-agent"], "academia-webhooks");
});

test("§8.2: services of different names do not share limits in Redis", {
  skip: (await isRedisAvailable()) ? false : "no Redis here",
}, async (t) => {
  const rate = `${300 + (process.pid % 100)}/86400`;
  const redis = new Redis(REDIS_URL);
  t.after(() => redis.disconnect());
  const settings = { DATABASE_URL: "sqlite:limits.db", REDIS_URL, RATE_LIMIT_ANONYMOUS: rate };
  const url = await startAcademia(t, settings).url;
  await fetch(`${url}/api`);
  const keys = await redis.keys(`*:limit:anonymous:${rate}:*`);
  await redis.del(...keys);
  assert.deepEqual(
    keys.map((key) => key.split(":", 1)[0]),
    ["academia"],
  );
});

test("architecture, two stores: on a server, its connections, lock and channel have the name of the service", {
  skip: await skipWithoutPostgres(),
}, async (t) => {
  await using database = await createServerDatabase();
  const url = await startAcademia(t, { DATABASE_URL: database.url }).url;
  const client = new pg.Client({ connectionString: database.url });
  t.after(() => client.end());
  client.on("error", () => {});
  await client.connect();
  const query = async (text: string) => (await client.query(text)).rows;
  assert.deepEqual(
    await query(
      "SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    ),
    [{ name: "academia" }],
  );
  const [{ channel }] = await query("SELECT 'academia ' || md5('public') AS channel");
  await query(`LISTEN "${channel}"`);
  const notified = once(client, "notification");
  await query("SELECT pg_advisory_lock(hashtextextended('academia public', 0))");
  const created = post(url, "universities", { name: "Nova" });
  // The write waits for the lock.
  while ((await query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).length === 0);
  await query("SELECT pg_advisory_unlock_all()");
  assert.equal(await created, 201);
  await notified;
});

test("architecture, layout: the command line of another registry has its scopes, its database and no foreign examples", async () => {
  const { log, error } = console;
  const lines: string[] = [];
  Object.assign(console, { log: (line: string) => void lines.push(line), error: () => {} });
  try {
    for (const command of [[], ["keys", "create"], ["get"], ["import"], ["events", "purge"], ["migrate"]])
      await runCommandLine(academia, "academia", [...command, "--help"]);
  } finally {
    Object.assign(console, { log, error });
  }
  const text = lines.join("\n");
  assert.match(text, /sqlite:var\/academia\.db/);
  assert.match(text, /universities:write/);
  assertForeign(text);
});
