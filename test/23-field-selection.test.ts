/** Proves that `fields` selects what a representation shows, always with its id and links. */
import assert from "node:assert/strict";
import test from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll, itemsOf, messagesOf, readIds } from "./support/http/lists.ts";
import { faultsOf, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const space = await serveForFile();
const one = "/api/products/p1";

await served.put(one, { name: "Pen", price: 2.5, tags: ["blue"], sold_from: "2023-01-31" });
await served.put("/api/universities/u1", { name: "Uppsala" });
await served.put("/api/universities/u1/departments/d1", { name: "Physics", budget: 3 });
await served.put("/api/universities/u1/founding-charter", { signed_on: "1477-02-27", text: "We found." });
await createAll(served, "/api/courses", [
  { id: "c1", title: "Optics", university_id: "u1", department_id: "d1", room: { building: "A", floor: 2 } },
]);

/** A path, its `fields`, and what is shown besides the links. */
const CHOICES: [path: string, fields: string, shown: object][] = [
  [one, "name,price", { id: "p1", name: "Pen", price: 2.5 }],
  [one, "price,name", { id: "p1", name: "Pen", price: 2.5 }],
  [one, "id", { id: "p1" }],
  [one, "_links", { id: "p1" }],
  [one, "_links,name,id", { id: "p1", name: "Pen" }],
  [one, "name,name", { id: "p1", name: "Pen" }],
  [one, "tags", { id: "p1", tags: ["blue"] }],
  [one, "rating,in_stock", { id: "p1", in_stock: null, rating: null }],
  [one, "created_at", { id: "p1", created_at: "2026-01-15T12:00:00.000Z" }],
  ["/api/universities/u1", "department_count,name", { id: "u1", name: "Uppsala", department_count: 1 }],
  ["/api/universities/u1/departments/d1", "university_id", { id: "d1", university_id: "u1" }],
  ["/api/departments/d1", "budget", { id: "d1", budget: 3 }],
  ["/api/universities/u1/founding-charter", "signed_on", { id: "u1", signed_on: "1477-02-27" }],
  ["/api/courses/c1", "room", { id: "c1", room: { building: "A", floor: 2 } }],
  ["/api/courses/c1", "allowed_transitions", { id: "c1", allowed_transitions: ["open"] }],
  ["/api/courses/c1", "department_id,status", { id: "c1", department_id: "d1", status: "draft" }],
];

for (const [path, fields, shown] of CHOICES) {
  test(`§2.13: ${path}?fields=${fields}`, async () => {
    const whole = await served.get(path);
    const { status, body } = await served.get(`${path}?fields=${fields}`);
    assert.deepEqual([status, body], [200, { ...shown, _links: whole.body._links }]);
  });
}

/** The same on lists of one item each. */
const LISTS: [path: string, fields: string, shown: object][] = [
  ["/api/products", "sold_from", { id: "p1", sold_from: "2023-01-31" }],
  ["/api/products", "id", { id: "p1" }],
  ["/api/products", "_links", { id: "p1" }],
  ["/api/universities/u1/departments", "budget", { id: "d1", budget: 3 }],
  ["/api/departments", "university_id,budget", { id: "d1", university_id: "u1", budget: 3 }],
  [
    "/api/courses",
    "allowed_transitions,room",
    { id: "c1", allowed_transitions: ["open"], room: { building: "A", floor: 2 } },
  ],
];

for (const [path, fields, shown] of LISTS) {
  test(`§2.13: in a list: ${path}?fields=${fields}`, async () => {
    const [summary] = itemsOf(await served.get(path));
    const answer = await served.get(`${path}?fields=${fields}`);
    assert.equal(answer.status, 200);
    assert.deepEqual(itemsOf(answer), [{ ...shown, _links: summary._links }]);
    assert.equal(answer.body.total_count, 1);
  });
}

for (const [list, item] of [
  ["/api/products", one],
  ["/api/universities", "/api/universities/u1"],
  ["/api/universities/u1/departments", "/api/universities/u1/departments/d1"],
  ["/api/departments", "/api/departments/d1"],
  ["/api/courses", "/api/courses/c1"],
] as const) {
  test(`§2.13: fields=* is all: ${list}`, async () => {
    const whole = await served.get(item);
    assert.deepEqual((await served.get(`${item}?fields=*`)).body, whole.body);
    const [shown] = itemsOf(await served.get(`${list}?fields=*`));
    assert.deepEqual(shown, whole.body);
  });
}

test("§2.13: a summary is what its list shows without fields", async () => {
  const [product] = itemsOf(await served.get("/api/products"));
  assert.deepEqual(product, { id: "p1", name: "Pen", price: 2.5, in_stock: null, _links: { self: one } });
});

test("§2.13: an item keeps the links of the references that its fields show", async () => {
  const linksOf = async (fields: string) => itemsOf(await served.get(`/api/courses?fields=${fields}`))[0]!._links;
  const department = (await served.get("/api/departments/d1")).body._links.self;
  const self = "/api/courses/c1";
  assert.deepEqual(await linksOf("title"), { self });
  assert.deepEqual(await linksOf("title,department_id"), { self, department });
  assert.deepEqual(await linksOf("university_id,department_id"), {
    self,
    university: "/api/universities/u1",
    department,
  });
  assert.deepEqual(await linksOf("follows"), { self }, "a reference without a value has no link");
});

test("§2.13: the link of a reference tells which kind of target it has", async () => {
  await space.put("/api/planets/earth", { name: "Earth", planet_type: "terrestrial" });
  await space.put("/api/planets/earth/moons/luna", { name: "Luna" });
  for (const [id, destination] of Object.entries({ to_moon: "luna", to_planet: "earth" }))
    await space.put(`/api/missions/${id}`, { name: id, destination });
  const items = itemsOf(await space.get("/api/missions?fields=destination&destination_exists=true"));
  assert.deepEqual(
    items.map(({ id, _links }) => [id, _links.destination]),
    [
      ["to_moon", "/api/planets/earth/moons/luna"],
      ["to_planet", "/api/planets/earth"],
    ],
  );
});

test("§2.13: an item keeps the declared links that its fields name", async () => {
  await space.put("/api/missions/ferry", { name: "Ferry" });
  await space.put("/api/astronauts/eve", { name: "Eve", current_mission: "ferry" });
  const linksOf = async (fields: string) =>
    itemsOf(await space.get(`/api/astronauts?id=eve&fields=${fields}`))[0]!._links;
  const self = "/api/astronauts/eve";
  assert.deepEqual(await linksOf("current_mission"), { self, current_mission: "/api/missions/ferry" });
  assert.deepEqual(await linksOf("name,current_role"), { self });
  assert.deepEqual(await linksOf("current_spacecraft"), { self }, "a field without a value has no link");
});

test("§2.13: fields does not affect filters, sorts and pages", async () => {
  await served.put("/api/products/p2", { name: "Ink", price: 1 });
  const answer = await served.get("/api/products?fields=tags&price_max=2&sort=name&limit=1");
  assert.deepEqual(itemsOf(answer), [{ id: "p2", tags: [], _links: { self: "/api/products/p2" } }]);
  assert.equal(answer.body._links.self, "/api/products?fields=tags&price_max=2&sort=name&limit=1&page=1");
  await served.delete("/api/products/p2");
});

test("§2.13: fields applies to the entries of a crew too", async () => {
  await space.put("/api/missions/m", { name: "M" });
  await space.put("/api/astronauts/a", { name: "A" });
  await space.put("/api/missions/m/astronauts/a", { role: "pilot" });
  const crew = await space.get("/api/missions/m/astronauts?fields=role");
  const [{ _links, ...entry }] = crew.body.astronauts;
  assert.deepEqual(entry, { id: "a", role: "pilot" });
  assert.equal(_links.self, "/api/missions/m/astronauts/a");
  assert.deepEqual([crew.body.mission_name, crew.body.crew_size], ["M", 1]);
  const [seen] = itemsOf(await space.get("/api/astronauts/a/missions?fields=role,status"));
  assert.deepEqual([seen.id, seen.role, seen.status, seen.name], ["m", "pilot", "planned", undefined]);
});

/** Invalid `fields`, and the number of faults. */
const REFUSED: [fields: string, faults: number][] = [
  ["colour", 1],
  ["name,colour,shape", 2],
  ["", 1],
  ["name,", 1],
  ["Name", 1],
  ["name,*", 1],
  ["* ", 1],
  ["tags.0", 1],
  ["revision", 1],
];

for (const [fields, faults] of REFUSED) {
  test(`§2.13: an unknown field is refused: fields=${fields || "(empty)"}`, async () => {
    for (const path of ["/api/products", one]) {
      const answer = await served.get(`${path}?fields=${encodeURIComponent(fields)}`);
      assert.equal(answer.status, 400, path);
      assert.deepEqual(faultsOf(answer), Array(faults).fill(["fields", "unknown_field"]), path);
      assert.match(messagesOf(answer).fields!, /Allowed: id, name, price/);
    }
  });
}

test("§4.5: a near miss of a field's name comes with a suggestion", async () => {
  const answer = await served.get(`${one}?fields=prize`);
  assert.match(messagesOf(answer).fields!, /Did you mean price\?/);
});

test("§2.13: a count that is not shown is not a field", async () => {
  assert.deepEqual(await readIds(served, "/api/manufacturers?fields=camera_count"), [
    400,
    [["fields", "unknown_field"]],
  ]);
});

test("§4.5: fields and include are the only parameters of a single resource", async () => {
  for (const name of ["page", "limit", "sort", "name", "filter"]) {
    const answer = await served.get(`${one}?${name}=1`);
    assert.deepEqual([answer.status, faultsOf(answer)], [400, [[name, "unknown_parameter"]]], name);
  }
  const twice = await served.get(`${one}?fields=id&fields=name`);
  assert.deepEqual([twice.status, faultsOf(twice)], [400, [["fields", "duplicate_parameter"]]]);
});

test("§2.13: on a single resource fields selects, always with id and _links; fields=* is all; an unknown field is 400", async () => {
  const at = "/api/missions/flight";
  await space.put(at, { name: "Flight" });
  const whole = (await space.get(at)).body;
  const { id, name, status, _links } = whole;
  assert.deepEqual((await space.get(`${at}?fields=status,name`)).body, { id, name, status, _links });
  assert.deepEqual((await space.get(`${at}?fields=id`)).body, { id, _links });
  assert.deepEqual((await space.get(`${at}?fields=*`)).body, whole);
  const answer = await space.get(`${at}?fields=name,nmae`);
  assert.deepEqual([answer.status, faultsOf(answer)], [400, [["fields", "unknown_field"]]]);
});
