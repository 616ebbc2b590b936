/** Proves that PostgreSQL's absence is one line in the log when it goes and one when it is back, however many requests fail. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startServer } from "./support/http/process.ts";
import { ADMIN_KEY, type Body } from "./support/http/serve.ts";
import { createServerDatabase, runSql, skipWithoutPostgres } from "./support/store/databases.ts";

test("§10.2: while PostgreSQL is away, /readyz says why, and the log has one line; one more when it is back, with counts", {
  skip: await skipWithoutPostgres(),
}, async (t) => {
  const { name, url: databaseUrl, remove } = await createServerDatabase();
  t.after(remove);
  const settings = { DATABASE_URL: databaseUrl, DATASET: "none", PORT: "0", ADMIN_API_KEY: ADMIN_KEY };
  const command = startServer(t, { ...settings, RATE_LIMIT: "off", SLOW_REQUEST_MS: "3600000" });
  const url = await command.url;
  const send = async (method: string, path: string, body?: object): Promise<{ status: number; body: Body }> => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };
    const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return { status: response.status, body: await response.json() };
  };
  const put = (id: string) => send("PUT", `/api/missions/${id}`, { name: id });
  assert.equal((await put("before")).status, 201);
  const become = async (change: string) => {
    await runSql(`ALTER DATABASE ${name} ${change}`);
    await runSql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  };
  await become("ALLOW_CONNECTIONS false");
  const requests = Array.from({ length: 40 }, (_, at) => [put(`m-${at}`), send("GET", `/api/missions?page=${at + 1}`)]);
  for (const { status } of await Promise.all(requests.flat())) assert.equal(status, 503);
  const ready = await send("GET", "/readyz");
  assert.equal(ready.status, 503);
  assert.match(ready.body.detail, /^The database cannot be (read|written): it cannot be reached\.$/);
  await become("ALLOW_CONNECTIONS true");
  while ((await send("GET", "/readyz")).status !== 200);
  assert.equal((await put("after")).status, 201);
  command.process.kill("SIGTERM");
  assert.equal(await command.ended, 0);
  const lines: Body[] = command.news();
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [
      [50, "the database is unavailable: requests that need it get 503, or 507 if its disk is full"],
      [30, "the database is available again"],
    ],
  );
  // Of calls of the database, which many requests share.
  assert.ok(lines[1]!.failures >= 1);
});
