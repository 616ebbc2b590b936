/** Proves what chips say of filters of related records and of alternatives (§4.12), and how making such filters changes the query. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { filtersOfGroup, groupingsIn } from "../explorer/src/address/groups.ts";
import { replaced, withParameters } from "../explorer/src/address/query.ts";
import { chipsIn, sentenceOf } from "../explorer/src/components/chips/chips-in.ts";
import {
  type Change,
  withAlternative,
  withChanged,
  withCondition,
  withQuestion,
} from "../explorer/src/components/filter/changes.ts";
import { extensionsOf } from "../explorer/src/components/filter/extensions.ts";
import { describe } from "../kit/description/describe.ts";
import { filterPathOf, type Step } from "../kit/description/filter-paths.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Body } from "./support/http/serve.ts";

const served = await serveBuiltIn();
const { list } = describe((await served.get("/openapi.json")).body);
const MISSIONS = list("/api/missions")!;
const NAMES: Readonly<Record<string, string>> = { mars: "Mars", "yuri-gagarin": "Yuri Gagarin" };

function chipsOf(search: string) {
  return chipsIn(MISSIONS, search, (_, id) => NAMES[id]);
}

/** The only chip of a query. */
function chipOf(search: string) {
  const [chip, ...others] = chipsOf(search);
  assert.equal(others.length, 0);
  return chip!;
}

test("§4.12: chips read as sentences", () => {
  const sentences: Readonly<Record<string, readonly string[]>> = {
    "astronauts.nationality=Japan": ["A crew member’s nationality is Japan"],
    "objectives_none.status=failed": ["No objective’s status is failed"],
    "astronauts.nationality_not=Japan": ["A crew member’s nationality is not Japan"],
    "astronauts.id=yuri-gagarin": ["A crew member is Yuri Gagarin"],
    "destination.id_not_in=mars,x": ["Destination is not Mars or x"],
    "crew.id_contains=yuri": ["A crew member’s id contains yuri"],
    "crew.birth_date_after=1989-12-31": ["A crew member’s birth date after 31 December 1989"],
    "destination.planet_type=gas_giant": ["Destination’s planet type is gas giant"],
    "part_of.name_contains=apollo": ["Part of: name contains apollo"],
    "filter=astronauts.nationality:Japan": ["A crew member’s nationality is Japan"],
    "astronauts_exists=true&objectives_exists=false": ["Has a crew member", "Has no objective"],
    "spacecraft.missions.status=failed": ["A vehicle: a mission’s status is failed"],
    "spacecraft.missions_exists=false": ["A vehicle has no mission"],
    "destination.unknown=x": ["destination.unknown is x"],
  };
  for (const [search, expected] of Object.entries(sentences))
    assert.deepEqual(chipsOf(`?${search}`).map(sentenceOf), expected);
});

test("§4.12: what one related record satisfies altogether is one chip, whatever its names", () => {
  const sentences: Readonly<Record<string, readonly string[]>> = {
    "astronauts.role=commander&status=active&crew.nationality=Japan": [
      "A crew member: role is commander and nationality is Japan",
      "Status is active",
    ],
    "astronauts.role=commander&astronauts_none.nationality=Japan": [
      "A crew member’s role is commander",
      "No crew member’s nationality is Japan",
    ],
    "spacecraft.missions.status=failed&spacecraft.role=rover&spacecraft.missions.crew_size_min=1": [
      "A vehicle: role is rover and a mission: status is failed and crew size at least 1",
    ],
  };
  for (const [search, expected] of Object.entries(sentences))
    assert.deepEqual(chipsOf(`?${search}`).map(sentenceOf), expected);
});

test("§4.12: the alternatives of a number are one chip, and each is independent", () => {
  const sentences: Readonly<Record<string, readonly string[]>> = {
    "any.1.destination=mars&any.1.name_contains=mars": ["Destination is Mars or name contains mars"],
    "any.2.astronauts.role=pilot&any.1.status=active&any.2.astronauts.nationality=Japan": [
      "A crew member’s role is pilot or a crew member’s nationality is Japan",
      "Status is active",
    ],
    "any.1.astronauts.nationality=Japan&any.2.astronauts.nationality=Canada": [
      "A crew member’s nationality is Japan",
      "A crew member’s nationality is Canada",
    ],
    "any.1.unknown=1&any.1.objectives_none.status=failed": ["unknown is 1 or no objective’s status is failed"],
  };
  for (const [search, expected] of Object.entries(sentences))
    assert.deepEqual(chipsOf(`?${search}`).map(sentenceOf), expected);
});

/** The steps of a path. */
function stepsOf(parameter: string): readonly Step[] {
  return filterPathOf(MISSIONS, parameter)!.steps;
}

/** Makes a filter such as `crew.role=pilot`, with a change. */
function made(search: string, change: Change, parameter: string, value: string): string | undefined {
  const changed = change(search, stepsOf(parameter), [[parameter.split(".").at(-1)!, value]]);
  return typeof changed === "string" ? changed : undefined;
}

