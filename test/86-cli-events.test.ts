/** Proves `events purge` and `events restore` (§6.1): what the log says of a record is removed, or makes the record again. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, test } from "node:test";
import { purgeHistory } from "../engine/app/purge.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { readEvents, summarize } from "./support/events/event-replay.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, type HttpResponse, type Served, serve, serveForFile, TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const files = temporaryFolder();
const former = process.cwd();
process.chdir(files.path(""));
after(() => process.chdir(former));

/** A text that only the purged records contain. */
const SECRET = "Unmistakable";
const ANN = "/api/astronauts/ann";

/** The commands have the clock of the machine, by which earlier events would have expired. */
function now(): TestClock {
  const clock = new TestClock();
  clock.set(new Date().toISOString());
  return clock;
}

/** The texts of everything that a client can read of the log. */
async function logText(served: Served): Promise<string> {
  return JSON.stringify(await readEvents(served));
}

/** Waits for an operation, and returns its result. */
async function resultOf(served: Served, accepted: HttpResponse): Promise<HttpResponse> {
  const path = accepted.headers.get("location")!;
  while ((await served.get(path)).body.status !== "succeeded");
  return served.get(`${path}/result`);
}

for (const { name, create, skip } of STORE_KINDS) {
  test(`§6.1: ${name}: a purge removes what the log and stored responses say of a record, and is an event`, {
    skip,
  }, async (t) => {
    const database = await create();
    t.after(database.remove);
    // As many as there are, so that they tell each other what they change.
    const served = await serve(undefined, { DATABASE_URL: database.url, WORKERS: "2" }, now());
    t.after(served.stop);
    process.env.DATABASE_URL = database.url;
    const fixtures = fixturesFor(served);
    const once = { headers: { "idempotency-key": "once" } };
    const sent = { id: "ann", name: `${SECRET} Ann` };
    assertStatus(await served.post("/api/astronauts", sent, once), 201);
    await served.patch(ANN, { nationality: SECRET });
    await served.put(`${ANN}/training/t`, { course: SECRET });
    await fixtures.mission("m", { name: "Kept" });
    await fixtures.assign("m", "ann");
    await fixtures.astronaut("anna", { name: "Anna" });
    const headers = { prefer: "respond-async, return=representation" };
    await served.delete("/api/missions/m/astronauts/ann");
    const accepted = await served.delete(`${ANN}?cascade=true`, { headers });
    assert.match((await resultOf(served, accepted)).text, new RegExp(SECRET));
    const before = await readEvents(served);
    const [first] = before.filter(({ subject }) => subject === ANN);
    const { headers: of } = await served.get(`/api/events/${first.id}`);

    const only = await runCommand(undefined, "events", "purge", "astronauts/ann");
    assert.deepEqual([only.code, only.out], [0, ""], only.err);
    assert.match(only.err, /^The contents of \d+ events and 2 stored responses were removed\.\n/);
    const text = await logText(served);
    assert.match(text, new RegExp(SECRET), "of the training, and of the entry in the crew");
    const all = await runCommand(undefined, "events", "purge", ANN, "--below");
    assert.equal(all.code, 0, all.err);

    const purged = await readEvents(served);
    assert.doesNotMatch(JSON.stringify(purged), new RegExp(SECRET));
    assert.match(JSON.stringify(purged), /"Kept".*"Anna"/, "other records are as they were");
    assert.deepEqual(summarize(purged).slice(0, before.length), summarize(before));
    const [one, other] = purged.slice(before.length);
    for (const { type, subject, data } of [one, other]) {
      assert.deepEqual([type, subject], ["astronaut.purged", ANN]);
      assert.match(data.actor, /^operator:./);
    }
    const ofAnn = before.filter(({ type, subject }) => subject === ANN && !type.includes("batch"));
    assert.equal(one.data.count, ofAnn.length + 2);
    const shown = await served.get(`/api/events/${first.id}`, { headers: { "if-none-match": of.get("etag")! } });
    assert.deepEqual([shown.status, shown.body.data], [200, { actor: "admin" }]);
    const again = await served.post("/api/astronauts", sent, once);
    assert.deepEqual([again.status, again.text, again.headers.get("location")], [201, "", ANN]);
    assertStatus(await served.get(`${accepted.headers.get("location")}/result`), 404);
    const nothing = await runCommand(undefined, "events", "purge", ANN, "--below");
    assert.deepEqual([nothing.code, nothing.err], [1, `error: The history has no contents of ${ANN}.\n`]);
  });
}

test("§6.1: a purge refuses a path that no record can have, in one line", async () => {
  process.env.DATABASE_URL = `sqlite:${files.path("refused.db")}`;
  await (await serve(undefined, { DATABASE_URL: process.env.DATABASE_URL })).stop();
  for (const path of [
    "/api/astronauts",
    "/api/nothing/x",
    "/api/events/1",
    "/astronauts/ann",
    "/api/astronauts/ann/",
  ]) {
    const { code, err } = await runCommand(undefined, "events", "purge", path);
    assert.equal(code, 1, path);
    assert.match(err, /^error: No records have paths like [^\n]+\n$/);
  }
});

