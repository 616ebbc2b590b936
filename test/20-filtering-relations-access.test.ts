/** Proves that questions about related records need the scopes to read them, and that private relations need none: they do not exist. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keysByScopes } from "./support/http/api-keys.ts";
import { faultsOf, serveForFile } from "./support/http/serve.ts";
import { createSmallSpace } from "./support/query/relations/small-space.ts";

const served = await serveForFile(undefined, { PUBLIC_READ: "false" });
await createSmallSpace(served);
const keyOf = keysByScopes(served);

/** Questions, and the scopes that each needs, the list's own first. */
const NEEDS: [path: string, scopes: readonly string[]][] = [
  // Fields of the entry alone need the list's scope; so do those that its items show.
  ["missions?astronauts.role=commander", ["missions"]],
  ["missions?astronauts.created_at_after=2020-01-01", ["missions"]],
  ["missions?astronauts_none.experience_years_min=3", ["missions"]],
  ["missions?astronauts_exists=true", ["missions"]],
  ["missions?astronauts.spacecraft_id_exists=true", ["missions"]],
  ["missions?astronauts.name=Ann", ["missions"]],
  ["missions?spacecraft.role=lander", ["missions"]],
  ["missions?objectives.status=failed&data.value_min=1", ["missions"]],
  ["missions?part_of.name=Apollo&sort=part_of.name", ["missions"]],
  ["missions?destination_exists=true", ["missions"]],
  ["data?mission.astronauts.role=pilot", ["missions"]],
  ["planets?moons.name=Io&atmosphere_exists=false&sort=surface.surface_type", ["planets"]],
  ["moons?planet.name=Jupiter", ["planets"]],
  ["astronauts?training.result=failed", ["astronauts"]],
  // Those of the member need the member's, too.
  ["missions?astronauts.nationality=Japan", ["missions", "astronauts"]],
  ["missions?astronauts.role=commander&astronauts.nationality=Japan", ["missions", "astronauts"]],
  ["missions?astronauts_none.nationality=Japan", ["missions", "astronauts"]],
  ["missions?any.1.name=x&any.1.astronauts.nationality=Japan", ["missions", "astronauts"]],
  ["missions?filter=astronauts.nationality:Japan", ["missions", "astronauts"]],
  ["missions?astronauts.training.result=failed", ["missions", "astronauts"]],
  ["missions?astronauts.training_exists=true", ["missions", "astronauts"]],
  ["missions?astronauts.all_missions.name=Apollo", ["missions", "astronauts"]],
  ["missions/apollo/astronauts?profile.nationality=Japan", ["missions", "astronauts"]],
  ["missions/apollo/astronauts?training.result=failed", ["missions", "astronauts"]],
  ["missions/apollo/astronauts?sort=profile.nationality", ["missions", "astronauts"]],
  ["missions?spacecraft.reusable=false", ["missions", "spacecraft"]],
  ["missions?spacecraft.navigation_system.name=AGC", ["missions", "spacecraft"]],
  ["missions?destination.name=Mars", ["missions", "planets"]],
  ["missions?destination.planet.name=Jupiter", ["missions", "planets"]],
  ["missions?sort=destination.name", ["missions", "planets"]],
  ["missions?sort_by=name,destination.name", ["missions", "planets"]],
  ["missions?group_by=destination.name", ["missions", "planets"]],
  ["missions?measure=max:destination.mean_radius_km", ["missions", "planets"]],
  ["missions?group_by=status&destination.name=Mars&format=csv", ["missions", "planets"]],
  ["missions?destination.name=Mars&format=ndjson", ["missions", "planets"]],
  ["missions?destination.name=Mars&cursor=", ["missions", "planets"]],
  ["data?mission.destination.name=Mars", ["missions", "planets"]],
  ["astronauts?current_mission.name=Ferry", ["astronauts", "missions"]],
  ["astronauts?mission_crew.role=guest", ["astronauts", "missions"]],
  ["astronauts?current_spacecraft.name=Columbia", ["astronauts", "spacecraft"]],
  ["astronauts?all_missions.operator=NASA", ["astronauts", "missions"]],
  ["astronauts?all_missions.objectives.status=failed", ["astronauts", "missions"]],
  ["spacecraft?missions.operator=NASA", ["spacecraft", "missions"]],
  ["spacecraft?missions.crew.role=guest", ["spacecraft", "missions"]],
  // Below the member, an entry has fields that only the list of the owner shows.
  ["astronauts?all_missions.role=commander", ["astronauts"]],
  ["astronauts?all_missions.spacecraft_id_exists=true", ["astronauts", "missions"]],
  ["astronauts?all_missions_none.experience_years_min=3", ["astronauts", "missions"]],
  ["astronauts?any.1.all_missions.created_at_after=2020-01-01", ["astronauts", "missions"]],
  ["spacecraft?missions.updated_at_after=2020-01-01", ["spacecraft", "missions"]],
  ["missions?include=destination", ["missions", "planets"]],
  ["missions?%64estination.name=Mars", ["missions", "planets"]],
];

