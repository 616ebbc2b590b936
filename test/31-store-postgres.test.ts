/** Proves that PostgreSQL keeps the store's contract; without a server, that its dialect does on PGlite. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe } from "node:test";
import { catalog } from "../engine/resource/catalog.ts";
import type { OpenDatabase } from "../engine/store/database.ts";
import { openStore } from "../engine/store/open-store.ts";
import { openPostgres } from "../engine/store/postgres/database.ts";
import { storeContract } from "./31-store-contract.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { createSchema, skipWithoutPostgres } from "./support/store/databases.ts";
import { openPglite } from "./support/store/pglite.ts";

const NO_SERVER = await skipWithoutPostgres();

describe("architecture, two stores: PostgreSQL keeps the contract", { skip: NO_SERVER }, async () => {
  const clock = new TestClock();
  const resources = catalog(secondDomain);
  const schema = NO_SERVER ? undefined : await createSchema();
  after(() => schema?.remove());
  const open: OpenDatabase = (hooks) =>
    openPostgres(schema!.url, { name: "space-missions", readConnections: 4, statementTimeoutMs: 10_000 }, hooks);
  storeContract(() => openStore(open, { catalog: resources, clock }), clock);
});

describe("architecture, two stores: the dialect keeps the contract without a server", () => {
  const clock = new TestClock();
  const resources = catalog(secondDomain);
  const folder = mkdtempSync(join(tmpdir(), "space-missions-pglite-"));
  after(() => rmSync(folder, { recursive: true }));
  const open: OpenDatabase = (hooks) => openPglite(join(folder, "data"), hooks);
  storeContract(() => openStore(open, { catalog: resources, clock }), clock);
});
