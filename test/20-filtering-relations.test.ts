/** Proves what filters of related records find, sentence by sentence. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { idsOf } from "./support/http/lists.ts";
import { serveForFile } from "./support/http/serve.ts";
import { BETWEEN, createSmallSpace } from "./support/query/relations/small-space.ts";

const served = await serveForFile();
const fixtures = await createSmallSpace(served);

async function idsAt(path: string): Promise<string[]> {
  const response = await served.get(`/api/${path}`);
  assert.equal(response.status, 200, response.text);
  const ids = idsOf(response);
  assert.equal(response.body.total_count, ids.length, path);
  return ids;
}

/** What is asked, and the ids found, in order. */
type Answers = Record<string, readonly string[]>;

const ALL = ["apollo", "clipper", "ferry", "gemini", "juno", "soyuz", "viking"];
const without = (...ids: string[]) => ALL.filter((id) => !ids.includes(id));

const SENTENCES: Record<string, Answers> = {
  "a record is kept if one related record satisfies all filters given for the relation": {
    "missions?astronauts.nationality=japan": ["apollo", "ferry", "gemini"],
    "missions?astronauts.role=commander&astronauts.nationality=Japan": ["apollo"],
    "missions?astronauts.role=pilot&astronauts.nationality=Japan&astronauts.experience_years_max=1": ["gemini"],
    "missions?objectives.status=failed": ["viking"],
    "missions?objectives.status=failed&objectives.priority=1": [],
    "missions?data.instrument=vane&data.value_min=7": ["viking"],
    "planets?moons.discovered_by=Hall": ["mars"],
    "planets?atmosphere.surface_pressure_pa_min=1000": [],
    "planets?atmosphere.surface_pressure_pa_min=600&surface.surface_type=rock": ["mars"],
    "moons?planet.name=Jupiter": ["europa", "io"],
    "data?mission.name=viking": ["wind"],
    "spacecraft?navigation_system.guidance_type=inertial": ["csm"],
    "astronauts?training.course=diving&training.result=failed": ["bob"],
    "astronauts?current_mission.name=Ferry": ["eve"],
    "astronauts?mission_crew.role=guest": ["eve"],
    "astronauts?current_spacecraft.name=Columbia": ["eve"],
    "missions?part_of.operator=nasa": ["ferry"],
  },
  "they combine with the list's own filters, and with `search`": {
    "missions?astronauts.nationality=Japan&status=completed": ["apollo", "gemini"],
    "missions?astronauts.nationality=Japan&search=gem": ["gemini"],
    "missions?astronauts.nationality=Japan&spacecraft.role=lander": ["apollo"],
  },
  "_none: no related record satisfies all filters given for it": {
    "missions?astronauts_none.nationality=Japan": without("apollo", "ferry", "gemini"),
    "missions?astronauts_none.nationality=Japan&astronauts_none.role=commander": without("apollo"),
    "missions?astronauts.nationality=India&astronauts_none.nationality=Japan": ["soyuz"],
    "moons?planet_none.has_rings=true": ["phobos"],
    "missions?part_of_none.name=Apollo": without("ferry"),
  },
  "_exists asks for any at all": {
    "missions?astronauts_exists=true": ["apollo", "ferry", "gemini", "soyuz"],
    "missions?astronauts_exists=false": ["clipper", "juno", "viking"],
    "planets?atmosphere_exists=false": ["jupiter"],
    "astronauts?all_missions.spacecraft_exists=true": ["ann", "bob", "eve"],
    "astronauts?all_missions.spacecraft_exists=false": ["bob", "dan", "eve"],
    "missions?astronauts_exists=true&astronauts.nationality=Japan": ["apollo", "ferry", "gemini"],
    "missions?astronauts_none.training_exists=true": without("apollo", "gemini", "soyuz"),
    "missions?destination_exists=true": ["clipper", "juno", "viking"],
  },
  "a not after a dot keeps only records with a related one that differs": {
    "missions?astronauts.nationality_not=Japan": ["apollo", "gemini", "soyuz"],
    "missions?astronauts.nationality_not_in=Japan,India": ["soyuz"],
    "missions?astronauts.nationality_exists=false": ["soyuz"],
    "missions?astronauts.training_none.result=failed": ["apollo", "ferry", "gemini", "soyuz"],
    "missions?astronauts_none.training.result=failed": without("apollo", "gemini", "soyuz"),
    "missions?operator_not=NASA": without("apollo", "clipper"),
    "missions?operator_not_in=nasa,Roscosmos": without("apollo", "clipper", "soyuz"),
  },
  "in two steps, one record of the first satisfies all, and within it one of the second": {
    "astronauts?all_missions.astronauts.role=commander&all_missions.astronauts.nationality=India": ["bob", "eve"],
    "spacecraft?missions.status=completed&missions.astronauts.role=guest": [],
    "spacecraft?missions.status=planned&missions.astronauts.role=guest": ["csm"],
    "spacecraft?any.1.missions.status=completed&any.2.missions.astronauts.role=guest": ["csm", "lm"].slice(0, 1),
    "spacecraft?missions_none.astronauts.role=guest": ["lm"],
    "spacecraft?missions.astronauts_none.role=guest": ["csm", "lm"],
    "moons?planet.atmosphere.surface_pressure_pa_min=600": ["phobos"],
    "missions?astronauts.training.result=failed&astronauts.role=commander": ["gemini"],
    "missions?astronauts.profile.nationality=Japan&astronauts.role=commander": ["apollo"],
    "astronauts?all_missions.part_of.name=Apollo": ["eve"],
  },
  "a reference to several kinds has the fields of all; a field of one kind keeps only that kind": {
    "missions?destination.name_contains=u": ["clipper", "juno"],
    "missions?destination.mean_radius_km_max=4000": ["clipper", "viking"],
    "missions?destination.planet_type=gas_giant": ["juno"],
    "missions?destination.planet_type_not=gas_giant": ["viking"],
    "missions?destination.planet_type_exists=false": [],
    "missions?destination.moon_count_min=0": ["juno", "viking"],
    "missions?destination.planet_id=jupiter": ["clipper"],
    "missions?destination.planet.name=Jupiter": ["clipper"],
    "missions?destination.moons.name=Io": ["juno"],
    "missions?destination.moons_none.name=Io": ["viking"],
    "missions?destination.planet_exists=false": [],
    "missions?destination.name_exists=true&destination.has_rings=true": ["juno"],
    "missions?destination_none.planet_type=gas_giant": without("juno"),
    "missions?destination_none.planet_type_exists=true": without("juno", "viking"),
    "data?mission.destination.planet_type=terrestrial": ["wind"],
    "missions?destination.planet_type=gas_giant&destination.planet_id=jupiter": [],
    "missions?destination.planet_type=gas_giant&destination.planet.name=Jupiter": [],
    "missions?destination_none.planet_type=gas_giant&destination_none.planet_id=jupiter": ALL,
    "data?mission.destination.planet_type=terrestrial&mission.destination.planet_id=mars": [],
  },
  "two names of one list are one relation": {
    "missions?crew.role=commander&astronauts.nationality=Japan": ["apollo"],
    "missions?crew_none.role=commander&astronauts_none.nationality=Japan": without("apollo"),
    "spacecraft?missions.crew.role=pilot&missions.astronauts.nationality=Japan": [],
    "astronauts?all_missions.crew.role=pilot&all_missions.astronauts.nationality=Japan": ["bob", "eve"],
  },
  "alternatives: those of one number combine with OR, the rest with AND; each is independent": {
    "missions?any.1.operator=Roscosmos&any.1.destination=mars": ["soyuz", "viking"],
    "missions?any.1.operator=Roscosmos&any.1.operator_exists=false&any.2.status=active": ["juno"],
    "missions?any.9.operator=Roscosmos": ["soyuz"],
    "missions?any.1.name=viking&any.1.name_starts_with=j&status=completed": ["viking"],
    "missions?any.1.astronauts.role=commander&any.1.astronauts.nationality=Chile": ["apollo", "gemini"],
    "missions?any.1.astronauts.role=commander&any.2.astronauts.nationality=Japan": ["apollo", "gemini"],
    "missions?any.1.astronauts.role=guest&astronauts.nationality=India": ["soyuz"],
    "missions?any.1.astronauts_none.role_exists=true&any.1.name=apollo": without("ferry", "gemini", "soyuz"),
    "missions?any.1.astronauts_exists=false&any.1.spacecraft.role=lander": ["apollo", "clipper", "juno", "viking"],
    "missions?any.1.objectives.priority=1&any.1.objectives.status=pending": ["clipper", "viking"],
  },
  "from both sides an entry has all its own fields before the other's": {
    [`missions?astronauts.created_at_after=${BETWEEN}`]: ["apollo", "ferry", "gemini", "soyuz"],
    [`missions?astronauts.profile.created_at_after=${BETWEEN}`]: [],
    [`astronauts?all_missions.created_at_after=${BETWEEN}`]: ["ann", "bob", "dan", "eve"],
    [`spacecraft?missions.created_at_after=${BETWEEN}`]: ["csm", "lm"],
    "astronauts?all_missions.role=commander&all_missions.operator=NASA": ["ann"],
    "astronauts?all_missions.experience_years_min=5": ["ann", "eve"],
    "astronauts?all_missions.spacecraft_id=csm": ["ann", "eve"],
    "astronauts?all_missions.spacecraft_id_exists=false": ["bob", "dan", "eve"],
    "astronauts?all_missions.id=APOLLO": ["ann", "bob"],
    "astronauts?all_missions.status=planned": ["eve"],
    "missions?astronauts.id=ann": ["apollo"],
    "missions?astronauts.status=active&astronauts.name=Dan": ["soyuz"],
    "missions?spacecraft.role=orbiter&spacecraft.status=retired": ["apollo"],
    "missions?spacecraft.status=retired": ["apollo", "ferry"],
    "spacecraft?missions.role=lander": ["lm"],
  },
  "counts take every integer operator, after a dot as well": {
    "missions?astronaut_count_in=1,7": ["ferry"],
    "missions?astronaut_count_not=0": ["apollo", "ferry", "gemini", "soyuz"],
    "missions?astronaut_count_not_in=0,2": ["ferry"],
    "missions?astronaut_count_exists=false": [],
    "missions?astronaut_count_exists=true": ALL,
    "missions?astronauts.mission_count=3": ["apollo", "gemini", "soyuz"],
    "missions?astronauts.mission_count_in=2,9&astronauts.role=guest": ["ferry"],
    "missions?part_of.astronaut_count_min=2": ["ferry"],
    "data?mission.objective_count_not=1": ["wind"],
  },
  "filter=<path>:<value> is the compact form": {
    "missions?filter=astronauts.nationality:Japan": ["apollo", "ferry", "gemini"],
    "missions?filter=astronauts.nationality:Japan&filter=astronauts.role:commander": ["apollo"],
    "missions?filter=astronauts_none.nationality:Japan&filter=status:active": ["clipper", "juno"],
    "missions?filter=destination.planet.name:Jupiter": ["clipper"],
  },
  "every list takes them: crews, vehicles, reference lists, lists below a record, flat views": {
    "missions/apollo/astronauts?profile.nationality=Japan": ["ann"],
    "missions/apollo/crew?training.result=failed": ["bob"],
    "missions/apollo/astronauts?profile_none.nationality=Japan&role=pilot": ["bob"],
    "missions/apollo/spacecraft?profile.status=retired": ["csm"],
    "astronauts/bob/missions?crew.nationality=Japan": ["apollo", "gemini"],
    "astronauts/bob/missions?crew.nationality=Japan&crew.role=pilot&role=commander": ["gemini"],
    "spacecraft/csm/missions?crew.role=guest": ["ferry"],
    "planets/jupiter/moons?planet.has_rings=true&name=io": ["io"],
    "missions/viking/objectives?mission.destination.name=Mars&priority=2": ["live"],
    "astronauts/bob/training?astronaut.all_missions.role=commander": ["dive-b", "fly"],
    "moons?planet.moons.discovered_by=Hall": ["phobos"],
  },
};

for (const [sentence, answers] of Object.entries(SENTENCES)) {
  test(`§4.5: related records: ${sentence}`, async () => {
    for (const [asked, ids] of Object.entries(answers)) assert.deepEqual(await idsAt(asked), ids, asked);
  });
}

test("§4.5: related records: a planet and a moon of the same id are told apart", async () => {
  await fixtures.moon("mars", "deimos", { name: "Deimos" });
  await fixtures.mission("hope", { name: "Hope", destination: "deimos" });
  await fixtures.planet("deimos", { name: "Other", planet_type: "dwarf" });
  assert.deepEqual(await idsAt("missions?destination.planet_type=dwarf"), []);
  assert.deepEqual(await idsAt("missions?destination.name=Other"), []);
  assert.deepEqual(await idsAt("missions?destination.name=Deimos&destination.planet_id=mars"), ["hope"]);
  assert.deepEqual((await idsAt("missions?sort=destination.name:desc")).slice(0, 4), [
    "viking",
    "juno",
    "clipper",
    "hope",
  ]);
  for (const path of ["missions/hope", "planets/deimos", "planets/mars/moons/deimos"])
    assert.equal((await served.delete(`/api/${path}`)).status, 204);
});
