/** Proves what §2 says of planets, their moons, atmosphere and surface. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { eventsLink, fixturesFor } from "../support/http/fixtures.ts";
import { serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);
await fixtures.planet("p");
const at = "/api/planets/p";

test("§2.9: every field of a planet round-trips, doubles exactly", async () => {
  const fields = {
    name: "Jupiter",
    planet_type: "gas_giant",
    mass_kg: 1.898e27,
    mean_radius_km: 69911.123456789,
    mean_density_kg_m3: 1326.2,
    gravity_m_s2: 24.79,
    escape_velocity_km_s: 59.5,
    semi_major_axis_km: 778340821,
    orbital_eccentricity: 0.0489,
    orbital_inclination_deg: 1.303,
    orbital_period_days: 4332.59,
    rotation_period_hours: 9.925,
    axial_tilt_deg: 3.13,
    has_rings: true,
    rings_inner_radius_km: 123_000.5,
    rings_outer_radius_km: 128_940,
    discovered_on: "1610-01-07",
    discovered_by: "Galileo Galilei",
    known_moons: 97,
    identifiers: [{ scheme: "naif", value: "599" }],
    citations: [],
  };
  await fixtures.planet("jupiter", fields);
  const { id, moon_count, created_at, updated_at, _links, ...shown } = await fixtures.read("/api/planets/jupiter");
  assert.deepEqual(shown, fields);
  assert.equal(moon_count, 0);
  const self = "/api/planets/jupiter";
  assert.deepEqual(_links, {
    self,
    moons: `${self}/moons`,
    atmosphere: `${self}/atmosphere`,
    surface: `${self}/surface`,
    ...eventsLink(self),
  });
});

test("§2.9: a planet requires a name and a type; has_rings defaults to false", async () => {
  assertRefused(await served.post("/api/planets", {}), 400, ["/name", "required"], ["/planet_type", "required"]);
  assertRefused(await served.patch(at, { planet_type: "star" }), 422, ["/planet_type", "not_allowed"]);
  assert.equal((await fixtures.read(at)).has_rings, false);
  assert.deepEqual(Object.keys((await fixtures.read("/api/planets?limit=1")).planets[0]).sort(), [
    "_links",
    "id",
    "name",
    "planet_type",
  ]);
});

const positive = [
  ...["mass_kg", "mean_radius_km", "mean_density_kg_m3", "gravity_m_s2", "escape_velocity_km_s"],
  ...["semi_major_axis_km", "orbital_period_days", "rings_outer_radius_km", "rings_inner_radius_km"],
];
const bounds: [field: string, refusedValues: number[], taken: number[]][] = [
  ...positive.map((field): [string, number[], number[]] => [field, [0, -1], [5e-324, 1.7976931348623157e308]]),
  ["orbital_eccentricity", [-0.01, 1, 1.5], [0, 0.999]],
  ["axial_tilt_deg", [-0.1, 180.1], [0, 180]],
  ["rotation_period_hours", [], [-243.025, 9.9]],
];
for (const [field, bad, good] of bounds) {
  test(`§2.9: the range of a planet's ${field}`, async () => {
    for (const value of bad)
      assertRefused(await served.patch(at, { [field]: value }), 422, [`/${field}`, "out_of_range"]);
    for (const value of good) assert.equal((await served.patch(at, { [field]: value })).body[field], value);
  });
}

test("§2.9: rings do not end before they begin", async () => {
  await fixtures.planet("ringed", { rings_inner_radius_km: 66_900, rings_outer_radius_km: 66_900 });
  const changed = await served.patch("/api/planets/ringed", { rings_outer_radius_km: 66_899 });
  assertRefused(changed, 422, ["/rings_outer_radius_km", "rule_broken"]);
  assertStatus(await served.patch("/api/planets/ringed", { rings_inner_radius_km: null }), 200);
});

test("§2.9: moon_count is derived, shown, and cannot be written", async () => {
  await fixtures.moon("p", "m1");
  await fixtures.moon("p", "m2");
  assert.equal((await fixtures.read(at)).moon_count, 2);
  await served.delete(`${at}/moons/m1`);
  assert.equal((await fixtures.read(at)).moon_count, 1);
  assertRefused(await served.patch(at, { moon_count: 5 }), 422, ["/moon_count", "read_only"]);
  assertStatus(await served.patch(at, { moon_count: 1 }), 200);
});

test("§12.9: adding a moon advances its planet's updated_at", async () => {
  served.clock.advance(1_000);
  const { updated_at } = await fixtures.read(at);
  await fixtures.moon("p", "m3");
  assert.ok((await fixtures.read(at)).updated_at > updated_at);
});

test("§2.9: a moon shows its planet's id, every field, and links to both", async () => {
  const { created_at, updated_at, ...shown } = await fixtures.moon("p", "m2", {
    designation: "P II",
    mean_radius_km: 11.1,
  });
  assert.deepEqual(shown, {
    id: "m2",
    planet_id: "p",
    name: "m2",
    designation: "P II",
    mean_radius_km: 11.1,
    mass_kg: null,
    mean_density_kg_m3: null,
    semi_major_axis_km: null,
    orbital_eccentricity: null,
    orbital_inclination_deg: null,
    orbital_period_days: null,
    discovered_on: null,
    discovered_by: null,
    identifiers: [],
    citations: [],
    _links: { self: `${at}/moons/m2`, planet: at, ...eventsLink(`${at}/moons/m2`) },
  });
  const summary = (await fixtures.read(`${at}/moons`)).moons[0];
  assert.deepEqual(Object.keys(summary).sort(), ["_links", "id", "mean_radius_km", "name", "planet_id"]);
});

test("§2.12: /api/moons lists all moons, read-only, each with its planet and its canonical path", async () => {
  await fixtures.planet("q");
  await fixtures.moon("q", "m9");
  const { moons, total_count } = await fixtures.read("/api/moons?sort=planet_id,id");
  assert.equal(total_count, 3);
  assert.deepEqual(moons.at(-1), {
    id: "m9",
    planet_id: "q",
    name: "m9",
    mean_radius_km: null,
    _links: { self: "/api/planets/q/moons/m9", planet: "/api/planets/q" },
  });
  const one = assertStatus(await served.get("/api/moons/m9"), 200);
  assert.deepEqual(one.body, await fixtures.read("/api/planets/q/moons/m9"));
  assert.equal(one.headers.get("content-location"), "/api/planets/q/moons/m9");
  assert.equal((await fixtures.read("/api/moons?planet_id=q")).total_count, 1);
});

test("§12.2: a moon's id is unique in the whole service, and found only under its own planet", async () => {
  assertRefused(await served.put("/api/planets/q/moons/m2", { name: "again" }), 409, ["/id", "already_exists"]);
  assertRefused(await served.post("/api/planets/q/moons", { id: "m2", name: "again" }), 409, ["/id", "already_exists"]);
  for (const method of ["GET", "DELETE"]) assertStatus(await served.request(method, "/api/planets/q/moons/m2"), 404);
  assertStatus(await served.patch("/api/planets/q/moons/m2", {}), 404);
});

test("§12.1: a parent's id in a child's body must be the path's", async () => {
  assertRefused(await served.post(`${at}/moons`, { name: "x", planet_id: "q" }), 422, ["/planet_id", "read_only"]);
  assertRefused(await served.patch(`${at}/moons/m2`, { planet_id: "q" }), 422, ["/planet_id", "read_only"]);
  assertStatus(await served.patch(`${at}/moons/m2`, { planet_id: "p" }), 200);
});

for (const [single, fields] of [
  ["atmosphere", { surface_pressure_pa: 610 }],
  ["surface", { surface_type: "rock" }],
] as const) {
  test(`§12.2: the ${single} is 404 until it is set, then has the planet's id as id and planet_id`, async () => {
    assertStatus(await served.get(`${at}/${single}`), 404);
    const made = assertStatus(await served.put(`${at}/${single}`, fields), 201);
    assert.equal(made.headers.get("location"), `${at}/${single}`);
    assert.deepEqual([made.body.id, made.body.planet_id], ["p", "p"]);
    assert.deepEqual(made.body._links, { self: `${at}/${single}`, planet: at, ...eventsLink(`${at}/${single}`) });
    assert.deepEqual(await fixtures.read(`${at}/${single}`), made.body);
    assertRefused(await served.patch(`${at}/${single}`, { id: "q" }), 422, ["/id", "read_only"]);
    assertStatus(await served.put(`/api/planets/nowhere/${single}`, fields), 404);
  });
}

test("§2.9: atmosphere: composition is unique gases with fractions of 0 to 1, together at most 1.005", async () => {
  const put = (composition: unknown) => served.put(`${at}/atmosphere`, { composition });
  const air = [
    { gas: "N2", volume_fraction: 0.78 },
    { gas: "O2", volume_fraction: 0.21 },
  ];
  assert.deepEqual((await put(air)).body.composition, air);
  assertStatus(
    await put([
      { gas: "CO2", volume_fraction: 1 },
      { gas: "N2", volume_fraction: 0.005 },
    ]),
    200,
  );
  assertRefused(
    await put([
      { gas: "CO2", volume_fraction: 1 },
      { gas: "N2", volume_fraction: 0.006 },
    ]),
    422,
    ["/composition", "out_of_range"],
  );
  assertRefused(
    await put([
      { gas: "N2", volume_fraction: 0.1 },
      { gas: "N2", volume_fraction: 0.2 },
    ]),
    422,
    ["/composition", "not_unique"],
  );
  assertRefused(
    await put([
      { gas: "N2", volume_fraction: 1.1 },
      { gas: "O2", volume_fraction: -0.2 },
    ]),
    422,
    ["/composition/0/volume_fraction", "out_of_range"],
    ["/composition/1/volume_fraction", "out_of_range"],
  );
  assertRefused(await put([{ gas: "N2" }]), 400, ["/composition/0/volume_fraction", "required"]);
  assertRefused(await put([{ gas: "N2", volume_fraction: 0.1, smell: "none" }]), 400, [
    "/composition/0/smell",
    "unknown_field",
  ]);
  assertRefused(await put("N2"), 400, ["/composition", "wrong_type"]);
});

test("§12.3: atmosphere: an absent array is [], pressure and temperature are at least 0", async () => {
  assert.deepEqual((await served.put(`${at}/atmosphere`, {})).body.composition, []);
  for (const field of ["surface_pressure_pa", "mean_temperature_k", "max_wind_speed_m_s"]) {
    assertRefused(await served.patch(`${at}/atmosphere`, { [field]: -1 }), 422, [`/${field}`, "out_of_range"]);
    assertStatus(await served.patch(`${at}/atmosphere`, { [field]: 0 }), 200);
  }
  assertRefused(await served.patch(`${at}/atmosphere`, { scale_height_km: 0 }), 422, [
    "/scale_height_km",
    "out_of_range",
  ]);
  assertRefused(await served.patch(`${at}/atmosphere`, { reference_level: "top" }), 422, [
    "/reference_level",
    "not_allowed",
  ]);
});

test("§2.9: surface: temperatures in order min ≤ mean ≤ max, fractions 0 to 1, features as strings", async () => {
  const put = (fields: object) => served.put(`${at}/surface`, fields);
  assertStatus(await put({ min_temperature_k: 130, mean_temperature_k: 210, max_temperature_k: 308 }), 200);
  assertStatus(await put({ min_temperature_k: 210, mean_temperature_k: 210, max_temperature_k: 210 }), 200);
  assertRefused(await put({ min_temperature_k: 211, mean_temperature_k: 210 }), 422, [
    "/min_temperature_k",
    "rule_broken",
  ]);
  assertRefused(await put({ mean_temperature_k: 210, max_temperature_k: 209 }), 422, [
    "/max_temperature_k",
    "rule_broken",
  ]);
  assertRefused(await put({ min_temperature_k: 210, max_temperature_k: 209 }), 422, [
    "/max_temperature_k",
    "rule_broken",
  ]);
  for (const field of ["bond_albedo", "liquid_coverage_fraction"]) {
    for (const value of [-0.1, 1.1]) assertRefused(await put({ [field]: value }), 422, [`/${field}`, "out_of_range"]);
  }
  assert.deepEqual((await put({ features: ["Olympus Mons", "Ὀλύμπος"] })).body.features, ["Olympus Mons", "Ὀλύμπος"]);
  assertRefused(await put({ features: ["a", 1] }), 400, ["/features/1", "wrong_type"]);
});
