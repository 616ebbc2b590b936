/** Proves what §2.16 says of sources, and of what the built-in resources cite and are called elsewhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { eventsLink, fixturesFor } from "../support/http/fixtures.ts";
import { idsOf } from "../support/http/lists.ts";
import { type Body, serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);
const { read } = fixtures;
const SOURCE = "/api/sources/gcat";

test("§2.16: a source has the fields of the contract, and links to what cites it", async () => {
  assertRefused(await served.post("/api/sources", {}), 400, ["/title", "required"]);
  const fields = {
    title: "General Catalog of Artificial Space Objects",
    publisher: "J. McDowell",
    url: "https://planet4589.org/space/gcat/",
    licence: "CC BY 4.0",
    retrieved_on: "2026-11-27",
    notes: null,
  };
  const { created_at, updated_at, _links, ...shown } = await fixtures.put(SOURCE, fields);
  assert.deepEqual(shown, { id: "gcat", ...fields });
  const cited = ["missions", "astronauts", "spacecraft", "space-stations", "planets", "moons", "organizations"];
  const links = cited.map((name) => [`cited_by_${name.replaceAll("-", "_")}`, `/api/${name}?source=gcat`]);
  assert.deepEqual(_links, { self: SOURCE, ...Object.fromEntries(links), ...eventsLink(SOURCE) });
  assert.deepEqual(
    (await read("/api/sources")).sources,
    [{ id: "gcat", ...fields, notes: undefined, _links: { self: SOURCE } }].map(({ notes, ...summary }) => summary),
  );
});

test("§2.16: exactly these have citations and identifiers", () => {
  const having = (field: string) => domain.filter(({ fields }) => field in fields).map(({ name }) => name);
  const identified = ["planets", "moons", "space-stations", "spacecraft", "astronauts", "missions", "organizations"];
  const cited = [...identified, "atmosphere", "surface", "navigation-system", "training", "objectives"];
  assert.deepEqual(having("identifiers").sort(), identified.sort());
  assert.deepEqual(having("citations").sort(), cited.sort());
});

test("§2.16: a mission cites a source, which then cannot be deleted; what cites nothing can be found", async () => {
  await fixtures.mission("apollo-11");
  await fixtures.mission("apollo-12");
  const citations = [{ source_id: "gcat", fields: ["launch_date", "end_date"], locator: "1969-059A" }];
  const { body } = assertStatus(await served.patch("/api/missions/apollo-11", { citations }), 200);
  assert.deepEqual(body.citations, citations);
  assert.deepEqual(idsOf(await served.get((await read(SOURCE))._links.cited_by_missions)), ["apollo-11"]);
  assert.deepEqual(idsOf(await served.get("/api/missions?citations_exists=false")), ["apollo-12"]);
  const refused = await served.delete(SOURCE);
  assertRefused(refused, 409, ["", "has_dependents"]);
  assert.equal(refused.body.dependents[0].link, "/api/missions?source=gcat");
  const misspelled = { citations: [{ source_id: "gcat", fields: ["launched"] }] };
  assertRefused(await served.patch("/api/missions/apollo-11", misspelled), 422, [
    "/citations/0/fields/0",
    "not_allowed",
  ]);
  assertRefused(
    await served.patch("/api/missions/apollo-11", { citations: Array(51).fill({ source_id: "gcat" }) }),
    422,
    ["/citations", "too_many_items"],
  );
});

test("§2.16, §12.6: what cites a source below others is linked by the list of these", async () => {
  await fixtures.put("/api/sources/sheet", { title: "Fact sheet" });
  await fixtures.planet("mars");
  await fixtures.put("/api/planets/mars/atmosphere", { citations: [{ source_id: "sheet" }] });
  const { body } = await served.delete("/api/sources/sheet");
  assert.deepEqual(body.dependents, [{ name: "atmosphere", count: 1, link: "/api/planets?atmosphere.source=sheet" }]);
  assert.deepEqual(idsOf(await served.get(body.dependents[0].link)), ["mars"]);
});

const found = ({ results }: Body) => results.map(({ kind, id }: Body) => `${kind} ${id}`);

test("§4.7: a search by identifier finds the records of every kind that have it", async () => {
  await fixtures.mission("vostok-1");
  await fixtures.spacecraft("vostok-3ka-3");
  const identifiers = [
    { scheme: "cospar", value: "1961-012A" },
    { scheme: "norad", value: "103" },
  ];
  for (const path of ["/api/missions/vostok-1", "/api/spacecraft/vostok-3ka-3"])
    assertStatus(await served.patch(path, { identifiers }), 200);
  const both = await read("/api/search?identifier=COSPAR:1961-012a");
  assert.deepEqual(found(both), ["mission vostok-1", "spacecraft vostok-3ka-3"]);
  assert.deepEqual([both.total_count, both.kinds.mission, both.kinds.planet], [2, 1, 0]);
  assert.ok(!("navigation_system" in both.kinds), "only kinds that have identifiers");
  assert.deepEqual(found(await read("/api/search?identifier=norad:103&kind=mission,moon")), ["mission vostok-1"]);
  assert.deepEqual(found(await read("/api/search?identifier=norad:10")), []);
  assertRefused(await served.get("/api/search?identifier=103"), 400, ["identifier", "invalid_value"]);
  assertRefused(await served.get("/api/search?identifier=norad:103&q=v"), 400, ["identifier", "invalid_value"]);
  assertRefused(await served.get("/api/search?identifier=norad:1&identifier=norad:2"), 400, [
    "identifier",
    "duplicate_parameter",
  ]);
  const moon = { name: "x", identifiers };
  assertStatus(await served.put("/api/planets/mars/moons/x", moon), 201);
  assertRefused(await served.put("/api/planets/mars/moons/y", moon), 409, ["/identifiers/0", "already_exists"]);
});
