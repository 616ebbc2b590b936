/** Proves that an invalid question about related records is refused, with the parameter at fault and a suggestion along its whole path. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { messagesOf } from "./support/http/lists.ts";
import { faultsOf, serveForFile } from "./support/http/serve.ts";
import { createSmallSpace } from "./support/query/relations/small-space.ts";

const served = await serveForFile();
await createSmallSpace(served);

const ask = (path: string) => served.get(`/api/${path}`);

/** Near misses anywhere in the name of a parameter: the whole path is suggested. */
const MISSPELLED: [path: string, suggestion: string][] = [
  ["missions?astronuats.nationality=x", "astronauts.nationality"],
  ["missions?astronauts.nationalty=x", "astronauts.nationality"],
  ["missions?astronauts.nationality_nto=x", "astronauts.nationality_not"],
  ["missions?astronauts_nome.role=x", "astronauts_none.role"],
  ["missions?astronauts_none.rol=x", "astronauts_none.role"],
  ["missions?astronauts.trainig.result=passed", "astronauts.training.result"],
  ["missions?astronauts.training.reslt=passed", "astronauts.training.result"],
  ["missions?any.1.astronuats.role=x", "any.1.astronauts.role"],
  ["missions?any.1.astronauts.rol=x", "any.1.astronauts.role"],
  ["missions?any.1.nmae=x", "any.1.name"],
  ["missions?astronauts_exist=true", "astronauts_exists"],
  ["missions?astronauts.training_exist=true", "astronauts.training_exists"],
  ["missions?destination.planet_typ=dwarf", "destination.planet_type"],
  ["missions/apollo/astronauts?profil.name=x", "profile.name"],
  ["missions?astronauts_not.role=x", "astronauts_none.role"],
  // Names of related fields by themselves.
  ["missions?nationality_in=x", "crew.nationality_in"],
  ["missions?any.1.nationality=x", "any.1.crew.nationality"],
  ["moons?planet_type=x", "planet.planet_type"],
  ["missions?astronauts.result=passed", "astronauts.training.result"],
];

for (const [path, suggestion] of MISSPELLED) {
  test(`§4.6: related records: a name like that of another parameter: ${path}`, async () => {
    const parameter = path.slice(path.indexOf("?") + 1, path.indexOf("="));
    const response = await ask(path);
    assert.deepEqual([response.status, faultsOf(response)], [400, [[parameter, "unknown_parameter"]]], response.text);
    assert.ok(messagesOf(response)[parameter]!.includes(`Did you mean ${suggestion}?`), response.text);
  });
}

