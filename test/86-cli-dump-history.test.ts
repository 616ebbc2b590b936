/**
 * Proves `dump --history` and `load` of such a dump (docs/cli.md, §6.5): a registry that was carried to the other kind of
 * database, and back, answers as before, at every moment; and a load is whole or nothing.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { text } from "../engine/declare/fields.ts";
import { campaignSize } from "./support/campaign.ts";
import { commandLineOf, runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { runCli } from "./support/http/process.ts";
import { type Body, type Served, serve, TestClock } from "./support/http/serve.ts";
import { pastOf } from "./support/query/past.ts";
import { Chance } from "./support/query/relations/chance.ts";
import { fillSpace } from "./support/query/relations/fill-space.ts";
import { randomWrite, send } from "./support/query/relations/random-writes.ts";
import { readWorld } from "./support/query/relations/read-world.ts";
import type { World } from "./support/query/relations/space-world.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres, type TestDatabase } from "./support/store/databases.ts";

const SIZES = { missions: 12, astronauts: 8, spacecraft: 5, planets: 4, moons: 6 };
const BELOW = { crew: 16, vehicles: 8, objectives: 8, data: 300, training: 8 };
const { FUZZ_SEED } = process.env;
const SEED = FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) };
const skip = await skipWithoutPostgres();
const files = temporaryFolder();
after(() => delete process.env.DATABASE_URL);

/** Runs a command on a database. */
function on({ url }: TestDatabase, ...args: string[]) {
  process.env.DATABASE_URL = url;
  return runCommand(undefined, ...args);
}

async function succeeds(database: TestDatabase, ...args: string[]): Promise<string> {
  const { code, out, err } = await on(database, ...args);
  assert.equal(code, 0, `${out}${err}`);
  return err;
}

/** What a moment was. */
interface Moment {
  readonly at: string;
  readonly world: World;
}

/** What is the same in every copy: current records and lists, with their validators, the log, and what only the admin sees. */
async function answersOf(served: Served): Promise<Record<string, unknown>> {
  const lists = served.catalog.views.filter(({ parent }) => !parent).map(({ path }) => path);
  const logged = (await served.get("/api/events?sort=id:desc&limit=100")).body.events;
  const records = ["/api/missions/m1", "/api/astronauts/a1", ...logged.map(({ id }: Body) => `/api/events/${id}`)];
  const answers: Record<string, unknown> = {};
  for (const path of [
    ...lists.flatMap((list) => [list, `${list}?limit=100`]),
    ...records,
    "/api/missions?search=lu",
    "/api/search?q=a",
  ]) {
    const { status, headers, text } = await served.get(path);
    answers[path] = [status, headers.get("etag"), headers.get("last-modified"), status === 200 ? text : ""];
  }
  return answers;
}

async function assertMoments(served: Served, moments: readonly Moment[]): Promise<void> {
  for (const { at, world } of moments) assert.deepEqual((await readWorld(pastOf(served, at))).lists, world.lists, at);
}

/** The rows of a dump: those of a table with texts as keys have the order of their database. */
const rowsOf = (path: string): string[] => readFileSync(path, "utf8").split("\n").sort();