const served = await serveForFile();
const fixtures = fixturesFor(served);
const restore = (...args: string[]) => runCommand(served, "events", "restore", ...args);

/** What a client reads of a record, without the times and tags that a new record has. */
async function contentOf(path: string): Promise<Body> {
  const { body } = await served.get(path);
  return JSON.parse(JSON.stringify(body), (key, value) => (/^(created|updated)_at$/.test(key) ? undefined : value));
}

test("§6.1: a record is restored from the log with what was deleted with it, by ordinary writes", async () => {
  await fixtures.put("/api/planets/vulcan", { name: "Vulcan", planet_type: "terrestrial", mass_kg: 1e23 });
  await fixtures.put("/api/planets/vulcan/atmosphere", { surface_pressure_pa: 10, notes: "thin" });
  for (const id of ["a", "b", "c"]) await fixtures.moon("vulcan", id);
  await served.patch("/api/planets/vulcan/moons/a", { designation: "V I" });
  await served.delete("/api/planets/vulcan/moons/b");
  const paths = ["", "/atmosphere", "/moons?fields=*"].map((rest) => `/api/planets/vulcan${rest}`);
  const before = await Promise.all(paths.map(contentOf));
  served.clock.advance(1_000);
  assertStatus(await served.delete("/api/planets/vulcan?cascade=true"), 204);
  served.clock.advance(1_000);
  const [{ id: last }] = (await served.get("/api/events?sort=id:desc&limit=1")).body.events;
  const { code, out, err } = await restore("planets/vulcan");
  assert.deepEqual([code, out], [0, ""], err);
  assert.match(err, /^The log has 4 records: \/api\/planets\/vulcan, and 3 that were deleted with it\.\n/);
  assert.deepEqual(await Promise.all(paths.map(contentOf)), before);
  const events = summarize(await readEvents(served, last));
  assert.ok(events.includes("planet.created /api/planets/vulcan"), `${events}`);
  assert.ok(!existsSync("vulcan.restored.ndjson"));
  const again = await restore("planets/vulcan");
  assert.deepEqual([again.code, again.err], [1, "error: /api/planets/vulcan exists.\n"]);
});

test("docs/cli.md, events: one record alone is said to be one", async () => {
  await fixtures.put("/api/planets/alone", { name: "Alone", planet_type: "terrestrial" });
  assertStatus(await served.delete("/api/planets/alone"), 204);
  served.clock.advance(1_000);
  const { code, err } = await restore("planets/alone");
  assert.equal(code, 0, err);
  assert.match(err, /^The log has 1 record: \/api\/planets\/alone\.\n/);
  assert.match(err, /\n1 of 1 row was stored\.\n$/);
});

test("§6.1: only the last life of a record is restored", async () => {
  const path = "/api/planets/phoenix";
  for (const moon of ["first", "second"]) {
    await fixtures.put(path, { name: `With the ${moon}`, planet_type: "dwarf" });
    await fixtures.moon("phoenix", moon);
    assertStatus(await served.delete(`${path}?cascade=true`), 204);
    served.clock.advance(1_000);
  }
  assert.equal((await restore(path)).code, 0);
  assert.equal((await served.get(path)).body.name, "With the second");
  const { moons } = (await served.get(`${path}/moons`)).body;
  assert.deepEqual(
    moons.map(({ id }: Body) => id),
    ["second"],
  );
});

test("§6.1: all that went is restored, arrays and private records too; what was purged is said; -o writes a dump", async () => {
  const path = "/api/missions/m";
  await fixtures.crew("m", ["ann", "bob"], () => ({}));
  const sample = { instrument: "camera", parameter: "p", collected_at: "2026-01-01T00:00:00Z" };
  await served.post(`${path}/data`, [
    { ...sample, id: "one" },
    { ...sample, id: "two" },
  ]);
  await served.put(`${path}/data/single`, sample);
  const [crew, data] = [await contentOf(`${path}/crew`), await contentOf(`${path}/data?fields=*`)];
  served.clock.advance(1_000);
  assertStatus(await served.delete(`${path}?cascade=true`), 204);
  const written = await restore(path, "-o", "m.ndjson");
  assert.equal(written.code, 0, written.err);
  assert.equal(files.read("m.ndjson").trimEnd().split("\n").length, 7);
  assertStatus(await served.get(path), 404);
  const whole = await restore(path);
  assert.deepEqual([whole.code, whole.out], [0, ""], whole.err);
  assert.deepEqual([await contentOf(`${path}/crew`), await contentOf(`${path}/data?fields=*`)], [crew, data]);

  served.clock.advance(1_000);
  assertStatus(await served.delete(`${path}?cascade=true`), 204);
  await purgeHistory(served.store, `${path}/data/two`, { below: false, actor: "operator:test" });
  const { code, err } = await restore(path);
  assert.match(err, /It does not have 1 of 3 in \/api\/missions\/m\/data: such records were purged, .*\n/);
  assert.equal(code, 3);
  assert.match(err, /\nerror: 1 record that was deleted with it could not be restored\.\n$/);
  assert.equal((await served.get(`${path}/data`)).body.total_count, 2);

  await fixtures.astronaut("zoe");
  const exam = { examined_on: "2026-01-01", kind: "annual", fitness: "fit" };
  for (const id of ["x", "y"]) await fixtures.put(`/api/astronauts/zoe/medical/${id}`, exam);
  served.clock.advance(1_000);
  await served.delete("/api/astronauts/zoe/medical/x");
  const one = await restore("/api/astronauts/zoe/medical/x");
  assert.equal(one.code, 0, one.err);
  served.clock.advance(1_000);
  assertStatus(await served.delete("/api/astronauts/zoe?cascade=true"), 204);
  assert.equal((await restore("/api/astronauts/zoe")).code, 0);
  assert.equal((await served.get("/api/astronauts/zoe/medical")).body.total_count, 2);
});

