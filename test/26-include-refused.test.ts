/** Proves what `include` may name, and who may read it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection, membership } from "../engine/declare/declare.ts";
import { text } from "../engine/declare/fields.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { itemsOf, messagesOf } from "./support/http/lists.ts";
import { type Body, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.mission("m1");
await fixtures.astronaut("ann");
await fixtures.assign("m1", "ann");

test("§5.2: include needs the scope of what it includes", async (t) => {
  const closed = await serve(undefined, { PUBLIC_READ: "false" });
  t.after(() => closed.stop());
  const put = fixturesFor(closed);
  await put.planet("mars");
  await put.mission("m", { destination: "mars" });
  const keyOf = async (...scopes: string[]) => (await createKey(closed, scopes)).secret;
  const missionsOnly = await keyOf("missions:read");
  for (const path of ["/api/missions/m", "/api/missions"]) {
    const url = `${path}?include=destination,objectives`;
    const refused = await closed.get(url, { credential: missionsOnly });
    assertRefused(refused, 403);
    assert.match(refused.body.detail, /planets:read/);
    assert.equal((await closed.get(url, { credential: await keyOf("missions:read", "planets:read") })).status, 200);
    assert.equal((await closed.get(`${path}?include=objectives`, { credential: missionsOnly })).status, 200);
  }
  await put.astronaut("a");
  await put.assign("m", "a");
  const astronautsOnly = await keyOf("astronauts:read");
  for (const [credential, url, scope] of [
    [astronautsOnly, "/api/astronauts/a?include=current_mission", "missions:read"],
    [astronautsOnly, "/api/astronauts?include=mission_crew", "missions:read"],
    [astronautsOnly, "/api/astronauts?include=current_spacecraft", "spacecraft:read"],
    [astronautsOnly, "/api/astronauts/a/missions?include=crew", "missions:read"],
    [missionsOnly, "/api/missions/m/astronauts?include=profile", "astronauts:read"],
    [missionsOnly, "/api/missions/m/astronauts/a?include=training", "astronauts:read"],
  ] as const) {
    const refused = await closed.get(url, { credential });
    assertRefused(refused, 403);
    assert.match(refused.body.detail, new RegExp(scope), url);
    assert.equal((await closed.get(url.split("?")[0]!, { credential })).status, 200, url);
    const both = await keyOf("astronauts:read", "missions:read", "spacecraft:read");
    assert.equal((await closed.get(url, { credential: both })).status, 200, url);
  }
});

test("§4.5: a declared link is included wherever it leads, but never private records", async () => {
  const name = text().required().listed();
  const about = "For this test.";
  const owners = collection("owners", { one: "owner", about, fields: { name } });
  const dogs = collection("dogs", { of: owners, one: "dog", about, flat: true, fields: { name } });
  const debts = collection("debts", { of: owners, one: "debt", about, private: "debts", fields: { name } });
  const clubs = collection("clubs", { one: "club", about, fields: { name } });
  const members = membership("members", {
    ...{ of: clubs, member: owners, one: "membership", segment: "owners", aliases: ["people"], about },
    ...{ fields: { dog: text() }, shows: ["name"] },
    links: {
      dogs: "owners/{id}/dogs",
      debts: "owners/{id}/debts",
      dog: "dogs/{dog}",
      guide: "owners/{id}/dogs/{dog}",
      all: "dogs",
      manual: "/manual/{dog}",
      entry: "clubs/{club_id}/owners/{id}",
      peers: "clubs/{club_id}/people",
    },
    reverse: { segment: "clubs", shows: ["name"], showsOwn: [], links: { self: "clubs/{id}", debt: "debts/{id}" } },
  });
  const own = await serveForFile([owners, dogs, debts, clubs, members]);
  const { put } = fixturesFor(own);
  for (const id of ["kim", "lee"]) await put(`/api/owners/${id}`, { name: id });
  await put("/api/owners/kim/dogs/rex", { name: "Rex" });
  await put("/api/owners/lee/dogs/fido", { name: "Fido" });
  await put("/api/clubs/c", { name: "C" });
  for (const id of ["kim", "lee"]) await put(`/api/clubs/c/owners/${id}`, { dog: "rex" });
  const refused = await own.get("/api/clubs/c/owners?include=debts,all,manual,entry,dogs");
  assert.deepEqual(
    refused.body.errors.map(({ message }: Body) => message.split(".")[0]),
    ["debts", "all", "manual", "entry"].map((each) => `Unknown relation "${each}"`),
  );
  assert.match(refused.body.errors[0].message, /Allowed: dogs, dog, guide, peers\.$/);
  assert.match((await own.get("/api/owners/kim/clubs?include=debt")).body.errors[0].message, /have none/);
  const entries = itemsOf(await own.get("/api/clubs/c/owners?include=dogs,dog,guide,peers"));
  const idOf = (record: Body | null) => record?.id ?? null;
  assert.deepEqual(
    entries.map(({ _embedded: { dogs, dog, guide, peers } }) => [dogs.map(idOf), dog.id, idOf(guide), peers.map(idOf)]),
    [
      [["rex"], "rex", "rex", ["kim", "lee"]],
      // The link to the guide names a dog of another owner: it leads nowhere.
      [["fido"], "rex", null, ["kim", "lee"]],
    ],
  );
});

/** What is refused: the path, and what `include` may name there. */
const REFUSED: [url: string, allowed: RegExp][] = [
  ["/api/astronauts?include=medical", /Allowed: (?!.*medical)/],
  ["/api/astronauts/ann?include=medical", /Allowed: (?!.*medical)/],
  ["/api/missions?include=astronaut", /Did you mean astronauts\?/],
  ["/api/missions/m1?include=astronaut", /Did you mean astronauts\?/],
  ["/api/missions?include=", /Allowed: /],
  ["/api/missions?include=events", /Allowed: (?!.*events)/],
  ["/api/missions/m1/astronauts?include=mission", /Allowed: profile, training\./],
  ["/api/missions/m1/astronauts/ann?include=self", /Allowed: profile, training\./],
  ["/api/missions/m1/crew?include=traning", /Did you mean training\?/],
  ["/api/missions/m1/spacecraft?include=spacecraft", /Allowed: profile\./],
  ["/api/astronauts/ann/missions?include=missions", /Allowed: crew\./],
  ["/api/spacecraft/x/missions?include=self", /Allowed: crew\./],
  [
    "/api/astronauts?include=missions",
    /Allowed: training, all_missions, current_mission, mission_crew, current_spacecraft\./,
  ],
  ["/api/space-stations?include=self", /These records have none\./],
];

for (const [url, message] of REFUSED) {
  test(`§4.5: what cannot be included is refused: ${url}`, async () => {
    const refused = await served.get(url);
    assertRefused(refused, 400, ["include", "unknown_relation"]);
    assert.match(messagesOf(refused).include!, message);
  });
}

test("§7.2: include is refused together with all other faults", async () => {
  const refused = await served.get("/api/missions?include=crews&sort=nome&include=data");
  assertRefused(
    refused,
    400,
    ["include", "unknown_relation"],
    ["include", "duplicate_parameter"],
    ["sort", "invalid_value"],
  );
});
