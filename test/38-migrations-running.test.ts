/** Proves what a migration does not change, that processes may start concurrently, and the command that plans it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import sql from "sql-template-tag";
import type { Declaration } from "../engine/declare/declaration.ts";
import { text } from "../engine/declare/fields.ts";
import { openPostgres } from "../engine/store/postgres/database.ts";
import { openSqlite } from "../engine/store/sqlite/database.ts";
import { isLong } from "./support/campaign.ts";
import { earlierVersion } from "./support/domain/earlier-versions.ts";
import { domain } from "./support/domain/space/index.ts";
import { runCli, startServer } from "./support/http/process.ts";
import { type Served, serve, TestClock } from "./support/http/serve.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres, type TestDatabase } from "./support/store/databases.ts";

const STORES = [
  ["SQLite", async () => createDatabaseFile(), (url: string) => openSqlite(fileOf(url)), false],
  [
    "PostgreSQL",
    createSchema,
    (url: string) => openPostgres(url, { name: "space-missions", readConnections: 2, statementTimeoutMs: 10_000 }),
    await skipWithoutPostgres(),
  ],
] as const;

function fileOf(url: string): string {
  return url.slice("sqlite:".length);
}

/** The domain before planets had rings and missions had objectives. */
const WITHOUT = new Set(["planets.has_rings", "objectives"]);
const OLDER = earlierVersion(domain, WITHOUT);

/** The domain when stations had a motto. */
const WITH_MOTTO = domain.map(
  (each): Declaration =>
    each.name === "space-stations" ? ({ ...each, fields: { ...each.fields, motto: text() } } as Declaration) : each,
);

async function on<T>(
  declarations: readonly Declaration[],
  { url }: TestDatabase,
  use: (served: Served) => Promise<T>,
): Promise<T> {
  const served = await serve(declarations, { DATABASE_URL: url });
  try {
    return await use(served);
  } finally {
    await served.stop();
  }
}

async function fill(served: Served): Promise<void> {
  await served.put("/api/planets/mars", { name: "Mars", planet_type: "terrestrial" });
  await served.put("/api/missions/m", { name: "M", destination: "mars" });
  await served.put("/api/astronauts/a", { name: "A" });
  await served.put("/api/missions/m/crew/a", { role: "pilot" });
}