test("§6.1: a record that never was, a purged one and one that exists cannot be restored", async () => {
  await fixtures.astronaut("eve");
  const exam = { examined_on: "2026-01-01", kind: "annual", fitness: "fit" };
  assertStatus(await served.put("/api/astronauts/eve/medical/ex", exam), 201);
  assertStatus(await served.delete("/api/astronauts/eve/medical/ex"), 204);
  await purgeHistory(served.store, "/api/astronauts/eve/medical/ex", { below: false, actor: "operator:test" });
  const refused: [path: string, reason: RegExp][] = [
    ["/api/missions/never", /^error: The log has no deletion of \/api\/missions\/never\./],
    ["/api/astronauts/eve/medical/ex", /^error: The log has no contents of \S+: they were purged at \S+\.\n$/],
    ["/api/astronauts/eve", /^error: \/api\/astronauts\/eve exists\.\n$/],
  ];
  for (const [path, reason] of refused) {
    const { code, err } = await restore(path);
    assert.equal(code, 1);
    assert.match(err, reason);
  }
});

test("§6.1: a restore has the rights of its key only", async () => {
  await fixtures.put("/api/planets/gone", { name: "Gone", planet_type: "dwarf" });
  await served.delete("/api/planets/gone");
  const { secret } = await createKey(served, ["events:read"]);
  const { code } = await restore("/api/planets/gone", "--key", secret);
  assert.equal(code, 1);
  assertStatus(await served.get("/api/planets/gone"), 404);
});

test("§5.2, §6.1: a restore says which private records its key may not read", async () => {
  const exam = { examined_on: "2026-01-01", kind: "annual", fitness: "fit" };
  for (const id of ["ida", "ada"]) {
    await fixtures.astronaut(id);
    await fixtures.put(`/api/astronauts/${id}/medical/exam-${id}`, exam);
    assertStatus(await served.delete(`/api/astronauts/${id}?cascade=true`), 204);
  }
  const scopes = ["events:read", "astronauts:read", "astronauts:write"];
  const restoreWith = async (path: string, ...more: string[]) =>
    restore(path, "--key", (await createKey(served, [...scopes, ...more])).secret);
  const without = await restoreWith("/api/astronauts/ida");
  assert.match(without.err, /^Left out, because the key may not read them: medical\.$/m);
  const whole = await restoreWith("/api/astronauts/ada", "medical:read", "medical:write");
  assert.doesNotMatch(whole.err, /Left out/);
  for (const [id, count] of [["ida", 0] as const, ["ada", 1] as const])
    assert.equal((await served.get(`/api/astronauts/${id}/medical`)).body.total_count, count);
});

test("§6.1: what is refused says where it was to be written, so that it can be loaded once it is allowed", async () => {
  await fixtures.crew("crewed", ["una"], () => ({}));
  assertStatus(await served.delete("/api/missions/crewed?cascade=true"), 204);
  assertStatus(await served.delete("/api/astronauts/una?cascade=true"), 204);
  const { code, err } = await restore("/api/missions/crewed");
  assert.equal(code, 3, err);
  const [refused, ...others] = files.read("crewed.restored.ndjson.rejected.ndjson").trim().split("\n");
  const { path, record } = JSON.parse(refused!);
  assert.deepEqual([path, others], ["/api/missions/crewed/astronauts/una", []]);
  assert.equal((await restore("/api/astronauts/una")).code, 0);
  const dump = [{ path, record }, { records: 1 }].map((line) => `${JSON.stringify(line)}\n`).join("");
  const loaded = await runCommand(served, "load", files.write("refused.ndjson", dump));
  assert.equal(loaded.code, 0, loaded.err);
  assertStatus(await served.get(path), 200);
});
