/** Proves what the page of a record is put together from, on the documents of both domains. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { buildCatalog } from "../engine/app/bootstrap.ts";
import { readConfig } from "../engine/app/config.ts";
import type { Declaration } from "../engine/declare/declaration.ts";
import { openApiDocument } from "../engine/http/openapi/document.ts";
import { blockOf, changesOf, longTextsOf } from "../explorer/src/components/diff/changes.ts";
import { indented } from "../explorer/src/components/indented.ts";
import { mostSimilar, partsOf } from "../explorer/src/components/problem/most-similar.ts";
import { memberPath } from "../explorer/src/description/member-path.ts";
import { layoutOf, originOf } from "../explorer/src/fields/record/layout.ts";
import {
  embeddedIn,
  referrersOf,
  relationsOf,
  siblingList,
  withNames,
} from "../explorer/src/fields/record/relations.ts";
import { headingOf, subjectName } from "../explorer/src/pages/events/event-text.ts";
import { agoText } from "../explorer/src/units.ts";
import { describe } from "../kit/description/describe.ts";
import type { Description, Place, ReadableRelations } from "../kit/description/model.ts";
import type { OpenApiDocument } from "../kit/description/openapi.ts";
import { columnsOf } from "../kit/description/pages/page.ts";
import { midSentence } from "../kit/description/words.ts";
import packageJson from "../package.json" with { type: "json" };
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";

function described(declarations: readonly Declaration[]): Description {
  const catalog = buildCatalog(declarations);
  const { title, pageSizes, bodyLimit } = readConfig({}, spaceMissions);
  const document = openApiDocument({ catalog, title, pageSizes, bodyLimit, version: packageJson.version });
  return describe(JSON.parse(JSON.stringify(document)) as OpenApiDocument);
}
const space = described(domain);
const second = described(secondDomain);

function at({ at }: Description, path: string): Place {
  return at(path)!;
}
const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);

const mission = {
  id: "apollo-11",
  name: "Apollo 11",
  description: "First landing of people on the Moon.",
  status: "completed",
  allowed_transitions: [],
  status_reason: null,
  launch_date: "1969-07-16",
  launch_date_precision: "day",
  end_date: "1969-07-24",
  crew_size: 3,
  operator: "NASA",
  mission_type: "crewed",
  destination: "moon",
  part_of: null,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};

test("the page of a record: each value has one place", () => {
  const { view } = at(space, "/api/missions/apollo-11");
  const { state, lede, columns, wide } = layoutOf(view, mission);
  assert.equal(state?.name, "status");
  assert.equal(lede?.name, "description");
  assert.deepEqual(columns.map(names), [
    ["status_reason", "launch_date", "end_date", "operator", "mission_type"],
    ["destination", "part_of", "crew_size", "created_at", "updated_at"],
  ]);
  assert.deepEqual(wide, []);
});

test("the page of a record: only what the answer has, and columns of nearly the same length", () => {
  const { view } = at(space, "/api/missions/apollo-11");
  const some = layoutOf(view, { id: "apollo-11", operator: "NASA", description: null });
  assert.deepEqual(
    [some.state, some.lede, some.columns.map(names)],
    [undefined, undefined, [["description"], ["operator"]]],
  );
  const planet = at(space, "/api/planets/mars").view;
  const [left, right] = layoutOf(planet, Object.fromEntries(planet.fields.map(({ name }) => [name, 1]))).columns;
  assert.ok(Math.abs(left.length - right.length) <= 1, `${left.length} and ${right.length}`);
});

test("the page of a record: what has many values takes the whole width", () => {
  const { view } = at(space, "/api/planets/mars/atmosphere");
  const record = { notes: "Thin.", composition: [{ gas: "CO2", volume_fraction: 0.95 }], scale_height_km: 11.1 };
  const { lede, wide, columns } = layoutOf(view, record);
  assert.deepEqual([lede?.name, names(wide), names(columns.flat())], ["notes", ["composition"], ["scale_height_km"]]);
  assert.deepEqual(names(layoutOf(view, { composition: [] }).wide), []);
});

test("the page of a record: values say where they come from", () => {
  const origin = ({ view }: Place, name: string, record: object) =>
    originOf(view.fields.find((field) => field.name === name)!, record);
  assert.equal(origin(at(space, "/api/planets/mars"), "moon_count", { moon_count: 2 }), "counted");
  assert.equal(origin(at(space, "/api/missions/apollo-11"), "crew_size", mission), undefined);
  const person = at(space, "/api/astronauts/neil-armstrong");
  assert.equal(origin(person, "age", { age: 82, birth_date: "1930-08-05" }), "set by the service");
  assert.equal(origin(person, "age", { age: 82, birth_date: null }), undefined);
  assert.equal(origin(person, "updated_at", {}), undefined);
});

/** The caller may read everything. */
const readableRelations: ReadableRelations = (fields) => fields.flatMap(({ relation }) => relation ?? []);

