/** Proves that the built-in data loads completely, has the promised size, names its sources and fits the laws of physics. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loadDataset, loadDatasetOnce } from "../../engine/app/data/dataset.ts";
import { domain } from "../../missions/resources/index.ts";
import { byId, DATA, recordsOf } from "../support/domain/built-in.ts";
import { type Body, serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const { resources } = served.catalog;
const files = readdirSync(DATA).filter((name) => name.endsWith(".json") && name !== "dataset.json");
const has =
  (...fields: string[]) =>
  (record: Body) =>
    fields.every((field) => record[field] !== undefined && record[field] !== null);
const planets = recordsOf("planets");
const moons = recordsOf("moons");

test("§11.1: the built-in data passes every rule, and every record reads as written", async () => {
  const loaded = new Map<string, number>();
  const total = await loadDataset(served.store, DATA, ({ name }, count) => loaded.set(name, count));
  for (const resource of resources.filter(({ name }) => files.includes(`${name}.json`))) {
    const records = recordsOf(resource.name);
    assert.equal(loaded.get(resource.name), records.length, resource.name);
    for (const record of records) {
      const path = resource.path.replace(/\{(\w+)\}/g, (_, name: string) => record[name]);
      const { status, body } = await served.get(path);
      assert.equal(status, 200, path);
      for (const [field, value] of Object.entries(record)) {
        if (resource.kind === "membership" && (field === resource.key || field === resource.parentKey)) continue;
        const kind = resource.fields.get(field)?.kind;
        assert.deepEqual(
          kind === "instant" ? Date.parse(body[field]) : body[field],
          kind === "instant" ? Date.parse(value as string) : value,
          path,
        );
      }
    }
  }
  assert.equal(
    total,
    [...loaded.values()].reduce((sum, count) => sum + count, 0),
  );
  for (const view of served.catalog.views.filter((each) => !each.parent && loaded.has(each.resource.name))) {
    assert.equal((await served.get(view.path)).body.total_count, loaded.get(view.resource.name), view.path);
  }
});

test("§11.1: a data set with one invalid record is refused completely, and the record is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "data-"));
  const other = await serveForFile(domain);
  const write = (name: string, records: unknown) =>
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(records));
  write("planets", [{ id: "x", name: "X", planet_type: "dwarf" }]);
  write("moons", [
    { id: "x-1", planet_id: "x", name: "X I" },
    { id: "x-2", planet_id: "x", name: "X II", mass_kg: -1 },
  ]);
  await assert.rejects(
    loadDataset(other.store, folder, () => {}),
    /moons\.json\[1\] "x-2".*mass_kg/,
  );
  assert.equal((await other.get("/api/planets")).body.total_count, 0);
  rmSync(folder, { recursive: true });
});

test("§11.1: a data set that does not exist is refused, and its folder is named", async () => {
  const { store } = await serveForFile(domain);
  const folder = join(tmpdir(), "no-such-data");
  await assert.rejects(
    loadDataset(store, folder, () => {}),
    { message: `DATASET: there is no folder ${folder}.` },
  );
});

test("§11.1: only the first start loads the data set: a database that was emptied stays empty", async () => {
  const { store, get, delete: remove } = await serveForFile(domain);
  const folder = mkdtempSync(join(tmpdir(), "data-"));
  writeFileSync(join(folder, "planets.json"), JSON.stringify([{ id: "x", name: "X", planet_type: "dwarf" }]));
  const fill = () => loadDatasetOnce(store, [folder], () => {});
  assert.equal(await fill(), 1);
  assert.equal((await get("/api/planets/x")).status, 200);
  assert.equal(await fill(), undefined);
  assert.equal((await remove("/api/planets/x")).status, 204);
  assert.equal(await fill(), undefined);
  assert.equal((await get("/api/planets")).body.total_count, 0);
  rmSync(folder, { recursive: true });
});

test("data: every file belongs to a resource and is named in SOURCES.md", () => {
  const sources = readFileSync(join(DATA, "SOURCES.md"), "utf8");
  for (const file of files) {
    assert.ok(
      resources.some(({ name }) => `${name}.json` === file),
      file,
    );
    assert.ok(sources.includes(`\`${file}\``), `${file} is not named in SOURCES.md`);
    assert.ok(recordsOf(file.replace(".json", "")).length > 0, file);
  }
});

test("data: there are no training and medical records about real people", () => {
  for (const name of ["training", "medical"]) assert.ok(!existsSync(join(DATA, `${name}.json`)), name);
});

test("data: identifiers are lowercase and used once per kind", () => {
  for (const { name } of resources.filter(
    ({ kind, name }) => kind === "collection" && files.includes(`${name}.json`),
  )) {
    const ids = recordsOf(name).map(({ id }) => id);
    for (const id of ids) assert.match(id, /^[a-z0-9][a-z0-9._~-]{0,63}$/);
    assert.equal(new Set(ids).size, ids.length, name);
  }
});

const ORBIT = ["semi_major_axis_km", "orbital_period_days"];
const BODY = ["mass_kg", "mean_radius_km", "mean_density_kg_m3", "gravity_m_s2", "escape_velocity_km_s"];
const MOTION = ["orbital_eccentricity", "orbital_inclination_deg", "rotation_period_hours"];
const dwarfs = planets.filter(({ planet_type }) => planet_type === "dwarf");
const surfaces = new Set(recordsOf("surface").map(({ planet_id }) => planet_id));
const atmospheres = new Set(recordsOf("atmosphere").map(({ planet_id }) => planet_id));
const described = ({ id }: Body) => surfaces.has(id) && atmospheres.has(id);

const PROMISED: [what: string, least: number, found: () => Body[]][] = [
  [
    "planets with all their numbers",
    8,
    () => planets.filter(has(...BODY, ...ORBIT, ...MOTION, "axial_tilt_deg", "has_rings")),
  ],
  ["planets with atmosphere and surface", 8, () => planets.filter((each) => !dwarfs.includes(each) && described(each))],
  ["dwarf planets with their numbers", 5, () => dwarfs.filter(has(...BODY, ...ORBIT, ...MOTION))],
  ["dwarf planets with atmosphere and surface", 5, () => dwarfs.filter(described)],
  ["moons with radius, orbit and discovery", 90, () => moons.filter(has("mean_radius_km", ...ORBIT, "discovered_on"))],
  ["missions with an outcome and a launch", 90, () => recordsOf("missions").filter(has("status", "launch_date"))],
  ["missions with a destination", 90, () => recordsOf("missions").filter(has("destination"))],
  [
    "astronauts with birth, nationality and hours",
    200,
    () => recordsOf("astronauts").filter(has("birth_date", "nationality", "total_space_hours")),
  ],
  ["astronauts with the day of selection", 200, () => recordsOf("astronauts").filter(has("selected_on"))],
  ["spacecraft", 60, () => recordsOf("spacecraft")],
  ["navigation systems", 15, () => recordsOf("navigation-system")],
  ["space stations", 10, () => recordsOf("space-stations")],
  ["measured samples", 150, () => recordsOf("data").filter(has("value", "unit"))],
];
test("data: as many moons are known as were announced by March 2026, and no more are in the data", () => {
  const known = Object.fromEntries(planets.map(({ id, known_moons }) => [id, known_moons]));
  const { jupiter, saturn, uranus, neptune, mars, pluto } = known;
  assert.deepEqual({ jupiter, saturn, uranus, neptune }, { jupiter: 101, saturn: 285, uranus: 29, neptune: 16 });
  assert.deepEqual([mars, pluto], [2, 5]);
  for (const [planet, own] of Map.groupBy(moons, ({ planet_id }) => planet_id)) assert.ok(own.length <= known[planet]);
});

for (const [what, least, found] of PROMISED) {
  test(`data: at least ${least} ${what}`, () => {
    const { length } = found();
    assert.ok(length >= least, `${length} ${what}`);
  });
}

test("data: the eight planets are complete", () => {
  const eight = planets.filter(({ planet_type }) => planet_type !== "dwarf").map(({ name }) => name);
  assert.deepEqual(eight, ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune"]);
});

/** @returns the difference of two numbers as a fraction of the second */
const off = (worked: number, expected: number) => Math.abs(worked / expected - 1);

