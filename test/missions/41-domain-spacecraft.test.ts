/** Proves what §2 says of spacecraft, their navigation systems, and space stations. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { eventsLink, fixturesFor } from "../support/http/fixtures.ts";
import { serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);
const at = "/api/spacecraft/eagle";
await fixtures.spacecraft("eagle");

test("§2.10: a spacecraft shows every field, with its defaults and links", async () => {
  const { created_at, updated_at, ...shown } = await fixtures.read(at);
  assert.deepEqual(shown, {
    id: "eagle",
    name: "eagle",
    spacecraft_type: "capsule",
    status: "active",
    manufacturer: null,
    operator: null,
    first_flight_date: null,
    crew_capacity: null,
    dry_mass_kg: null,
    launch_mass_kg: null,
    payload_capacity_kg: null,
    power_w: null,
    station: null,
    cospar_id: null,
    reusable: false,
    identifiers: [],
    citations: [],
    _links: {
      self: at,
      navigation_system: `${at}/navigation-system`,
      missions: `${at}/missions`,
      organizations: `${at}/organizations`,
      ...eventsLink(at),
    },
  });
});

test("§2.10: a list of spacecraft shows id, name, spacecraft_type and status", async () => {
  const { spacecraft } = await fixtures.read("/api/spacecraft");
  assert.deepEqual(spacecraft, [
    { id: "eagle", name: "eagle", spacecraft_type: "capsule", status: "active", _links: { self: at } },
  ]);
});

test("§2.10: a spacecraft requires a name and a type; type and status are enums", async () => {
  assertRefused(await served.post("/api/spacecraft", {}), 400, ["/name", "required"], ["/spacecraft_type", "required"]);
  for (const type of ["capsule", "spaceplane", "lander", "orbiter", "rover", "probe", "station_module", "cargo"])
    assertStatus(await served.patch(at, { spacecraft_type: type }), 200);
  for (const status of ["in_development", "retired", "lost", "destroyed", "active"])
    assertStatus(await served.patch(at, { status }), 200);
  assertRefused(
    await served.patch(at, { spacecraft_type: "kite", status: "parked" }),
    422,
    ["/spacecraft_type", "not_allowed"],
    ["/status", "not_allowed"],
  );
});

test("§2.10: a spacecraft's dry mass is at most its launch mass; masses are above 0", async () => {
  assertStatus(await served.patch(at, { dry_mass_kg: 4_280, launch_mass_kg: 15_103 }), 200);
  assertStatus(await served.patch(at, { launch_mass_kg: 4_280 }), 200);
  assertRefused(await served.patch(at, { launch_mass_kg: 4_279 }), 422, ["/launch_mass_kg", "rule_broken"]);
  assertRefused(await served.patch(at, { dry_mass_kg: 4_281 }), 422, ["/launch_mass_kg", "rule_broken"]);
  for (const field of ["dry_mass_kg", "launch_mass_kg"])
    assertRefused(await served.patch(at, { [field]: 0 }), 422, [`/${field}`, "out_of_range"]);
  assertRefused(await served.patch(at, { crew_capacity: -1 }), 422, ["/crew_capacity", "out_of_range"]);
  assertRefused(await served.patch(at, { reusable: "true" }), 400, ["/reusable", "wrong_type"]);
});

test("§2.10: …/missions is a reference list like the astronaut's", async () => {
  await fixtures.mission("apollo", { launch_date: "1969-07-16", status: "completed" });
  await fixtures.equip("apollo", "eagle", { role: "lander" });
  const { missions, total_count } = await fixtures.read(`${at}/missions`);
  assert.equal(total_count, 1);
  assert.deepEqual(missions, [
    {
      id: "apollo",
      name: "apollo",
      status: "completed",
      launch_date: "1969-07-16",
      launch_date_precision: "day",
      role: "lander",
      _links: { self: "/api/missions/apollo", crew: "/api/missions/apollo/astronauts" },
    },
  ]);
});

test("§2.10: the navigation system is a one-to-one of the spacecraft", async () => {
  const path = `${at}/navigation-system`;
  assertStatus(await served.get(path), 404);
  assertRefused(await served.put(path, {}), 400, ["/name", "required"]);
  const { created_at, updated_at, ...shown } = assertStatus(await served.put(path, { name: "PGNCS" }), 201).body;
  assert.deepEqual(shown, {
    id: "eagle",
    spacecraft_id: "eagle",
    name: "PGNCS",
    guidance_type: null,
    computer: null,
    position_accuracy_m: null,
    sensors: [],
    status: "nominal",
    notes: null,
    citations: [],
    _links: { self: path, spacecraft: at, ...eventsLink(path) },
  });
  const patched = await served.patch(path, { sensors: ["IMU", "sextant"], guidance_type: "inertial" });
  assert.deepEqual([patched.body.sensors, patched.body.guidance_type], [["IMU", "sextant"], "inertial"]);
  assertRefused(
    await served.patch(path, { guidance_type: "magic", position_accuracy_m: 0 }),
    422,
    ["/guidance_type", "not_allowed"],
    ["/position_accuracy_m", "out_of_range"],
  );
  assertStatus(await served.delete(path), 204);
  assertStatus(await served.get(path), 404);
});

test("§2.11: a space station shows every field, and id, name, status in lists", async () => {
  const fields = {
    name: "Салют-1",
    operator: "CCCP",
    status: "deorbited",
    launched_on: "1971-04-19",
    orbit_altitude_km: 211.5,
    inclination_deg: 51.6,
    crew_capacity: 3,
    identifiers: [{ scheme: "cospar", value: "1971-032A" }],
    citations: [],
  };
  const { created_at, updated_at, ...shown } = await fixtures.put("/api/space-stations/salyut-1", fields);
  const _links = { self: "/api/space-stations/salyut-1" };
  const below = ["missions", "modules", "organizations"].map((name) => [name, `${_links.self}/${name}`]);
  const links = {
    ..._links,
    ...Object.fromEntries(below),
    aboard: "/api/astronauts?current_mission.station=salyut-1&current_mission.status=active",
    ...eventsLink(_links.self),
  };
  assert.deepEqual(shown, { id: "salyut-1", ...fields, mission_count: 0, _links: links });
  const { space_stations } = await fixtures.read("/api/space-stations");
  assert.deepEqual(space_stations, [{ id: "salyut-1", name: "Салют-1", status: "deorbited", _links }]);
});

test("§2.11: a space station is planned by default, and its numbers have ranges", async () => {
  const { body } = await served.post("/api/space-stations", { id: "gateway", name: "Gateway" });
  assert.equal(body.status, "planned");
  for (const [field, value] of [
    ["orbit_altitude_km", 0],
    ["inclination_deg", 181],
    ["crew_capacity", -1],
  ] as const)
    assertRefused(await served.patch("/api/space-stations/gateway", { [field]: value }), 422, [
      `/${field}`,
      "out_of_range",
    ]);
  assertRefused(await served.patch("/api/space-stations/gateway", { status: "Planned" }), 422, [
    "/status",
    "not_allowed",
  ]);
});
