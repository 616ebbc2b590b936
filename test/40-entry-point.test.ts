/** Proves §1: one entry point, resources as nouns, links that are paths, JSON in and out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);

test("§1: GET /api is the entry point: name, version, links to every top-level collection and to the docs", async () => {
  const { status, body, headers } = await served.get("/api", { credential: false });
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
  assert.match(body.name, /./);
  assert.match(body.version, /^\d+\.\d+\.\d+/);
  const { self, docs, ...links } = body._links;
  assert.deepEqual([self, docs], ["/api", "/docs"]);
  const collections = {
    missions: "/api/missions",
    astronauts: "/api/astronauts",
    planets: "/api/planets",
    spacecraft: "/api/spacecraft",
    space_stations: "/api/space-stations",
    data: "/api/data",
    moons: "/api/moons",
  };
  for (const [name, path] of Object.entries(collections)) assert.equal(links[name], path);
});

test("§1: every link of the entry point works", async () => {
  const { body } = await served.get("/api");
  for (const [name, path] of Object.entries<string>(body._links)) {
    assert.equal((await served.get(path)).status, 200, `${name}: ${path}`);
  }
});

test("§1: collections are plural, lowercase, hyphenated, and no path holds a verb or a third level", () => {
  for (const { path, hasItems } of served.catalog.views) {
    const segments = path.split("/").slice(2);
    for (const segment of segments) assert.match(segment, /^(?:[a-z]+(?:-[a-z]+)*|\{\w+\})$/, path);
    assert.doesNotMatch(path, /create|update|delete|get|list|search|assign|add|remove|move/, path);
    assert.ok(segments.length + (hasItems ? 1 : 0) <= 4, path);
  }
});

test("§1: _links is an object of link name to path string, in items, lists and the items of lists", async () => {
  await fixtures.planet("mars");
  await fixtures.moon("mars", "phobos");
  await fixtures.spacecraft("csm", { status: "retired" });
  await fixtures.astronaut("ann");
  await fixtures.mission("m1", { destination: "phobos" });
  await fixtures.equip("m1", "csm");
  await fixtures.assign("m1", "ann", { spacecraft_id: "csm" });
  const paths = [
    ...["/api/planets", "/api/planets/mars", "/api/planets/mars/moons", "/api/planets/mars/moons/phobos"],
    ...["/api/missions", "/api/missions/m1", "/api/missions/m1/astronauts", "/api/missions/m1/astronauts/ann"],
    ...["/api/missions/m1/spacecraft", "/api/astronauts/ann", "/api/astronauts/ann/missions", "/api/spacecraft/csm"],
    ...["/api/spacecraft/csm/missions", "/api/moons", "/api/data", "/api/missions?limit=1"],
  ];
  for (const path of paths) {
    const { _links, ...rest } = await fixtures.read(path);
    const items = Object.values(rest).find((value) => Array.isArray(value) && value[0]?._links) as [] | undefined;
    for (const links of [_links, ...(items ?? []).map((item: { _links: object }) => item._links)]) {
      assert.ok(links.self, path);
      for (const link of Object.values(links)) assert.match(link as string, /^\/api\//, path);
    }
  }
});

test("§1: every link of a resource works, except those to one-to-ones that are not set", async () => {
  for (const path of ["/api/planets/mars", "/api/missions/m1", "/api/astronauts/ann", "/api/spacecraft/csm"]) {
    const { _links } = await fixtures.read(path);
    for (const [name, link] of Object.entries<string>(_links)) {
      const unset = ["atmosphere", "surface", "navigation_system"].includes(name);
      assert.equal((await served.get(link)).status, unset ? 404 : 200, `${path} → ${name}`);
    }
  }
});

test("§1: the service is stateless: it sets no cookies", async () => {
  for (const path of ["/api", "/api/missions", "/api/missions/m1", "/docs"]) {
    assert.equal((await served.get(path)).headers.get("set-cookie"), null);
  }
});

test("§2.1: a resource has an id, times in RFC 3339 UTC with milliseconds, and a link to itself", async () => {
  const { body } = await served.post("/api/missions", { name: "Made by the server" });
  assert.match(body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, "a UUIDv7");
  assert.equal(body.created_at, "2026-01-15T12:00:00.000Z");
  assert.equal(body.updated_at, body.created_at);
  assert.equal(body._links.self, `/api/missions/${body.id}`);
});

test("§2.1: ids made by the server are ordered by time", async () => {
  const ids: string[] = [];
  for (const name of ["first", "second", "third"])
    ids.push((await served.post("/api/space-stations", { name })).body.id);
  assert.deepEqual([...ids].sort(), ids);
});

test("§2.1: an optional field without a value is present with null", async () => {
  const mission = await fixtures.mission("bare");
  for (const name of [
    "description",
    "status_reason",
    "launch_date",
    "end_date",
    "operator",
    "mission_type",
    "destination",
    "part_of",
  ]) {
    assert.equal(mission[name], null, name);
  }
});