test("§6.5: a registry that moves from SQLite to PostgreSQL and back answers as before, at every moment", {
  skip,
}, async () => {
  await using first = createDatabaseFile();
  await using second = await createSchema();
  await using third = createDatabaseFile();
  const settings = { WEBHOOK_ALLOW_PRIVATE: "true" };
  const moments: Moment[] = [];
  const write = async (served: Served, count: number): Promise<void> => {
    const round = fc.asyncProperty(fc.gen(), async (draw) => {
      const chance = new Chance(draw);
      for (let writes = 0; writes < 20; writes += 1) await send(served, randomWrite(chance, SIZES, []));
      moments.push({ at: new Date(served.clock.now()).toISOString(), world: await readWorld(served) });
      served.clock.advance(1);
    });
    await fc.assert(round, { numRuns: count, endOnFailure: true, ...SEED });
  };
  const rounds = campaignSize("DUMPED_MOMENTS");

  const clock = new TestClock();
  /** What the service on a database answers, once something was done with it. */
  const answersAfter = async ({ url }: TestDatabase, work: (served: Served) => Promise<unknown>) => {
    await using served = await serve(undefined, { ...settings, DATABASE_URL: url }, clock);
    await work(served);
    return await answersOf(served);
  };
  let secret = "";

  const before = await answersAfter(first, async (served) => {
    await fillSpace(served, SIZES, BELOW);
    secret = (await createKey(served, ["missions:write"])).secret;
    const hook = { id: "hook", url: "http://127.0.0.1:9/", event_types: ["*"] };
    assertStatus(await served.post("/api/webhooks", hook), 201);
    await write(served, rounds);
  });
  const dumps = ["one", "two", "three"].map((name) => files.path(`${name}.ndjson`));
  assert.match(await succeeds(first, "dump", "--history", "-o", dumps[0]!), /^[\d,]+ rows were written to /m);
  assert.match(await succeeds(second, "load", dumps[0]!), /^([\d,]+) of \1 rows were stored\.$/m);
  await succeeds(second, "dump", "--history", "-o", dumps[1]!);
  assert.deepEqual(rowsOf(dumps[1]!), rowsOf(dumps[0]!));

  const later = await answersAfter(second, async (served) => {
    assert.deepEqual(await answersOf(served), before);
    await assertMoments(served, moments);
    assertStatus(await served.put("/api/missions/mine", { name: "By the same key" }, { credential: secret }), 201);
    await write(served, rounds);
  });
  await succeeds(second, "dump", "--history", "-o", dumps[1]!);
  await succeeds(third, "load", dumps[1]!);
  await succeeds(third, "dump", "--history", "-o", dumps[2]!);
  assert.deepEqual(rowsOf(dumps[2]!), rowsOf(dumps[1]!));

  await answersAfter(third, async (served) => {
    assert.deepEqual(await answersOf(served), later);
    await assertMoments(served, moments);
    await write(served, 1);
    const { out } = await on(third, "doctor", "--json", "--url", served.url);
    assert.equal(JSON.parse(out).checks.find(({ check }: Body) => check === "integrity").status, "ok", out);
  });
});

test("docs/cli.md: what a load on SQLite adds can be found by its trigrams", async () => {
  await using source = createDatabaseFile();
  await using target = createDatabaseFile();
  const served = await serve(undefined, { DATABASE_URL: source.url });
  await served.put("/api/missions/m", { name: "Luna" });
  await served.stop();
  await succeeds(source, "dump", "--history", "-o", files.path("texts.ndjson"));
  await succeeds(target, "load", files.path("texts.ndjson"));
  const connection = new Sqlite(target.url.slice("sqlite:".length));
  const last = connection
    .prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'missions_texts%_last'")
    .pluck()
    .get();
  assert.equal(connection.prepare(`SELECT n FROM "${last}"`).pluck().get(), 1);
  connection.close();
});