test("the page of a record: its request embeds the targets of references and one-to-ones", () => {
  assert.deepEqual(embeddedIn(space, at(space, "/api/missions/apollo-11").view, readableRelations), [
    "destination",
    "part_of",
  ]);
  assert.deepEqual(embeddedIn(space, at(space, "/api/planets/mars").view, readableRelations), [
    "atmosphere",
    "surface",
  ]);
  assert.deepEqual(embeddedIn(second, at(second, "/api/universities/mit").view, readableRelations), [
    "founding_charter",
  ]);
  const request = (path: string, search: string, readable?: ReadableRelations) =>
    withNames(space, at(space, path).view, path, search, readable);
  const apollo = "/api/missions/apollo-11";
  assert.equal(request(apollo, "?fields=name", readableRelations), `${apollo}?fields=name&include=destination,part_of`);
  assert.equal(request(apollo, "?include=crew", readableRelations), `${apollo}?include=crew`);
  assert.equal(request("/api/space-stations/mir", "", readableRelations), "/api/space-stations/mir");
  assert.equal(request(apollo, "?fields=name"), undefined, "not before the rights are known");
});

test("the page of a record: a list that has two names is shown once, references and the log are no lists", () => {
  const self = "/api/missions/apollo-11";
  const links = {
    self,
    spacecraft: `${self}/spacecraft`,
    crew: `${self}/astronauts`,
    astronauts: `${self}/astronauts`,
    destination: "/api/planets/earth/moons/moon",
    events: `/api/events?subject=${self}`,
  };
  const relations = relationsOf(space, at(space, self), { _links: links });
  assert.deepEqual(
    relations.map(({ heading, kind, view }) => [heading, kind, view.resource]),
    [
      ["Spacecraft", "list", "vehicles"],
      ["Crew", "list", "crew"],
    ],
  );
  const charter = { self: "/api/universities/mit", founding_charter: "/api/universities/mit/founding-charter" };
  const [only] = relationsOf(second, at(second, "/api/universities/mit"), { _links: charter });
  assert.deepEqual([only?.heading, only?.kind], ["Founding charter", "record"]);
});

test("the page of a record: lists that refer to it, but not those below it", () => {
  const paths = (description: Description, path: string) => {
    const place = at(description, path);
    return referrersOf(description, place, place.ids.at(-1)!).map((each) => each.path);
  };
  assert.deepEqual(paths(space, "/api/planets/mars"), ["/api/missions?destination=mars"]);
  assert.deepEqual(paths(space, "/api/planets/earth/moons/moon"), ["/api/missions?destination=moon"]);
  assert.deepEqual(paths(space, "/api/missions/iss-1"), ["/api/missions?part_of=iss-1"]);
  assert.deepEqual(paths(space, "/api/missions/apollo-11/spacecraft/eagle"), [
    "/api/missions/apollo-11/astronauts?spacecraft_id=eagle",
  ]);
  assert.deepEqual(paths(second, "/api/universities/mit"), ["/api/courses?university_id=mit"]);
  assert.deepEqual(paths(second, "/api/courses/c1"), ["/api/courses?follows=c1"]);
});

