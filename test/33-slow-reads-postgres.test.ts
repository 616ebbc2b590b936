/** Proves what PostgreSQL promises of slow reads. */
import { describe } from "node:test";
import sql from "sql-template-tag";
import { openPostgres } from "../engine/store/postgres/database.ts";
import { slowReadContract } from "./33-slow-reads-contract.ts";
import { createSchema, skipWithoutPostgres } from "./support/store/databases.ts";

describe("architecture, slow reads: PostgreSQL", { skip: await skipWithoutPostgres() }, () => {
  slowReadContract(async () => {
    const { url } = await createSchema();
    const database = await openPostgres(url, {
      name: "space-missions",
      readConnections: 4,
      statementTimeoutMs: 60_000,
    });
    await database.exclusive((session) => session.run(sql`CREATE TABLE things (n INTEGER)`));
    return database;
  }, sql`SELECT pg_sleep(60)`);
});
