/** Proves that searches on PostgreSQL work without the extension `pg_trgm`, and that the log says so. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { removeAtExit } from "./support/cleanup.ts";
import { startServer } from "./support/http/process.ts";
import { createServerDatabase, POSTGRES, runSql, skipWithoutPostgres } from "./support/store/databases.ts";

const KEY = "an-admin-key-of-this-test";
const INDEXES = "SELECT indexname FROM pg_indexes WHERE indexname ~ '^missions_texts_'";

test("§4.5, §11.1: a database that must not create pg_trgm is searched as well, and one line at start says so", {
  skip: await skipWithoutPostgres(),
}, async (t) => {
  const database = await createServerDatabase();
  const role = `role_${randomUUID().replaceAll("-", "")}`;
  const drop = `DROP ROLE IF EXISTS ${role}`;
  const unregister = removeAtExit({ sql: drop, url: POSTGRES });
  t.after(async () => {
    await database.remove();
    await runSql(drop);
    unregister();
  });
  await runSql(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; CREATE SCHEMA own AUTHORIZATION ${role}`, database.url);
  const url = new URL(database.url);
  [url.username, url.password] = [role, "secret"];
  url.searchParams.set("options", "-c search_path=own");
  const settings = { DATABASE_URL: url.href, PORT: "0", DATASET: "none", ADMIN_API_KEY: KEY };

  const start = async () => {
    const service = startServer(t, settings);
    const path = `${await service.url}/api/missions`;
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
    await fetch(`${path}/m`, { method: "PUT", headers, body: JSON.stringify({ name: "Юрий" }) });
    const { missions } = (await (await fetch(`${path}?search=рий`)).json()) as { missions: { id: string }[] };
    assert.deepEqual(
      missions.map(({ id }) => id),
      ["m"],
    );
    service.process.kill();
    await service.ended;
    const { out, err } = service.output();
    return (out + err).split("\n").filter((line) => line.includes("pg_trgm"));
  };

  const lines = await start();
  assert.equal(lines.length, 1, lines.join("\n"));
  assert.match(lines[0]!, /permission denied to create extension.*searches read all records/);
  assert.equal((await runSql(INDEXES, database.url)).rows.length, 0);
  await runSql("CREATE EXTENSION pg_trgm", database.url);
  assert.deepEqual(await start(), []);
  assert.equal((await runSql(INDEXES, database.url)).rows.length, 1);
});
