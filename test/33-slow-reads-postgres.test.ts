/** Proves what PostgreSQL promises of slow reads. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import sql from "sql-template-tag";
import { openPostgres } from "../engine/store/postgres/database.ts";
import { slowReadContract } from "./33-slow-reads-contract.ts";
import { createSchema, skipWithoutPostgres } from "./support/store/databases.ts";

const settings = { name: "space-missions", readConnections: 4, statementTimeoutMs: 60_000 };

describe("architecture, slow reads: PostgreSQL", { skip: await skipWithoutPostgres() }, () => {
  slowReadContract(async () => {
    const { url } = await createSchema();
    const database = await openPostgres(url, settings);
    await database.exclusive((session) => session.run(sql`CREATE TABLE things (n INTEGER)`));
    return database;
  }, sql`SELECT pg_sleep(60)`);

  test("architecture, slow reads: PostgreSQL does not compile them, which cancelling would not interrupt", async () => {
    const { url, remove } = await createSchema();
    const database = await openPostgres(url, settings);
    const [row] = await database.slowReader({ client: "any" }).all(sql`SELECT current_setting('jit') AS jit`);
    await database.close();
    await remove();
    assert.equal(row?.jit, "off");
  });
});
