/** Proves that a database belongs to its registry: no other one touches it, and nothing that it holds is lost without being named (§11.3). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadRegistry } from "../engine/app/registry/load.ts";
import type { Registry } from "../engine/declare/registry/registry.ts";
import { type Serving, serve } from "../index.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";
import { NEVER_OVERLOADED } from "./support/http/process.ts";
import { ADMIN_KEY, type Body } from "./support/http/serve.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres, type TestDatabase } from "./support/store/databases.ts";

const folder = temporaryFolder();

/** Loads a registry with these parts from a module of its own. */
function registryOf(name: string, parts: string): Promise<Registry> {
  const code = `import { collection, fields, registry } from "space-missions-api";
    const rockets = collection("rockets", { one: "rocket", about: "Rockets.", fields: { name: fields.text() } });
    export default registry({ ${parts} });`;
  return loadRegistry(folder.write(name, code), spaceMissions);
}

const PARTS = "resources: [rockets], extend: { missions: { fields: { budget_usd: fields.decimal() } } }";
const extending = await registryOf("extending.ts", PARTS);
const moved = await registryOf("moved.ts", PARTS);
const named = await registryOf("named.ts", `name: "our-missions", ${PARTS}`);
const reduced = await registryOf("reduced.ts", `resources: [rockets]`);
const alone = await registryOf("alone.ts", `builtin: false, name: "rocketry", title: "Rocketry", resources: [rockets]`);

const settingsOf = ({ url }: TestDatabase) => ({
  ...{
    DATABASE_URL: url,
    PORT: "0",
    DATASET: "none",
    ADMIN_API_KEY: ADMIN_KEY,
    LOG_LEVEL: "silent",
    ...NEVER_OVERLOADED,
  },
});

/** Serves a registry on a database while `use` runs. */
async function on(
  database: TestDatabase,
  registry: Registry,
  use: (serving: Serving) => Promise<void> = async () => {},
) {
  const serving = await serve(registry, settingsOf(database));
  try {
    await use(serving);
  } finally {
    await serving.stop();
  }
}

async function put(url: string, path: string, body: object): Promise<Body> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "PUT", headers, body: JSON.stringify(body) });
  assert.equal(response.status, 201);
  return response.json();
}

/** Asserts that a start is refused with one of these owners, and what to do. */
async function assertForeign(database: TestDatabase, registry: Registry, message: RegExp): Promise<void> {
  await assert.rejects(serve(registry, settingsOf(database)), { message });
}

/** Runs `migrate` on a database. */
async function migrate({ url }: TestDatabase, { module }: Registry, ...options: string[]) {
  process.env.DATABASE_URL = url;
  try {
    return await runCommand(undefined, "migrate", ...options, ...(module === undefined ? [] : ["--with", module]));
  } finally {
    delete process.env.DATABASE_URL;
  }
}

for (const [store, create, skip] of [
  ["SQLite", async () => createDatabaseFile(), false],
  ["PostgreSQL", createSchema, await skipWithoutPostgres()],
] as const) {
  describe(`a database of its own: ${store}`, { skip }, () => {
    test("§11.3: the built-in registry gives way to one of its name that extends it, wherever its module is, but not back", async () => {
      await using database = await create();
      await on(database, spaceMissions);
      await on(database, extending);
      await on(database, moved);
      await assertForeign(
        database,
        spaceMissions,
        /It belongs to the registry space-missions of \S+moved\.ts\. Start with `--with \S+moved\.ts`; or give it to this registry, space-missions, with `npm run cli -- migrate --from space-missions`\.$/,
      );
    });

    test("§11.3: a registry of another name is refused, and takes the database over by migrate --from", async () => {
      await using database = await create();
      await on(database, spaceMissions, async ({ url }) => {
        await put(url, "/api/missions/m", { name: "M" });
      });
      await assertForeign(
        database,
        named,
        /It belongs to the built-in registry space-missions\. Start without --with; or /,
      );
      const refused = await migrate(database, named);
      assert.deepEqual([refused.code, refused.out], [1, ""]);
      const wrong = await migrate(database, named, "--from", "rocketry");
      assert.equal(wrong.code, 1);
      const plan = await migrate(database, named, "--from", "space-missions", "--plan");
      assert.match(plan.out, /ADD COLUMN "budget_usd"/);
      await assertForeign(database, named, /It belongs to /);
      assert.equal((await migrate(database, named, "--from", "space-missions")).code, 0);
      await on(database, named, async ({ url }) => {
        const response = await fetch(`${url}/api/missions/m`);
        assert.equal(((await response.json()) as Body).budget_usd, null);
      });
      await assertForeign(database, spaceMissions, /It belongs to the registry our-missions of \S+named\.ts\./);
    });

    test("§11.3: a field or a resource that a registry no longer has is dropped by name only, unless it is empty", async () => {
      await using database = await create();
      await on(database, extending);
      await on(database, reduced);
      await on(database, extending, async ({ url }) => {
        await put(url, "/api/missions/m", { name: "M", budget_usd: 5 });
        await put(url, "/api/rockets/r", { name: "R" });
      });
      await assertForeign(
        database,
        reduced,
        /missions\.budget_usd is no longer declared, but 1 record would lose a value\./,
      );
      assert.equal((await migrate(database, reduced, "--drop", "missions.budget_usd")).code, 0);
      await on(database, reduced, async ({ url }) => {
        const response = await fetch(`${url}/api/missions/m`);
        assert.equal("budget_usd" in ((await response.json()) as Body), false);
      });
      const back = await migrate(database, spaceMissions, "--from", "space-missions");
      assert.match(back.err, /rockets is no longer declared, but 1 record would be lost\./);
      assert.equal((await migrate(database, spaceMissions, "--from", "space-missions", "--drop", "rockets")).code, 0);
      await on(database, spaceMissions);
    });

    test("§11.3: a database of another domain is refused before anything in it changes", async () => {
      await using database = await create();
      await on(database, alone, async ({ url }) => {
        await put(url, "/api/rockets/r", { name: "R" });
      });
      await assertForeign(database, spaceMissions, /It belongs to the registry rocketry of /);
      await on(database, alone, async ({ url }) => {
        assert.equal(((await (await fetch(`${url}/api/rockets`)).json()) as Body).total_count, 1);
      });
    });
  });
}