test("the page of a record: an entry leads to the member's own record", () => {
  const self = "/api/courses/c1/students/s1";
  assert.equal(memberPath(second, { id: "s1", _links: { self, profile: "/api/students/s1" } }), "/api/students/s1");
  assert.equal(
    memberPath(second, { id: "c1", _links: { self: "/api/courses/c1", follows: "/api/courses/c0" } }),
    undefined,
  );
});

test("the page of a record: a list below it leaves out what all its rows have in common", () => {
  const columns = (path: string) => names(columnsOf(space.at(path)!.view));
  assert.deepEqual(columns("/api/planets/mars/moons"), ["name", "mean_radius_km", "discovered_on"]);
  assert.ok(!columns("/api/missions/apollo-11/data").includes("unit"), "units stand beside their values");
  const crew = at(space, "/api/missions/apollo-11/astronauts").view;
  const vehicle = crew.fields.find(({ name }) => name === "spacecraft_id")!;
  assert.equal(
    siblingList(vehicle, "/api/missions/apollo-11/astronauts?limit=5"),
    "/api/missions/apollo-11/spacecraft",
  );
  assert.equal(
    siblingList(crew.fields.find(({ name }) => name === "role")!, "/api/missions/apollo-11/astronauts"),
    undefined,
  );
});

test("changes: only what differs, derived values last", () => {
  const { view } = at(space, "/api/missions/apollo-11");
  const before = { ...mission, status: "active", allowed_transitions: ["completed", "failed"], end_date: null };
  const changes = changesOf(view, before, { ...mission, updated_at: "2026-02-01T00:00:00.000Z" });
  assert.deepEqual(
    changes.map(({ field, before: old, after: now }) => [field.name, old, now]),
    [
      ["status", "active", "completed"],
      ["end_date", null, "1969-07-24"],
      ["allowed_transitions", ["completed", "failed"], []],
    ],
  );
});

test("changes: a date that is known more precisely has changed", () => {
  const { view } = at(space, "/api/missions/apollo-11");
  const month = { ...mission, launch_date_precision: "month" };
  assert.deepEqual(names(changesOf(view, month, mission).map(({ field }) => field)), ["launch_date"]);
  const other = { ...month, launch_date: "1969-07-01" };
  assert.deepEqual(names(changesOf(view, other, mission).map(({ field }) => field)), ["launch_date"]);
});

test("changes: a new record has what was written, a deleted one what it had", () => {
  const { view } = at(second, "/api/courses/c1");
  const planned = { launch_date: null, launch_date_precision: "day", operator: "NASA" };
  const { view: missions } = at(space, "/api/missions/apollo-11");
  assert.deepEqual(names(changesOf(missions, null, planned).map(({ field }) => field)), ["operator"]);
  const record = { id: "c1", title: "Logic", status: "draft", allowed_transitions: ["open"], room: null, _links: {} };
  assert.deepEqual(names(changesOf(view, null, record).map(({ field }) => field)), ["title", "status"]);
  assert.deepEqual(names(changesOf(view, record, null).map(({ field }) => field)), ["title", "status"]);
});

test("changes: the order of members has no meaning; removed fields are shown", () => {
  const { view } = at(second, "/api/courses/c1");
  const before = { extra: { a: 1, b: [{ c: 1, d: 2 }] }, motto: "Sapere aude" };
  assert.deepEqual(changesOf(view, before, { extra: { b: [{ d: 2, c: 1 }], a: 1 }, motto: "Sapere aude" }), []);
  const [gone] = changesOf(view, before, { extra: before.extra });
  assert.deepEqual([gone?.field.label, gone?.before, gone?.after], ["Motto", "Sapere aude", null]);
});

