/** Proves the extension keywords of `/openapi.json`: what a generated page needs and OpenAPI cannot express, read off the declarations. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection } from "../engine/declare/declare.ts";
import { date, decimal, list, object, oneOf, text } from "../engine/declare/fields.ts";
import { filterParameters } from "../engine/query/filters.ts";
import { type Part, resolveRef } from "./support/documents/openapi-conformance.ts";
import { namedSchema } from "./support/documents/openapi-schemas.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { serveForFile } from "./support/http/serve.ts";

const gaugeLogs = collection("gauge-logs", {
  one: "gauge_log",
  about: "Readings with a keyword of every kind.",
  fields: {
    name: text().required().listed(),
    taken_on: date().precisionIn("taken_on_precision"),
    taken_on_precision: oneOf("day", "year").default("day"),
    height_m: decimal(),
    speed_km_s: decimal(),
    shares: list(object({ of: text().required(), part: decimal().required(), depth_m: decimal() }))
      .uniqueBy("of")
      .sumAtMost("part", 1),
  },
});

const space: Part = (await (await serveForFile()).get("/openapi.json")).body;
const second: Part = (await (await serveForFile([...secondDomain, gaugeLogs])).get("/openapi.json")).body;

/** The extension keywords of a part. */
function keywordsOf(part: Part): Record<string, unknown> {
  return Object.fromEntries(Object.entries(part).filter(([name]) => name.startsWith("x-")));
}

const PROPERTIES: [document: Part, property: string, keywords: Record<string, unknown>][] = [
  [space, "Mission.name", {}],
  [space, "Mission.id", {}],
  [space, "Mission.launch_date", { "x-precision": "launch_date_precision" }],
  [space, "Mission.destination", { "x-reference": { to: ["/api/planets", "/api/moons"] } }],
  [space, "Moon.planet_id", { "x-reference": { to: ["/api/planets"] } }],
  [
    space,
    "Astronaut.current_mission",
    {
      "x-reference": { to: ["/api/missions"] },
      "x-written-through": { resource: "crew", scope: "missions:write" },
    },
  ],
  [space, "CrewMemberPatch.astronaut_id", { "x-reference": { to: ["/api/astronauts"] } }],
  [space, "Mission.crew_size", { "x-counts": "/api/missions/{mission_id}/astronauts" }],
  [
    space,
    "SpaceStation.status",
    { "x-tones": { planned: "plan", operational: "go", decommissioned: "done", deorbited: "off" } },
  ],
  [
    space,
    "Operation.status",
    {
      "x-derived": true,
      "x-tones": { pending: "plan", running: "go", succeeded: "done", failed: "fault", cancelled: "off" },
    },
  ],
  [space, "Mission.created_at", { "x-derived": true }],
  [space, "Mission.allowed_transitions", { "x-derived": true }],
  [space, "Astronaut.age", { "x-set-while": "birth_date" }],
  [space, "Astronaut.current_role", { "x-written-through": { resource: "crew", scope: "missions:write" } }],
  [space, "Astronaut.total_space_hours", { "x-unit": "h" }],
  [
    space,
    "CrewMember.spacecraft_id",
    { "x-reference": { to: ["/api/missions/{mission_id}/spacecraft"], amongSiblings: true } },
  ],
  [space, "Planet.moon_count", { "x-derived": true, "x-counts": "/api/planets/{planet_id}/moons" }],
  [space, "Planet.planet_type", { "x-hues": { terrestrial: 9, gas_giant: 3, ice_giant: 6, dwarf: 10 } }],
  [
    space,
    "Astronaut.nationality",
    {
      "x-hues": {
        "United States": 1,
        Russia: 2,
        "Soviet Union": 3,
        China: 4,
        Japan: 5,
        Canada: 6,
        Germany: 7,
        France: 8,
        Italy: 9,
        "United Kingdom": 10,
      },
    },
  ],
  [space, "ApiKey.expires_at", { "x-suggested-days": 90 }],
  [space, "Planet.gravity_m_s2", { "x-unit": "m/s2" }],
  [
    space,
    "Atmosphere.composition",
    { "x-unique-by": "gas", "x-sum-at-most": { key: "volume_fraction", total: 1.005 } },
  ],
  [space, "Sample.payload", { "x-max-bytes": 65_536 }],
  [second, "Course.university_id", { "x-reference": { to: ["/api/universities"] } }],
  [second, "Course.department_id", { "x-reference": { to: ["/api/departments"] } }],
  [second, "Course.status", { "x-transitions": { draft: ["open"], open: ["closed", "draft"], closed: [] } }],
  [second, "Student.credits", { "x-derived": true }],
  [second, "GaugeLog.taken_on", { "x-precision": "taken_on_precision" }],
  [second, "GaugeLog.height_m", { "x-unit": "m" }],
  [second, "GaugeLog.speed_km_s", { "x-unit": "km/s" }],
  [second, "GaugeLog.shares", { "x-unique-by": "of", "x-sum-at-most": { key: "part", total: 1 } }],
];
for (const [document, property, keywords] of PROPERTIES) {
  test(`§10.1: the keywords of ${property} are ${Object.keys(keywords).join(", ") || "none"}`, () => {
    const [schema, name] = property.split(".");
    assert.deepEqual(keywordsOf(namedSchema(document, schema!).properties[name!]), keywords);
  });
}