for (const { name: store, create, skip: skipStore } of STORE_KINDS) {
  /** A dump of a few records, and its lines. */
  const dumped = async () => {
    await using source = await create();
    const served = await serve(undefined, { DATABASE_URL: source.url });
    for (const name of ["One", "Two"]) {
      await served.put("/api/missions/m", { name });
      served.clock.advance(1);
    }
    await served.stop();
    const path = files.path("some.ndjson");
    await succeeds(source, "dump", "--history", "-o", path);
    return { path, lines: readFileSync(path, "utf8").trimEnd().split("\n") };
  };

  test(`docs/cli.md: on ${store}, a load is refused, and changes nothing, unless the database is empty and the dump whole and of its layout`, {
    skip: skipStore,
  }, async () => {
    const { path, lines } = await dumped();
    const head = JSON.parse(lines[0]!);
    const changed = (name: string, change: (all: string[]) => string[]) =>
      files.write(`${name}.ndjson`, `${change([...lines]).join("\n")}\n`);
    const withHead = (values: object) => (all: string[]) => all.with(0, JSON.stringify({ ...head, ...values }));
    const place = lines.findIndex((line) => line.startsWith("["));
    const { missions, ...others } = head.tables;
    await using target = await create();
    for (const [file, message] of [
      [changed("truncated", (all) => all.slice(0, -1)), /truncated/],
      [changed("shorter", (all) => all.toSpliced(place, 1)), /has \d+ rows, but its last line counts \d+/],
      [changed("broken", (all) => all.with(place, "[1,")), /damaged/],
      [
        changed("unknown", (all) => all.toSpliced(1, 0, '{"table":"strangers","columns":["n"]}')),
        /unknown table or column in strangers/,
      ],
      [
        changed("former", withHead({ version: "0.0.1" })),
        /written by version 0\.0\.1; .* Load it with version 0\.0\.1/,
      ],
      [changed("foreign", withHead({ registry: "zoo" })), /is of the registry zoo/],
      [changed("later", withHead({ history_dump: 2 })), /does not know\. Load it with a later version/],
      [changed("other", withHead({ tables: others })), /another layout .*: missions\. .* migrate the dumped database/],
    ] as const) {
      const { code, err } = await on(target, "load", file);
      assert.equal(code, 1, err);
      assert.match(err, message);
    }
    for (const option of [["--upsert"], ["--url", "http://127.0.0.1:9"]])
      assert.equal((await on(target, "load", path, ...option)).code, 2);
    await succeeds(target, "load", path);
    const again = await on(target, "load", path);
    assert.deepEqual([again.code, /has a registry already/.test(again.err)], [1, true], again.err);
    await using served = await serve(undefined, { DATABASE_URL: target.url });
    assert.equal((await served.get("/api/missions/m")).body.name, "Two");
    assert.equal((await served.get("/api/missions/m?as_of=2026-01-15T12:00:00.000Z")).body.name, "One");
  });

  test(`docs/cli.md: on ${store}, a load that is killed leaves an empty database, and the next one fills it`, {
    skip: skipStore,
  }, async () => {
    const { path, lines } = await dumped();
    await using target = await create();
    const rows = lines.filter((line) => line.startsWith("[")).length;
    const kill = `const parse = JSON.parse; let left = ${rows - 1}; JSON.parse = (text, ...more) => { if (String(text).startsWith("[") && --left === 0) process.kill(process.pid, "SIGKILL"); return parse(text, ...more); };`;
    const killed = await runCli(
      { DATABASE_URL: target.url, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(kill)}` },
      "load",
      path,
    );
    assert.equal(killed.code, null, killed.err);
    await succeeds(target, "load", path);
    await using served = await serve(undefined, { DATABASE_URL: target.url });
    assert.equal((await served.get("/api/missions/m")).body.name, "Two");
  });

  test(`docs/cli.md: on ${store}, a database that has another layout, or none, is not dumped`, {
    skip: skipStore,
  }, async () => {
    await using source = await create();
    const path = files.path("none.ndjson");
    const none = await on(source, "dump", "--history", "-o", path);
    assert.equal(none.code, 1, none.err);
    await (await serve(undefined, { DATABASE_URL: source.url })).stop();
    const [first, ...rest] = spaceMissions.resources;
    const extended = {
      ...spaceMissions,
      resources: [{ ...first!, fields: { ...first!.fields, motto: text() } }, ...rest],
    };
    process.env.DATABASE_URL = source.url;
    const other = await commandLineOf(extended)(undefined, "dump", "--history", "-o", path);
    assert.deepEqual(
      [other.code, /Run `migrate` first/.test(other.err), existsSync(path)],
      [1, true, false],
      other.err,
    );
    assert.equal((await on(source, "dump", "--history", "--url", "http://127.0.0.1:9")).code, 2);
  });
}