for (const [path, needed] of NEEDS) {
  test(`§5.2: related records: ${path} needs ${needed.join(" and ")}`, async () => {
    const [status, ...scopes] = [200, ...needed.map((each) => `${each}:read`)] as const;
    const ask = async (...granted: string[]) =>
      served.get(`/api/${path}`, { credential: await keyOf(granted.length > 0 ? granted : ["events:read"]) });
    assert.equal((await ask(...scopes)).status, status);
    assert.equal((await served.get(`/api/${path}`, { credential: false })).status, 401);
    for (const missing of scopes) {
      const refused = await ask(...scopes.filter((each) => each !== missing));
      assert.equal(refused.status, 403, `without ${missing}`);
      assert.match(refused.text, new RegExp(missing));
    }
  });
}

/** Questions with a fault after a relation, and the status for a caller who may read missions only. */
const FAULTY: [path: string, status: number][] = [
  ["missions?destination.nmae=Mars", 403],
  ["missions?destination.planet.nmae=x", 403],
  ["missions?astronauts.training.reslt=x", 403],
  ["missions?sort=destination.nmae", 403],
  ["missions?group_by=destination.nmae", 403],
  ["missions?measure=max:destination.nmae", 403],
  ["missions?filter=destination.nmae:x", 403],
  ["missions?any.1.destination.nmae=x", 403],
  ["missions?destination.mean_radius_km=wide", 403],
  ["missions?destination.nmae=Mars&nmae=x&limit=0", 403],
  ["missions?include=destination&nmae=x", 403],
  ["missions/apollo?include=destination&nmae=x", 403],
  ["missions?destnation.name=Mars", 400],
  ["missions?objectives.sttaus=failed", 400],
  ["missions?part_of.nmae=x", 400],
];

test("§5.2: an unknown name after a relation that the caller may not read is 403; an unknown relation is 400", async () => {
  for (const [path, status] of FAULTY)
    assert.equal(
      (await served.get(`/api/${path}`, { credential: await keyOf(["missions:read"]) })).status,
      status,
      path,
    );
});

test("§5.2: the private scope makes no private relation appear in questions", async () => {
  for (const scopes of [["astronauts:read", "medical:read"], ["admin"]])
    for (const parameter of ["medical.kind", "medical_exists", "medical_none.kind"]) {
      const response = await served.get(`/api/astronauts?${parameter}=eyes`, { credential: await keyOf(scopes) });
      assert.deepEqual([response.status, faultsOf(response)], [400, [[parameter, "unknown_parameter"]]]);
    }
});

test("§5.3: the tag of a response that another caller got lets no one see more", async () => {
  const path = "/api/missions?destination.name=Mars";
  const tag = (await served.get(path)).headers.get("etag")!;
  const headers = { "if-none-match": tag };
  assert.equal((await served.get(path, { headers })).status, 304);
  assert.equal((await served.get(path, { headers, credential: await keyOf(["missions:read"]) })).status, 403);
  assert.equal((await served.get(path, { headers, credential: false })).status, 401);
});