test("physics: densities fit mass and radius within 2 %", () => {
  for (const { id, mass_kg, mean_radius_km, mean_density_kg_m3 } of [...planets, ...moons].filter(
    has(...BODY.slice(0, 3)),
  )) {
    const volume = (4 / 3) * Math.PI * (mean_radius_km * 1e3) ** 3;
    assert.ok(off(mass_kg / volume, mean_density_kg_m3) <= 0.02, `${id}: ${mass_kg / volume} kg/m³`);
  }
});

/** CODATA 2018, m³ kg⁻¹ s⁻². */
const G = 6.6743e-11;
/** IAU nominal solar mass parameter GM (resolution B3, 2015), m³ s⁻². */
const GM_SUN = 1.3271244e20;

/** Days of one orbit (Kepler's third law). */
const period = (km: number, gm: number) => (2 * Math.PI * Math.sqrt((km * 1e3) ** 3 / gm)) / 86_400;

test("physics: gravity and escape velocity fit mass and radius within 10 %", () => {
  // Gas giants are flattened, and their published gravity is that at the equator.
  for (const { id, mass_kg, mean_radius_km, gravity_m_s2, escape_velocity_km_s } of planets.filter(has(...BODY))) {
    const [gm, radius] = [G * mass_kg, mean_radius_km * 1e3];
    assert.ok(off(gm / radius ** 2, gravity_m_s2) <= 0.1, `${id}: ${gm / radius ** 2} m/s²`);
    assert.ok(off(Math.sqrt((2 * gm) / radius) / 1e3, escape_velocity_km_s) <= 0.1, id);
  }
});

test("physics: planets keep Kepler's third law within 1 %, moons within 10 %", () => {
  for (const { id, semi_major_axis_km, orbital_period_days } of planets.filter(has(...ORBIT))) {
    assert.ok(off(period(semi_major_axis_km, GM_SUN), orbital_period_days) <= 0.01, id);
  }
  const homes = byId(planets);
  for (const { id, planet_id, mass_kg, semi_major_axis_km, orbital_period_days } of moons.filter(has(...ORBIT))) {
    const home = homes.get(planet_id)!.mass_kg;
    if (!home) continue;
    const days = period(semi_major_axis_km, G * (home + (mass_kg ?? 0)));
    assert.ok(off(days, orbital_period_days) <= 0.1, `${id}: ${days} days`);
  }
});

test("physics: every body that a sample or a mission names exists", () => {
  const worlds = new Set([...planets, ...moons].flatMap(({ id, name }) => [id, name]));
  for (const { id, location } of recordsOf("data")) {
    if (location?.body) assert.ok(worlds.has(location.body), `${id}: ${location.body}`);
  }
});
