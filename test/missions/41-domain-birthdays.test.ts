/** Proves that ages are kept up to date as days pass (§2.7, §12.9). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { fixturesFor } from "../support/http/fixtures.ts";
import { serve, serveForFile, TestClock } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);

await fixtures.astronaut("tomorrow", { birth_date: "1990-01-16" });
await fixtures.astronaut("leap-day", { birth_date: "2000-02-29" });
await fixtures.astronaut("dead", { birth_date: "1930-01-16", death_date: "1999-12-31" });
await fixtures.astronaut("declared", { age: 40 });
const read = (id: string) => fixtures.read(`/api/astronauts/${id}`);

test("§12.9: no age changes before midnight UTC", async () => {
  served.clock.set("2026-01-15T23:59:59.999Z");
  await served.store.startDay();
  assert.equal((await read("tomorrow")).age, 35);
});

test("§12.9: a birthday at midnight UTC changes the age and updated_at", async () => {
  const before = await read("tomorrow");
  served.clock.set("2026-01-16T00:00:00.000Z");
  await served.store.startDay();
  const after = await read("tomorrow");
  assert.deepEqual({ ...after, age: 35, updated_at: before.updated_at }, before);
  assert.deepEqual([after.age, after.updated_at], [36, "2026-01-16T00:00:00.000Z"]);
});

test("§12.9: midnight changes no other astronaut: none who is dead, none with a declared age", async () => {
  for (const [id, age] of [
    ["dead", 69],
    ["declared", 40],
    ["leap-day", 25],
  ] as const) {
    const { age: now, created_at, updated_at } = await read(id);
    assert.deepEqual([now, updated_at], [age, created_at], id);
  }
});

test("§12.9: an astronaut born on 29 February is a year older on 1 March", async () => {
  served.clock.set("2026-02-28T12:00:00.000Z");
  await served.store.startDay();
  assert.equal((await read("leap-day")).age, 25);
  served.clock.set("2026-03-01T00:00:00.000Z");
  await served.store.startDay();
  assert.equal((await read("leap-day")).age, 26);
});

test("§2.7: filters and sorts use the current age", async () => {
  const ids = async (query: string) =>
    (await fixtures.read(`/api/astronauts?${query}`)).astronauts.map((each: { id: string }) => each.id);
  assert.deepEqual(await ids("age=36"), ["tomorrow"]);
  assert.deepEqual(await ids("sort=age:desc"), ["dead", "declared", "tomorrow", "leap-day"]);
  served.clock.set("2027-01-16T00:00:00.000Z");
  await served.store.startDay();
  assert.deepEqual(await ids("age=36"), []);
  assert.deepEqual(await ids("age=37"), ["tomorrow"]);
});

test("§12.9: several missed days are caught up at once", async () => {
  served.clock.set("2036-03-01T09:00:00.000Z");
  await served.store.startDay();
  assert.deepEqual([(await read("tomorrow")).age, (await read("leap-day")).age], [46, 36]);
});

test("§12.9: a birthday while the service was stopped is caught up at its start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-birthday-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { DATABASE_URL: `sqlite:${join(folder, "test.db")}` };
  const clock = new TestClock();
  const first = await serve(domain, settings, clock);
  await first.put("/api/astronauts/ann", { name: "Ann", birth_date: "1990-06-01" });
  await first.stop();
  clock.set("2026-06-01T08:00:00.000Z");
  const second = await serve(domain, settings, clock);
  const { body } = await second.get("/api/astronauts/ann");
  await second.stop();
  assert.deepEqual([body.age, body.updated_at], [36, "2026-06-01T08:00:00.000Z"]);
});