for (const [store, own, open, skip] of STORES) {
  describe(`architecture, two stores: what a migration on ${store} does not change`, { skip }, () => {
    test("§4.10: the ETag changes for representations and lists that look different; others keep theirs", async (t) => {
      const database = await own();
      t.after(database.remove);
      const looksSame = ["/api/astronauts/a", "/api/astronauts", "/api/missions/m/astronauts/a"];
      const looksOther = ["/api/planets/mars", "/api/planets", "/api/missions/m", "/api/missions"];
      const tags = async (served: Served, paths: string[]) =>
        Promise.all(paths.map(async (path) => (await served.get(path)).headers.get("etag")!));
      const [same, other, modified] = await on(OLDER, database, async (served) => {
        await fill(served);
        const { headers } = await served.get("/api/planets/mars");
        return [await tags(served, looksSame), await tags(served, looksOther), headers.get("last-modified")] as const;
      });
      await on(domain, database, async (served) => {
        assert.deepEqual(await tags(served, looksSame), same);
        for (const [at, path] of looksOther.entries()) {
          const headers = { "if-none-match": other[at]! };
          assert.equal((await served.get(path, { headers })).status, 200, path);
        }
        const mars = await served.get("/api/planets/mars");
        assert.equal(mars.headers.get("last-modified"), modified);
        assert.equal(
          (await served.patch("/api/planets/mars", { mass_kg: 1 }, { headers: { "if-match": other[0]! } })).status,
          412,
        );
        // A state that returns would reuse an old ETag.
        await served.delete("/api/missions/m/astronauts/a");
        await served.delete("/api/missions/m");
        await served.put("/api/missions/m", { name: "M" });
        assert.ok(!other.includes((await served.get("/api/missions/m")).headers.get("etag")!));
      });
    });

    test("§12.9: a new derived field does not change `updated_at`", async (t) => {
      const database = await own();
      t.after(database.remove);
      const without = new Set(["astronauts.total_missions", "missions.crew_size"]);
      const read = async (served: Served) =>
        Promise.all(["/api/astronauts/a", "/api/missions/m"].map(async (path) => (await served.get(path)).body));
      const before = await on(earlierVersion(domain, without), database, async (served) => {
        await fill(served);
        return read(served);
      });
      const later = new TestClock();
      later.advance(3_600_000);
      const served = await serve(domain, { DATABASE_URL: database.url }, later);
      const [astronaut, mission] = await read(served);
      await served.stop();
      assert.deepEqual([astronaut.total_missions, mission.crew_size], [1, 1]);
      assert.deepEqual(
        [astronaut.updated_at, mission.updated_at],
        before.map(({ updated_at }) => updated_at),
      );
    });

    test("§11.1: services that start concurrently on an older database migrate it once", async (t) => {
      const database = await own();
      t.after(database.remove);
      await on(OLDER, database, fill);
      const settings = { DATABASE_URL: database.url };
      const all = await Promise.all([1, 2, 3].map(() => serve(domain, settings)));
      t.after(() => Promise.all(all.map((served) => served.stop())));
      const tags = new Set<string | null>();
      for (const served of all) {
        assert.equal((await served.get("/api/planets/mars")).body.has_rings, false);
        tags.add((await served.get("/api/missions/m")).headers.get("etag"));
      }
      assert.equal(tags.size, 1);
    });

    test("architecture, two stores: unused indexes are dropped; an operator's own stay", async (t) => {
      const database = await own();
      t.after(database.remove);
      const listed = domain.map(
        (each): Declaration =>
          each.name === "planets"
            ? ({ ...each, fields: { ...each.fields, discovered_by: text().listed() } } as Declaration)
            : each,
      );
      await on(listed, database, async () => {});
      const names = async () => {
        const raw = await open(database.url);
        const rows = await raw.reader.all(raw.dialect.indexes);
        await raw.close();
        return rows
          .map(({ name }) => name as string)
          .filter((name) => /discovered_by|^mine$/.test(name))
          .sort();
      };
      const raw = await open(database.url);
      await raw.transaction(({ session }) => session.run(sql`CREATE INDEX mine ON planets (mass_kg)`));
      await raw.close();
      assert.deepEqual(await names(), ["mine", "planets_by_discovered_by__folded_and_id"]);
      await on(domain, database, async () => {});
      assert.deepEqual(await names(), ["mine"]);
    });

    // The command is the same on either store.
    if (store === "SQLite" || isLong) {
      test("§11.1: `cli migrate --plan` prints the steps and changes nothing; `cli migrate` executes them", async (t) => {
        const database = await own();
        t.after(database.remove);
        await on(OLDER, database, fill);
        const settings = { DATABASE_URL: database.url };
        const plan = await runCli(settings, "migrate", "--plan");
        assert.deepEqual([plan.code, plan.err], [0, "This is the plan; nothing was changed.\n"]);
        assert.match(plan.out, /^ALTER TABLE "planets" ADD COLUMN "has_rings" \w+ DEFAULT 0;$/m);
        assert.match(plan.out, /^CREATE TABLE "objectives" \(.*\);$/m);
        assert.match(plan.out, /^-- update the derived fields of astronauts when the service next starts$/m);
        const again = await runCli(settings, "migrate", "--plan");
        assert.equal(again.out, plan.out);
        const { steps, blockers } = JSON.parse((await runCli(settings, "migrate", "--plan", "--json")).out);
        const printed = steps.map(({ sql, does }: { sql?: string; does?: string }) =>
          sql === undefined ? `-- ${does}` : `${sql};`,
        );
        assert.deepEqual([`${printed.join("\n")}\n`, blockers], [plan.out, []]);
        const done = await runCli(settings, "migrate");
        assert.deepEqual([done.code, done.out, done.err], [0, plan.out, "The database was migrated.\n"]);
        const nothing = await runCli(settings, "migrate", "--plan");
        assert.deepEqual([nothing.code, nothing.out, nothing.err], [0, "", "The database is up to date.\n"]);
        await on(domain, database, async (served) =>
          assert.equal((await served.get("/api/planets/mars")).body.has_rings, false),
        );
      });

      test("§11.1: a loss of data stops the start and the command with one message, until it is confirmed", async (t) => {
        const database = await own();
        t.after(database.remove);
        await on(WITH_MOTTO, database, async (served) => {
          await served.put("/api/space-stations/mir", { name: "Mir", motto: "peace" });
        });
        const settings = { DATABASE_URL: database.url, PORT: "0", DATASET: "none" };
        const service = startServer(t, settings);
        assert.equal(await service.ended, 1);
        const message =
          /space-stations\.motto is no longer declared, but 1 record would lose a value\..*--drop space-stations\.motto/;
        assert.match(service.output().err, /^Cannot start: DATABASE_URL: /);
        assert.match(service.output().err, message);
        assert.doesNotMatch(service.output().err, /\n {4}at /);
        const planned = await runCli(settings, "migrate", "--plan", "--json");
        assert.match(JSON.parse(planned.out).blockers[0], /space-stations\.motto is no longer declared/);
        for (const given of [["--plan"], [], ["--drop", "space-stations"]]) {
          const refused = await runCli(settings, "migrate", ...given);
          assert.equal(refused.code, 1, given.join());
          assert.match(refused.err, message);
        }
        const unknown = await runCli(settings, "migrate", "--drop", "space-stations.motto", "mottos");
        assert.match(unknown.err, /mottos has no data that would be lost/);
        await on(WITH_MOTTO, database, async (served) => {
          assert.equal((await served.get("/api/space-stations/mir")).body.motto, "peace");
        });
        const dropped = await runCli(settings, "migrate", "--drop", "space-stations.motto");
        assert.equal(dropped.code, 0, dropped.err);
        await on(domain, database, async (served) => {
          const { name, motto } = (await served.get("/api/space-stations/mir")).body;
          assert.deepEqual([name, motto], ["Mir", undefined]);
        });
      });
    }
  });
}

test("§11.1: a plan for a missing file does not create it", async (t) => {
  const { url, remove } = createDatabaseFile();
  t.after(remove);
  const { code, out, err } = await runCli({ DATABASE_URL: url }, "migrate", "--plan");
  assert.deepEqual([code, out, err], [0, "", "There is no database yet; the first start creates one.\n"]);
  assert.throws(() => readFileSync(fileOf(url)), /ENOENT/);
});
