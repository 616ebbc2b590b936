/** Proves that a 404 names a record with a similar id, if the caller may read it (§12.2). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serve, serveForFile } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

/** The path of a record that does not exist, and the detail of its 404. */
const MISSING: [path: string, detail: string][] = [
  ["/api/missions/appolo-11", "There is no such mission. Did you mean apollo-11?"],
  ["/api/missions/Apollo-11", "There is no such mission. Did you mean apollo-11?"],
  ["/api/missions/apollo%2011", "There is no such mission. Did you mean apollo-11?"],
  ["/api/missions/voyager-1", "There is no such mission."],
  ["/api/missions/%00", "There is no such mission."],
  ["/api/planets/mars/moons/phobo", "There is no such moon. Did you mean phobos?"],
  ["/api/planets/earth/moons/phobo", "There is no such moon."],
  ["/api/planets/earth/atmosphere", "There is no such atmosphere."],
  ["/api/missions/apollo-11/astronauts/buz", "There is no such crew member. Did you mean buzz?"],
  ["/api/missions/apollo-13/astronauts/buz", "There is no such crew member."],
];

/** The path of a list below a record that does not exist, and the detail of its 404. */
const MISSING_PARENTS: [path: string, detail: string][] = [
  ["/api/missions/apolo-11/objectives", 'There is no mission with the id "apolo-11". Did you mean apollo-11?'],
  ["/api/missions/apolo-11/astronauts", 'There is no mission with the id "apolo-11". Did you mean apollo-11?'],
  ["/api/astronauts/buz/missions", 'There is no astronaut with the id "buz". Did you mean buzz?'],
  ["/api/astronauts/buz/medical", 'There is no astronaut with the id "buz".'],
  ["/api/planets/venus/moons", 'There is no planet with the id "venus".'],
];

for (const { name: store, create, skip } of STORE_KINDS) {
  test(`§12.2: ${store}: a 404 names a record with a similar id, among the records of the list`, {
    skip,
  }, async () => {
    await using database = await create();
    await using served = await serve(undefined, { DATABASE_URL: database.url });
    const fixtures = fixturesFor(served);
    for (const id of ["apollo-11", "apollo-13"]) await fixtures.mission(id);
    for (const id of ["earth", "mars"]) await fixtures.planet(id);
    await fixtures.moon("mars", "phobos");
    await fixtures.astronaut("buzz");
    await fixtures.assign("apollo-11", "buzz");
    for (const [path, detail] of MISSING) {
      const requests = [served.get(path), served.patch(path, {}), served.delete(path)];
      for (const answer of await Promise.all(requests))
        assert.equal(assertStatus(answer, 404).body.detail, detail, path);
    }
    for (const [path, detail] of MISSING_PARENTS)
      assert.equal(assertStatus(await served.get(path), 404).body.detail, detail, path);
    const sent = await served.post("/api/missions/apolo-11/objectives", { title: "Land" });
    assert.equal(assertStatus(sent, 404).body.detail, MISSING_PARENTS[0]![1]);
  });
}

test("§12.2: a 404 names one record of many, and none with an id that is like a generated one", async () => {
  const served = await serveForFile(secondDomain);
  const ids = Array.from({ length: 150 }, (_, at) => `pen-${100 + at}`);
  await Promise.all(ids.map((id) => served.put(`/api/products/${id}`, { name: "Pen", price: 1 })));
  const detailOf = async (id: string) => (await served.get(`/api/products/${id}`)).body.detail;
  assert.equal(await detailOf("pen-175a"), "There is no such product. Did you mean pen-175?");
  const { body } = await served.post("/api/products", { name: "Ink", price: 1 });
  const another = body.id.replace(/.{6}$/, (end: string) => end.replace(/./g, (digit) => (digit === "0" ? "1" : "0")));
  assert.equal(await detailOf(another), "There is no such product.");
});

test("§4.4, §12.2: the repetition of a request gets the same 404", async () => {
  const served = await serveForFile();
  const patch = () =>
    served.request("PATCH", "/api/missions/voyager-3", {
      body: { name: "V" },
      headers: { "idempotency-key": "similar-ids" },
    });
  await served.put("/api/missions/voyager-2", { name: "Voyager 2" });
  const first = assertStatus(await patch(), 404);
  assert.match(first.body.detail, /Did you mean voyager-2\?/);
  await served.delete("/api/missions/voyager-2");
  assert.equal(assertStatus(await patch(), 404).body.detail, first.body.detail);
});

test("§12.2, §12.13: a 404 names no record that the caller may not see", async () => {
  const served = await serveForFile();
  await fixturesFor(served).mission("m");
  const { headers } = await served.request("POST", "/api/missions/m/data", {
    body: [{ instrument: "i", parameter: "p", collected_at: "2026-01-01T00:00:00Z" }],
    headers: { prefer: "respond-async" },
  });
  const path = headers.get("location")!.slice(0, -1);
  const { secret } = await createKey(served, ["missions:write"]);
  for (const credential of [secret, undefined])
    assert.equal((await served.get(path, credential ? { credential } : {})).body.detail, "There is no such operation.");
});