test("changes: long texts and lists of objects are compared part by part", () => {
  const field = (name: string) =>
    at(space, "/api/planets/mars/atmosphere").view.fields.find((each) => each.name === name)!;
  const notes = field("notes");
  const long = "x".repeat(61);
  assert.equal(longTextsOf(notes, "short", "other"), undefined);
  for (const [before, after] of [
    ["short", long],
    [long, "short"],
    ["two\nlines", "short"],
  ] as const)
    assert.deepEqual(longTextsOf(notes, before, after), { before, after, byLines: false });
  assert.equal(longTextsOf(notes, null, long), undefined);
  const gases = [
    { volume_fraction: 0.95, gas: "CO2" },
    { gas: "N2", volume_fraction: null },
  ];
  assert.equal(blockOf(field("composition"), gases), "CO2  0.95\nN2\n");
  assert.deepEqual(longTextsOf(field("composition"), [], gases), {
    before: "",
    after: "CO2  0.95\nN2\n",
    byLines: true,
  });
});

test("events: in words", () => {
  assert.equal(headingOf({ type: "training_record.updated", data: {} }), "Training record changed");
  assert.equal(headingOf({ type: "sample.batch_created", data: { count: 2500 } }), "2,500 × sample created together");
  assert.equal(headingOf({ type: "astronaut.purged", data: { count: 10 } }), "Astronaut purged from the log");
  const subject = "/api/courses/c1";
  assert.equal(subjectName({ subject, data: { before: { title: "Logic" }, after: null } }, "title"), "Logic");
  assert.equal(subjectName({ subject, data: {} }, "title"), "c1");
});

test("words: names of the service keep their capitals within a sentence", () => {
  for (const [text, within] of [
    ["Launch date", "launch date"],
    ["API keys", "API keys"],
    ["URL", "URL"],
    ["Lab Readings", "lab readings"],
  ] as const)
    assert.equal(midSentence(text), within);
});

test("times: what has just happened is said to be just now", () => {
  const now = Date.parse("2026-01-01T12:00:00Z");
  for (const [time, text] of [
    ["2026-01-01T12:00:00Z", "just now"],
    ["2026-01-01T11:59:56Z", "just now"],
    ["2026-01-01T11:59:48Z", "12 seconds ago"],
    ["2026-01-01T10:00:00Z", "2 hours ago"],
  ] as const)
    assert.equal(agoText(time, now), text);
});

test("JSON for reading: every token is as it was sent", () => {
  assert.equal(
    indented('{"a":938416000000000000000,"b":[1.0,{"c":"x, [y] \\" {z}: "}],"d":{},"e":[ ],"f":-1E-7,"g":null}'),
    '{\n  "a": 938416000000000000000,\n  "b": [\n    1.0,\n    {\n      "c": "x, [y] \\" {z}: "\n    }\n  ],\n  "d": {},\n  "e": [],\n  "f": -1E-7,\n  "g": null\n}',
  );
});

test("near names: asked for by parts of the id, and ordered by how few changes they take", () => {
  assert.deepEqual(partsOf("apolo-11"), ["apolo-11", "apolo-1", "apolo", "apo"]);
  assert.deepEqual(partsOf("x"), []);
  const near = (id: string, name: string) => ({ id, name, path: `/api/things/${id}`, noun: "thing" });
  const found = [near("apollo-1", "Apollo 1"), near("apollo-11", "Apollo 11"), near("a11", "Apolo 11")];
  assert.deepEqual(mostSimilar("to-go", [near("viktor-gorbatko", "Viktor Gorbatko")]), []);
  assert.equal(mostSimilar("gag", [near("yuri-gagarin", "Yuri Gagarin")]).length, 1);
  assert.deepEqual(
    mostSimilar("apolo-11", found).map(({ id }) => id),
    ["a11", "apollo-11", "apollo-1"],
  );
});