test("§4.12: a new filter is independent: another related record may match it", () => {
  const add = withQuestion(MISSIONS);
  assert.equal(made("?page=2&status=active", add, "crew.role", "pilot"), "?status=active&crew.role=pilot");
  assert.equal(
    made("?crew.role=pilot", add, "astronauts.nationality", "Japan"),
    "?crew.role=pilot&any.1.astronauts.nationality=Japan",
  );
  assert.equal(
    made("?any.1.name=x&crew_none.role=pilot", add, "crew_none.nationality", "Japan"),
    "?any.1.name=x&crew_none.role=pilot&any.2.crew_none.nationality=Japan",
  );
  // There is one destination, and none of the crew is not one of the crew.
  assert.equal(
    made("?destination.name=Mars", add, "destination.planet_type", "dwarf"),
    "?destination.name=Mars&destination.planet_type=dwarf",
  );
  assert.equal(
    made("?crew.role=pilot", add, "crew_none.nationality", "Japan"),
    "?crew.role=pilot&crew_none.nationality=Japan",
  );
});

test("§4.12: filters are added for the same related record, and changed in their place", () => {
  assert.equal(
    made("?crew.role=pilot", withCondition, "crew.nationality", "Japan"),
    "?crew.role=pilot&crew.nationality=Japan",
  );
  const search = "?name=x&any.1.crew.role=pilot&any.1.status=active";
  const part = chipsOf(search)[1]!.parts[0]!;
  assert.equal(
    made(search, withChanged(part), "crew.role_in", "pilot,commander"),
    "?name=x&any.1.crew.role_in=pilot,commander&any.1.status=active",
  );
  const compact = "?filter=status:active&filter=crew.role:pilot";
  assert.equal(
    made(compact, withChanged(chipsOf(compact)[1]!.parts[0]!), "crew.role", "commander"),
    "?filter=status:active&crew.role=commander",
  );
  assert.equal(replaced(compact, [chipsOf(compact)[0]!.parts[0]!.pairs[0]!]), "?filter=crew.role:pilot");
});

test("§4.12: an alternative takes the first free number; of one field, it is one of several values", () => {
  const or = (search: string, at: number, parameter: string, value: string) =>
    made(search, withAlternative(MISSIONS, chipsOf(search)[at]!), parameter, value);
  assert.equal(
    or("?destination=mars&any.1.name=x", 0, "name_contains", "mars"),
    "?any.2.destination=mars&any.2.name_contains=mars&any.1.name=x",
  );
  assert.equal(or("?any.3.destination=mars", 0, "crew.role", "pilot"), "?any.3.destination=mars&any.3.crew.role=pilot");
  assert.equal(or("?filter=status:active", 0, "crew.role", "pilot"), "?any.1.status=active&any.1.crew.role=pilot");
  assert.equal(
    or("?crew.nationality=Japan", 0, "crew.nationality_in", "Canada,Japan"),
    "?crew.nationality_in=Japan,Canada",
  );
  assert.equal(
    or("?any.1.crew.nationality=Japan&any.1.status=active", 0, "crew.nationality", "India"),
    "?any.1.crew.nationality_in=Japan,India&any.1.status=active",
  );
  // A query has each parameter once; and none of two nations is less than none of one, or none of the other.
  assert.equal(or("?name_contains=x", 0, "name_contains", "y"), undefined);
  assert.equal(or("?crew_none.nationality=Japan", 0, "crew_none.nationality", "India"), undefined);
  const full = Array.from({ length: 9 }, (_, index) => `any.${index + 1}.name=x`).join("&");
  assert.equal(or(`?status=active&${full}`, 0, "crew.role", "pilot"), undefined);
});

test("§4.12: what can be added to a chip", () => {
  const waysOf = (search: string) => extensionsOf(MISSIONS, chipOf(search)).map(({ name }) => name);
  assert.deepEqual(waysOf("?status=active"), ["Or …"]);
  assert.deepEqual(waysOf("?crew.role=pilot"), ["And … of the same crew member", "Or …"]);
  assert.deepEqual(waysOf("?crew.role=pilot&crew.nationality=Japan"), ["And … of the same crew member"]);
  assert.deepEqual(waysOf("?spacecraft.missions.status=failed"), [
    "And … of the same vehicle",
    "And … of the same mission",
    "Or …",
  ]);
  assert.deepEqual(waysOf("?any.1.crew.role=pilot&any.1.name=x"), ["Or …"]);
  assert.deepEqual(waysOf("?search=x"), []);
});

test("§4.8: the link of a group by a related record leads to as many records as it counts", async () => {
  let withoutValue = 0;
  for (const [path, groupings] of [
    ["/api/missions", "destination.name,destination.planet_type"],
    ["/api/missions", "destination.planet_id,status"],
    ["/api/missions", "part_of.launch_date:year"],
    ["/api/moons", "planet.planet_type"],
    ["/api/data", "mission.destination,location.body"],
  ] as const) {
    const search = `?group_by=${groupings}&limit=100`;
    const groups: Body[] = (await served.get(`${path}${search}`)).body.groups;
    for (const group of groups) {
      const filters = filtersOfGroup(
        groupingsIn(search),
        group,
        "",
        (name) => filterPathOf(list(path)!, name) !== undefined,
      );
      assert.ok(filters, `${path} ${JSON.stringify(group)}`);
      const left = await served.get(`${path}${withParameters("", { ...filters, limit: "1" })}`);
      assert.equal(left.body.total_count, group.count, JSON.stringify(filters));
      if (Object.keys(filters).some((name) => name.includes("_none."))) withoutValue += 1;
    }
  }
  assert.ok(withoutValue > 3);
});
