/** Proves `dump` and `load`: a registry that was carried to another service, on another database, answers as before. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, test } from "node:test";
import { loadDataset } from "../engine/app/data/dataset.ts";
import type { Declaration } from "../engine/declare/declaration.ts";
import { isLong } from "./support/campaign.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { DATA } from "./support/domain/built-in.ts";
import { RecordFactory } from "./support/domain/record-factory.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { takeSnapshot } from "./support/domain/snapshot.ts";
import { domain } from "./support/domain/space/index.ts";
import { createKey } from "./support/http/api-keys.ts";
import { sendRequest } from "./support/http/client.ts";
import { startCuttingProxy } from "./support/http/cutting-proxy.ts";
import { proxyWithMishaps } from "./support/http/mishaps.ts";
import { startCli } from "./support/http/process.ts";
import { ADMIN_KEY, type Body, type Served, serve } from "./support/http/serve.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres, type TestDatabase } from "./support/store/databases.ts";

const files = temporaryFolder();
const skip = await skipWithoutPostgres();
const onSqlite = async () => createDatabaseFile();

/** Starts a service on a database of its own. */
async function serveOn(
  create: () => Promise<TestDatabase>,
  declarations: readonly Declaration[] = domain,
): Promise<Served> {
  const database = await create();
  const served = await serve(declarations, { DATABASE_URL: database.url });
  after(async () => {
    await served.stop();
    await database.remove();
  });
  return served;
}

/** Every record of a service by the path of its top-level list, each with all that is embedded, without times. */
async function allLists(served: Served): Promise<Record<string, string>> {
  const lists: Record<string, string> = {};
  for (const view of served.catalog.views.filter(({ resource, parent }) => !resource.isSystem && !parent)) {
    const include = [...view.relations.keys()].join();
    const path = `${view.path}?format=ndjson${include && `&include=${include}`}`;
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const { status, text } = await sendRequest({ origin: new URL(served.url), path }, { method: "GET", headers });
    assert.equal(status, 200, text);
    lists[path] = withoutTimes(text);
  }
  return lists;
}

/** Everything that a service returns, without times and what is sorted by them. */
async function everything(served: Served): Promise<Record<string, string>> {
  const bodies = Object.entries(await takeSnapshot(served)).filter(
    ([path]) => !/created_at|updated_at|api-keys/.test(path),
  );
  return Object.fromEntries(bodies.map(([path, body]) => [path, withoutTimes(JSON.stringify(body))]));
}

/** Compares path by path, so that a difference is shown as one. */
function assertSame(other: Record<string, string>, one: Record<string, string>): void {
  assert.deepEqual(Object.keys(other).toSorted(), Object.keys(one).toSorted());
  for (const [path, text] of Object.entries(one)) assert.equal(other[path], text, path);
}

function withoutTimes(text: string): string {
  return text.replaceAll(/"(created_at|updated_at)":"[^"]*"/g, '"$1":""');
}

/** Carries everything over, and returns what `load` reports. */
async function carry(from: Served, to: Served, name: string, ...options: string[]): Promise<Body> {
  const dumped = await runCommand(from, "dump", "-o", files.path(name));
  assert.equal(dumped.code, 0, dumped.err);
  const loaded = await runCommand(to, "load", files.path(name), "--json", "--parallel", "32", ...options);
  assert.equal(loaded.code, 0, loaded.err);
  return JSON.parse(loaded.out);
}

// Thousands of records; the next test has one or two of each kind.
if (isLong)
  test("docs/cli.md, dump: built-in data, carried from SQLite to PostgreSQL, reads the same to the byte", {
    skip,
  }, async () => {
    const [from, to] = [await serveOn(onSqlite), await serveOn(createSchema)];
    await loadDataset(from.store, DATA, () => {});
    const medical = { examined_on: "2026-01-02", kind: "annual", fitness: "fit" };
    assert.equal((await from.post("/api/astronauts/sunita-williams/medical", medical)).status, 201);
    assert.equal((await from.patch("/api/missions/apollo-12", { crew_size: 7 })).status, 200);
    const result = await carry(from, to, "built-in.ndjson");
    assert.equal(result.refused, 0);
    assertSame(await allLists(to), await allLists(from));
    assertSame(await everything(to), await everything(from));
    // A count that is shown is not declared by loading it: the crew may grow.
    assert.equal(
      (await to.post("/api/missions/apollo-11/crew", { astronaut_id: "sally-ride", role: "guest" })).status,
      201,
    );
  });

test("docs/cli.md, dump: any declared resources are carried from SQLite to PostgreSQL, references to later records and circles included", {
  skip,
}, async () => {
  const [from, to] = [await serveOn(onSqlite, secondDomain), await serveOn(createSchema, secondDomain)];
  const factory = new RecordFactory(from);
  for (const resource of from.catalog.resources.filter(({ isSystem }) => !isSystem)) {
    await factory.create(resource, "every");
    await factory.create(resource, "required");
  }
  await carry(from, to, "second.ndjson");
  assertSame(await everything(to), await everything(from));
});

