/** Proves that entity tags and cached lists change with what `include` embeds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, serve, serveForFile } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
for (const id of ["m1", "m2"]) await fixtures.mission(id);
for (const id of ["ann", "bob"]) await fixtures.astronaut(id);
await fixtures.assign("m1", "ann");
await fixtures.assign("m1", "bob", { role: "commander" });

test("§4.10: the ETag covers what is embedded, and is not valid in If-Match", async () => {
  await fixtures.put("/api/missions/m2/objectives/o1", { title: "Land" });
  for (const url of [
    "/api/missions/m2?include=objectives",
    "/api/missions?include=objectives",
    "/api/missions?%69nclude=objectives",
  ]) {
    const before = await served.get(url);
    const etag = before.headers.get("etag")!;
    assert.equal((await served.get(url, { headers: { "if-none-match": etag } })).status, 304);
    // Unlike a new objective, this does not change the mission.
    assert.equal((await served.patch("/api/missions/m2/objectives/o1", { title: url })).status, 200);
    const after = await served.get(url);
    assert.notEqual(after.headers.get("etag"), etag);
    assert.equal((await served.get(url, { headers: { "if-none-match": etag } })).status, 200);
    assert.notDeepEqual(after.body, before.body);
  }
  const { headers } = await served.get("/api/missions/m2?include=objectives");
  const write = { headers: { "if-match": headers.get("etag")! }, body: { name: "Changed" } };
  assertRefused(await served.request("PATCH", "/api/missions/m2", write), 412);
});

/** Responses that embed what other links than those of sub-resources lead to, and a change of only that. */
const DEPENDENT: [url: string, changed: string, body: object][] = [
  ["/api/astronauts/eve?include=current_mission", "/api/missions/apollo", { operator: "NASA" }],
  ["/api/astronauts/eve?include=mission_crew", "/api/missions/apollo/astronauts/fay", { role: "medic" }],
  ["/api/astronauts?include=current_spacecraft&fields=name", "/api/spacecraft/csm", { power_w: 1 }],
  ["/api/missions/apollo/astronauts?include=profile", "/api/astronauts/eve", { nationality: "Japan" }],
  ["/api/missions/apollo/crew/eve?include=training", "/api/astronauts/eve/training/t", { hours: 1 }],
  ["/api/missions/apollo/spacecraft?include=profile", "/api/spacecraft/csm", { power_w: 2 }],
  ["/api/astronauts/eve/missions?include=crew", "/api/missions/apollo/astronauts/fay", { role: "pilot" }],
  ["/api/spacecraft/csm/missions?include=crew", "/api/missions/apollo/astronauts/fay", { role: "guest" }],
];

for (const { name: store, create, skip: skipped } of STORE_KINDS) {
  test(`§4.10: ${store}: the ETag changes with what any link leads to`, { skip: skipped }, async () => {
    await using database = await create();
    await using served = await serve(undefined, { DATABASE_URL: database.url });
    const fixtures = fixturesFor(served);
    await fixtures.mission("apollo");
    await fixtures.spacecraft("csm");
    await fixtures.equip("apollo", "csm");
    for (const id of ["eve", "fay"]) {
      await fixtures.astronaut(id);
      await fixtures.assign("apollo", id, { spacecraft_id: "csm" });
    }
    await fixtures.put("/api/astronauts/eve/training/t", { course: "c" });
    for (const [url, changed, body] of DEPENDENT) {
      const before = await served.get(url);
      const headers = { "if-none-match": before.headers.get("etag")! };
      assert.equal(before.headers.get("last-modified"), null, url);
      assert.equal((await served.get(url, { headers })).status, 304, url);
      assert.equal((await served.patch(changed, body)).status, 200, changed);
      const after = await served.get(url, { headers });
      assert.equal(after.status, 200, url);
      assert.notEqual(after.headers.get("etag"), headers["if-none-match"], url);
      assert.notDeepEqual(after.body, before.body, url);
    }
  });
}

test("§4.10: a cached list with embedded records shows every change of them", async () => {
  const url = "/api/missions?include=astronauts&id_in=m1";
  const roles = async () =>
    assertStatus(await served.get(url), 200)
      .body.missions[0]._embedded.astronauts.map(({ role }: Body) => role)
      .join();
  for (let times = 0; times < 3; times += 1) assert.equal(await roles(), "pilot,commander");
  await served.patch("/api/missions/m1/astronauts/ann", { role: "observer" });
  assert.equal(await roles(), "observer,commander");
  await served.patch("/api/missions/m1/astronauts/ann", { role: "pilot" });
});
