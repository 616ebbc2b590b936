/** Proves what the kit reads of filters off the description: the relations that they follow, and what can be asked there (§4.12). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe } from "../kit/description/describe.ts";
import { filterPathOf, parameterAt } from "../kit/description/filter-paths.ts";
import { fieldNamed } from "../kit/description/list-fields.ts";
import type { Queryable, View } from "../kit/description/model.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { type Served, serveForFile } from "./support/http/serve.ts";

const space = await serveForFile();
const second = await serveForFile(secondDomain);
const { list } = describe((await space.get("/openapi.json")).body);
const MISSIONS = list("/api/missions")!;

/** The parts of a parameter. */
function partsOf(parameter: string) {
  const path = filterPathOf(MISSIONS, parameter);
  return (
    path && [
      path.prefix,
      ...path.steps.map(({ relation, isNone }) => `${isNone ? "no " : ""}${relation.noun}`),
      fieldNamed(path.records, path.filter.field).label,
      path.filter.operator,
    ]
  );
}

test("§4.12: the parameter of a filter says which records it is about, and how they are compared", () => {
  const expected: Readonly<Record<string, readonly string[] | undefined>> = {
    status: ["", "Status", "equals"],
    "astronauts.nationality": ["", "crew member", "Nationality", "equals"],
    "crew_none.role_not_in": ["", "no crew member", "Role", "not_in"],
    "any.1.astronauts.nationality_in": ["any.1.", "crew member", "Nationality", "in"],
    "any.9.end_date_exists": ["any.9.", "End date", "exists"],
    "spacecraft.missions.astronauts_exists": ["", "vehicle", "mission", "Crew member", "exists"],
    objectives_exists: ["", "Objective", "exists"],
    // The field and the relation of this name are one.
    destination_exists: ["", "Destination", "exists"],
    "destination.planet_type": ["", "destination", "Planet type", "equals"],
    "destination.planet.name": ["", "destination", "planet", "Name", "equals"],
    "part_of.launch_date_after": ["", "part of", "Launch date", "after"],
    "any.10.status": undefined,
    "astronauts.unknown": undefined,
    "unknown.status": undefined,
    "status.name": undefined,
    "astronauts.filter": undefined,
  };
  for (const [parameter, parts] of Object.entries(expected)) assert.deepEqual(partsOf(parameter), parts, parameter);
});

test("§4.12: of equal names, the first counts: an entry's own fields before those of the record on its other side", () => {
  const crew = MISSIONS.relations.find(({ name }) => name === "astronauts")!;
  const [entry, astronauts] = [list("/api/missions/{mission_id}/astronauts")!, list("/api/astronauts")!];
  const { fields, filters, relations } = crew.records;
  assert.equal(
    fields.find(({ name }) => name === "created_at"),
    entry.fields.find(({ name }) => name === "created_at"),
  );
  assert.equal(
    fields.find(({ name }) => name === "birth_date"),
    astronauts.fields.find(({ name }) => name === "birth_date"),
  );
  for (const all of [
    fields.map(({ name }) => name),
    filters.map(({ parameter }) => parameter),
    relations.map(({ name }) => name),
  ])
    assert.equal(new Set(all).size, all.length);
  const destination = MISSIONS.relations.find(({ name }) => name === "destination")!;
  // The record itself can be chosen: one of any kind, and for an entry, the one on its other side.
  const chosen = [crew, destination].map(
    ({ records }) => records.fields.find(({ name }) => name === "id")!.reference?.to,
  );
  assert.deepEqual(chosen, [["/api/astronauts"], ["/api/planets", "/api/planets/{planet_id}/moons"]]);
  assert.ok(
    ["planet_type", "planet_id"].every((name) => destination.records.fields.some((field) => field.name === name)),
  );
});

test("§4.5: a field of a related record has a label of its own", () => {
  const labels = ["destination.planet_type", "part_of.launch_date", "launch_date"].map(
    (name) => fieldNamed(MISSIONS, name).label,
  );
  assert.deepEqual(labels, ["Destination’s planet type", "Part of: launch date", "Launch date"]);
});

/** A value that a filter takes. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ integer: "1", decimal: "1", date: "2026-01-01", instant: "2026-01-01", boolean: "true", duration: "PT1M" },
};

/** A filter of each field of records. */
function questionsOf({ filters, fields }: Queryable): [parameter: string, value: string][] {
  const byField = Map.groupBy(filters, ({ field }) => field);
  return [...byField].map(([name, [first]]) => {
    const { kind, values } =
      fields.find((field) => field.name === name) ?? fieldNamed({ fields, filters, relations: [] }, name);
    const plain = first!.schema.pattern ? "x:y" : "x";
    const value = first!.operator === "exists" ? "true" : (values[0] ?? VALUES[kind] ?? plain);
    return [first!.parameter, value];
  });
}

/** Asks one question about each field of the records behind each relation of a list. @returns how many */
async function askAll(served: Served, view: View): Promise<number> {
  let count = 0;
  for (const relation of view.relations)
    for (const [parameter, value] of questionsOf(relation.records)) {
      const name = parameterAt([{ relation, isNone: count % 2 === 0 }], parameter);
      const { status, text } = await served.get(`${view.path}?limit=1&${name}=${value}`);
      assert.equal(status, 200, `${view.path} ${name}=${value} ${text}`);
      count += 1;
    }
  return count;
}

for (const [domain, served] of [
  ["space", space],
  ["second domain", second],
] as const)
  test(`§4.12: ${domain}: the service takes every filter that the kit finds behind the relations of its lists`, async () => {
    const { collections } = describe((await served.get("/openapi.json")).body);
    let count = 0;
    for (const view of collections.filter(({ isSystem }) => !isSystem)) count += await askAll(served, view);
    assert.ok(count > 50, String(count));
  });