/** Requests with one fault each: the parameter, its code, and what the message says. */
const FAULTS: [path: string, parameter: string, code: string, message: RegExp][] = [
  // A near miss in a value is suggested, too.
  ["missions?filter=astronuats.nationality:x", "filter", "invalid_value", /Did you mean astronauts\.nationality\?/],
  ["missions?filter=astronauts.nationalty:x", "filter", "invalid_value", /Did you mean astronauts\.nationality\?/],
  ["missions?sort=destnation.name", "sort", "invalid_value", /Did you mean destination\.name\?/],
  ["missions?sort=destination.nmae:desc", "sort", "invalid_value", /Did you mean destination\.name\?/],
  ["missions?sort_by=name,destination.nmae", "sort_by", "invalid_value", /Did you mean destination\.name\?/],
  ["missions?group_by=destnation.name", "group_by", "invalid_value", /Did you mean destination\.name\?/],
  ["missions?group_by=destination.planet_typ", "group_by", "invalid_value", /Did you mean destination\.planet_type\?/],
  [
    "missions?measure=max:destination.mean_radius_k",
    "measure",
    "invalid_value",
    /Did you mean destination\.mean_radius_km\?/,
  ],
  // Unlike any name.
  ["missions?zeppelins.name=x", "zeppelins.name", "unknown_parameter", /^Unknown parameter zeppelins\.name/],
  ["space-stations?missions.name=x", "missions.name", "unknown_parameter", /Unknown/],
  ["missions?any.0.name=x", "any.0.name", "unknown_parameter", /any\.<n>\.<filter>/],
  ["missions?any.10.name=x", "any.10.name", "unknown_parameter", /any\.<n>\.<filter>/],
  ["missions?any.name=x", "any.name", "unknown_parameter", /any\.<n>\.<filter>/],
  ["missions?any.1=x", "any.1", "unknown_parameter", /any\.<n>\.<filter>/],
  ["missions?astronauts.=x", "astronauts.", "unknown_parameter", /Unknown/],
  ["missions?astronauts=x", "astronauts", "unknown_parameter", /filtered by astronauts\.<filter>/],
  ["missions?astronauts_none=x", "astronauts_none", "unknown_parameter", /filtered by astronauts_none\.<filter>/],
  // Beyond two relations, none is suggested.
  ["missions?crew.training.planet_type=x", "crew.training.planet_type", "unknown_parameter", /planet_type\.$/],
  ["missions?astronauts_none_exists=true", "astronauts_none_exists", "unknown_parameter", /Unknown/],
  ["missions?astronauts.mission_id=apollo", "astronauts.mission_id", "unknown_parameter", /Unknown/],
  ["missions?self.name=x", "self.name", "unknown_parameter", /Unknown/],
  ["missions?events.type=x", "events.type", "unknown_parameter", /Unknown/],
  // Values and operators are those of the field.
  ["missions?astronauts.age=old", "astronauts.age", "invalid_value", /an integer/],
  ["missions?astronauts.status=asleep", "astronauts.status", "invalid_value", /active, retired/],
  ["missions?destination.planet_type=rocky", "destination.planet_type", "invalid_value", /terrestrial, gas_giant/],
  ["missions?destination.discovered_on=soon", "destination.discovered_on", "invalid_value", /YYYY-MM-DD/],
  ["missions?astronauts.nationality_in=%22a", "astronauts.nationality_in", "invalid_value", /double quotes/],
  ["missions?astronauts_exists=maybe", "astronauts_exists", "invalid_value", /true or false/],
  ["missions?astronauts.training_exists=1", "astronauts.training_exists", "invalid_value", /true or false/],
  ["missions?astronauts.mission_count=many", "astronauts.mission_count", "invalid_value", /an integer/],
  ["missions?astronauts.age_contains=1", "astronauts.age_contains", "unknown_parameter", /Allowed/],
  [
    "missions?operator_not_contains=x",
    "operator_not_contains",
    "unknown_parameter",
    /^Unknown parameter operator_not_contains\. Allowed/,
  ],
  ["missions?filter=nationality:x", "filter", "invalid_value", /Did you mean crew\.nationality\?/],
  ["planets?atmosphere.composition=x", "atmosphere.composition", "unknown_parameter", /Unknown|Allowed/],
  ["missions?filter=astronauts.role_not:x", "filter", "invalid_value", /Unknown field/],
  ["missions?filter=astronauts_exists:true", "filter", "invalid_value", /Unknown field/],
  ["missions?astronauts.role=a&astronauts.role=b", "astronauts.role", "duplicate_parameter", /once/],
  // One step to one record.
  ["missions?sort=astronauts.name", "sort", "invalid_value", /Unknown field/],
  ["missions?group_by=objectives.status", "group_by", "invalid_value", /Unknown field/],
  ["planets?measure=max:moons.mean_radius_km", "measure", "invalid_value", /Unknown field/],
  ["data?sort=mission.destination.name", "sort", "invalid_value", /Unknown field/],
  ["planets?group_by=atmosphere.notes", "group_by", "invalid_value", /./],
  ["missions?sort=destination.name,destination.name", "sort", "invalid_value", /only once/],
  // Limits.
  [
    "missions?astronauts.all_missions.spacecraft.name=x",
    "astronauts.all_missions.spacecraft.name",
    "too_many",
    /more than 2/,
  ],
  [
    "missions?astronauts.all_missions.spacecraft_exists=true",
    "astronauts.all_missions.spacecraft_exists",
    "too_many",
    /more than 2/,
  ],
  [
    "missions?astronauts.role=a&spacecraft.role=b&objectives.title=c&data.unit=d&destination.name=e&part_of.name=f",
    "part_of.name",
    "too_many",
    /more than 5/,
  ],
  [
    "missions?astronauts.role=a&spacecraft.role=b&objectives.title=c&data.unit=d&destination.name=e&sort=part_of.name",
    "sort",
    "too_many",
    /more than 5/,
  ],
  [`missions?astronauts.nationality_in=${"x,".repeat(100)}`, "astronauts.nationality_in", "too_many_values", /100/],
  [
    `missions?operator_in=${"x,".repeat(59)}&any.1.astronauts.role_not_in=${"x,".repeat(59)}`,
    "any.1.astronauts.role_not_in",
    "too_many_values",
    /100/,
  ],
];

for (const [path, parameter, code, message] of FAULTS) {
  test(`§4.6: related records: refused: ${path.slice(0, 80)}`, async () => {
    const response = await ask(path);
    assert.equal(response.status, 400, response.text);
    assert.deepEqual(faultsOf(response), [[parameter, code]], response.text);
    assert.match(messagesOf(response)[parameter]!, message);
  });
}

test("§8.1: five relations and a hundred values are not too many; one relation counts once", async () => {
  for (const query of [
    "astronauts.role=a&astronauts.name=b&spacecraft.role=b&objectives.title=c&data.unit=d&destination.name=e&crew.id=f",
    `astronauts.nationality_in=${"x,".repeat(99)}`,
    "astronauts.training.result=failed&astronauts.training.course=x&astronauts.all_missions.role=x&sort=destination.name",
  ])
    assert.equal((await ask(`missions?${query}`)).status, 200, query);
});

/** What is no filter: allowed after no dot, and in no alternative. */
const NOT_FILTERS = [
  ...["search=x", "filter=name:x", "any.1.name=x", "page=1", "limit=1", "cursor=", "fields=name", "include=training"],
  ...["sort=name", "sort_by=name", "order=asc", "group_by=name", "measure=count", "format=csv"],
];

test("§4.5: after a dot, and in an alternative, only filters are allowed", async () => {
  for (const before of ["astronauts.", "astronauts_none.", "astronauts.training.", "any.2.", "any.2.astronauts."])
    for (const parameter of NOT_FILTERS) {
      const response = await ask(`missions?${before}${parameter}`);
      const name = before + parameter.slice(0, parameter.indexOf("="));
      assert.deepEqual([response.status, faultsOf(response)], [400, [[name, "unknown_parameter"]]], name);
    }
});

test("§7.1: all faults are listed at once", async () => {
  const response = await ask(
    "missions?astronauts.age=x&astronuats.role=y&destination.nmae=z&any.1.zzz=1&sort=destination.q&a.b.c=1&limit=0",
  );
  const expected = ["astronauts.age", "astronuats.role", "destination.nmae", "any.1.zzz", "sort", "a.b.c", "limit"];
  assert.equal(response.status, 400);
  assert.deepEqual(
    faultsOf(response)
      .map(([parameter]) => parameter)
      .sort(),
    expected.sort(),
  );
});