test("docs/cli.md, load: what exists is refused, or replaced by --upsert, where nothing changes without an event", async () => {
  const [from, to] = [await serveOn(onSqlite), await serveOn(onSqlite)];
  await from.post("/api/missions", { id: "b", name: "Later" });
  await from.post("/api/missions", { id: "a", name: "Ferry", part_of: "b", crew_size: 3 });
  await from.post("/api/astronauts", { id: "x", name: "X" });
  await from.post("/api/missions/a/crew", { astronaut_id: "x", role: "pilot" });
  const sample = { instrument: "i", parameter: "p", collected_at: "2026-01-01T00:00:00Z" };
  await from.post("/api/missions/a/data", [{ id: "s", ...sample }, sample]);
  await carry(from, to, "small.ndjson");
  assertSame(await allLists(to), await allLists(from));
  const again = await runCommand(to, "load", files.path("small.ndjson"), "--json");
  assert.deepEqual([again.code, JSON.parse(again.out).refused], [1, 6], again.err);
  const events = async () => (await to.get("/api/events?limit=1")).body.total_count;
  const before = await events();
  await carry(from, to, "small.ndjson", "--upsert");
  assert.equal(await events(), before, "nothing has changed");
  await to.patch("/api/missions/a", { name: "Changed", part_of: null });
  await to.delete("/api/missions/a/data/s");
  await carry(from, to, "small.ndjson", "--upsert");
  assertSame(await allLists(to), await allLists(from));
});

test("§5.2: dump leaves out private records that the key may not read, and says so", async () => {
  const served = await serveOn(onSqlite);
  await served.post("/api/astronauts", { id: "x", name: "X" });
  await served.post("/api/astronauts/x/medical", { examined_on: "2026-01-02", kind: "annual", fitness: "fit" });
  const paths = (name: string) =>
    files
      .read(name)
      .split("\n")
      .flatMap((line) => (line.includes('"path"') ? [JSON.parse(line).path] : []));
  const { secret } = await createKey(served, ["missions:read"]);
  const partial = await runCommand(served, "dump", "-o", files.path("public.ndjson"), "--key", secret);
  assert.deepEqual(
    [partial.code, /Left out, because the key may not read them: medical\./.test(partial.err)],
    [0, true],
  );
  assert.deepEqual(paths("public.ndjson"), ["/api/astronauts/x"]);
  const whole = await runCommand(served, "dump", "-o", files.path("whole.ndjson"));
  assert.equal(whole.err.includes("Left out"), false);
  assert.equal(paths("whole.ndjson").length, 2);
});

test("docs/cli.md, dump: what is no service of this kind is refused, and no file is written", async () => {
  const proxy = await proxyWithMishaps((await serveOn(onSqlite)).url);
  proxy.next.push({ status: 200, headers: { "content-type": "application/json" }, body: '{"openapi":"3.1.1"}' });
  const output = files.path("other.ndjson");
  const { code, err } = await runCommand({ url: proxy.url }, "dump", "-o", output);
  assert.deepEqual([code, /names no resources \(x-view\)/.test(err), existsSync(output)], [1, true, false], err);
});

for (const isInterrupted of [true, false])
  test(`docs/cli.md, dump: ${isInterrupted ? "Ctrl-C" : "a lost connection"} removes the incomplete file, and says so`, async (t) => {
    const served = await serveOn(onSqlite);
    for (const id of ["a", "b"]) await served.post("/api/missions", { id, name: id });
    const proxy = await startCuttingProxy(served);
    const output = files.path("cut.ndjson");
    const dump = startCli(t, { SPACE_MISSIONS_URL: proxy.url, SPACE_MISSIONS_KEY: ADMIN_KEY }, "dump", "-o", output);
    let exports = 0;
    proxy.cut = ({ path }) => {
      if (existsSync(`${output}.part`) && path.startsWith("/api/")) exports += 1;
      if (exports < 3) return undefined;
      if (isInterrupted) dump.process.kill("SIGINT");
      return { afterBytes: 0 };
    };
    const { code, err } = await dump.ended;
    assert.equal(code, isInterrupted ? 3 : 1, err);
    const reason = isInterrupted ? "Interrupted\\." : "The connection to \\S+ was lost \\(.*\\)\\.";
    assert.match(
      err,
      new RegExp(
        `^error: ${reason} ${output}\\.part was incomplete, with \\d+ records?, and was removed\\. Run the command again\\.$`,
        "m",
      ),
    );
    assert.deepEqual([existsSync(`${output}.part`), existsSync(output)], [false, false]);
  });

test("docs/cli.md, load: a dump that is cut off, damaged or of other resources is refused before anything is sent", async () => {
  const served = await serveOn(onSqlite);
  const line = '{"path":"/api/missions/m","record":{"id":"m","name":"M"}}\n';
  for (const [text, message] of [
    [line, "is truncated: its last line, which counts the records, is missing"],
    [`${line}{"records":2}\n`, "has 1 records, but its last line counts 2"],
    [
      `${line}{"path":"/api/rockets/r","record":{}}\n{"records":2}\n`,
      'line 2: this service has no records at "/api/rockets/r"',
    ],
    [`${line.replace("name", "nom")}{"records":1}\n`, "line 1: this service has no field nom in missions"],
    [
      `${line.replace("missions/m", "missions")}{"records":1}\n`,
      'line 1: this service has no records at "/api/missions"',
    ],
    [`${line}nonsense\n{"records":1}\n`, "line 2: this is not a line of a dump"],
  ] as const) {
    const { code, err } = await runCommand(served, "load", files.write("bad.ndjson", text));
    assert.deepEqual([code, err.includes(message)], [1, true], err);
  }
  assert.equal((await served.get("/api/missions")).body.total_count, 0);
  assert.equal(existsSync(files.path("bad.ndjson.journal")), false);
});