test("§10.1: nested numbers have their units", () => {
  const { location } = namedSchema(space, "Sample").properties;
  assert.equal(location.properties.latitude_deg["x-unit"], "deg");
  const { depth_m, part } = namedSchema(second, "GaugeLog").properties.shares.items.properties;
  assert.deepEqual([depth_m["x-unit"], part["x-unit"]], ["m", undefined]);
});

for (const [name, declarations, document] of [
  ["space", domain, space],
  ["second domain", [...secondDomain, gaugeLogs], second],
] as const) {
  test(`§4.5, §10.1: ${name}: every filter names its field and operator, and no other parameter does`, async () => {
    const { catalog } = await serveForFile(declarations);
    for (const view of catalog.views.filter(({ resource }) => resource.kind !== "single")) {
      const expected = [...filterParameters(view)].map(([parameter, { property, operator }]) => [
        parameter,
        { field: property.name, operator },
      ]);
      for (const path of [view.path, ...view.aliases]) {
        const parameters: Part[] = document.paths[path].get.parameters.map(
          (each: Part) => resolveRef(document, each).part,
        );
        const found = parameters.filter((each) => each["x-filter"]).map((each) => [each.name, each["x-filter"]]);
        assert.deepEqual(found, expected, path);
      }
    }
  });

  test(`§10.1: ${name}: every path of a resource has a view`, async () => {
    const { catalog } = await serveForFile(declarations);
    for (const [path, item] of Object.entries<Part>(document.paths)) {
      if (!item["x-view"]) {
        assert.match(
          path,
          /^\/(?:api(?:\/me|\/search|\/operations\/.*\/result|\/events\/.*\/records)?|openapi\.json|livez|readyz|metrics)$/,
        );
        continue;
      }
      const resource = catalog.resource(item["x-view"].resource);
      assert.ok(
        resource.views.some((view) => [view.path, ...view.aliases].some((each) => path.startsWith(each))),
        path,
      );
    }
  });
}

test("§10.1: views say what a path shows, below what, and what else a page needs", () => {
  const view = (document: Part, path: string) => document.paths[path]["x-view"];
  const common = { title: "name", log: "/api/events" };
  const moon = { resource: "moons", one: "moon", plural: "moons", ...common };
  const summary = ["id", "planet_id", "name", "mean_radius_km"];
  assert.deepEqual(view(space, "/api/planets/{planet_id}/moons"), {
    ...{ kind: "collection", ...moon, parent: "planets", summary },
  });
  assert.deepEqual(view(space, "/api/moons"), { kind: "flat", ...moon, summary });
  assert.deepEqual(view(space, "/api/moons/{moon_id}"), { kind: "item", resource: "moons" });
  const crew = view(space, "/api/missions/{mission_id}/astronauts");
  assert.deepEqual([crew.kind, crew.resource, crew.plural, crew.title], ["membership", "crew", "astronauts", "name"]);
  const reverse = view(space, "/api/astronauts/{astronaut_id}/missions");
  assert.deepEqual([reverse.kind, reverse.parent, reverse.plural], ["reverse", "astronauts", "missions"]);
  assert.deepEqual(view(space, "/api/planets/{planet_id}/surface"), {
    ...{ kind: "single", resource: "surface", one: "surface", parent: "planets", title: "id", log: "/api/events" },
  });
  assert.equal(view(space, "/api/missions/{mission_id}/data").bulk, 10_000);
  assert.equal(view(space, "/api/data").bulk, undefined);
  assert.equal(view(space, "/api/astronauts/{astronaut_id}/medical").private, true);
  assert.equal(view(space, "/api/astronauts").private, undefined);
  assert.deepEqual(
    [view(space, "/api/webhooks").system, view(space, "/api/webhooks/{webhook_id}/secrets").system],
    [true, true],
  );
  assert.equal(view(space, "/api/missions").system, undefined);
  assert.equal(view(second, "/api/courses").title, "title");
  assert.equal(view(space, "/api/operations").log, undefined);
});

test("§10.1: pictures are served as data, a presence with the list of the members", () => {
  const pictures = (document: Part, path: string) => document.paths[path]["x-pictures"];
  assert.deepEqual(pictures(space, "/api/missions"), [
    {
      kind: "timeline",
      from: "launch_date",
      to: "end_date",
      precision: "launch_date_precision",
      colour: "mission_type",
      lanes: ["operator", "destination", "mission_type"],
    },
  ]);
  const times = { from: "launch_date", to: "end_date", precision: "launch_date_precision" };
  assert.deepEqual(pictures(space, "/api/astronauts"), [
    {
      kind: "presence",
      records: "/api/missions",
      include: "astronauts",
      ...times,
      colour: "nationality",
      role: "role",
    },
  ]);
  for (const path of ["/api/moons", "/api/planets/{planet_id}/moons"])
    assert.deepEqual(
      pictures(space, path).map((each: Part) => [each.kind, each.around]),
      [["scale", "planet_id"]],
    );
  assert.equal(pictures(space, "/api/data")[0].kind, "series");
  assert.deepEqual(pictures(second, "/api/courses"), [
    { kind: "timeline", from: "starts_at", to: "ends_at", colour: "status", lanes: ["university_id"] },
  ]);
  assert.deepEqual(pictures(second, "/api/students"), [
    { kind: "presence", records: "/api/courses", include: "students", from: "starts_at", to: "ends_at", role: "seat" },
  ]);
  for (const path of [
    "/api/missions/{mission_id}/astronauts",
    "/api/astronauts/{astronaut_id}/missions",
    "/api/events",
  ])
    assert.equal(pictures(space, path), undefined, path);
});
