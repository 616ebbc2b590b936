/** Random writes of every kind of record of the first domain: few distinct values, so that many are equal. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Body, Served } from "../../http/serve.ts";
import { DATES, optional, TEXTS, TIMES } from "../random-queries.ts";
import type { Chance } from "./chance.ts";

/** How many ids each collection has at most. */
export interface Sizes {
  readonly missions: number;
  readonly astronauts: number;
  readonly spacecraft: number;
  readonly planets: number;
  readonly moons: number;
}

const words = fc.constantFrom(...TEXTS);
const NATIONS = ["Japan", "JAPAN", "India", "Österreich", "ÖSTERREICH"] as const;
const ROLES = ["commander", "Commander", "pilot", "medic"] as const;
const STATES = ["planned", "on_hold", "active", "completed", "failed", "cancelled"] as const;
const id = (beginning: string, count: number) => fc.nat(count - 1).map((at) => `${beginning}${at}`);

/** Random bodies of a PUT, by collection. Some refer to what does not exist, and are refused. */
export function drafts({ missions, astronauts: _, spacecraft, planets, moons }: Sizes) {
  const world = fc.oneof(id("w", planets), id("w", moons));
  return {
    missions: fc.record({
      name: words,
      description: optional(...TEXTS),
      // Without one, an existing mission keeps its status; few can take on a random one.
      status: fc.option(fc.constantFrom(...STATES), { freq: 2, nil: undefined }),
      launch_date: optional(...DATES.slice(0, 4)),
      end_date: optional(...DATES.slice(4)),
      crew_size: optional(null, null, null, 3, 7),
      operator: optional("NASA", "nasa", "ЦУП", "ESA"),
      mission_type: optional("crewed", "orbiter", "rover"),
      destination: fc.option(world, { freq: 4 }),
      part_of: fc.option(id("m", missions), { freq: 2 }),
    }),
    astronauts: fc.record({
      name: words,
      birth_date: optional("1961-04-12", "1969-07-20"),
      nationality: optional(...NATIONS),
      selected_on: optional("2000-02-29", "2012-02-29"),
      status: fc.constantFrom("active", "retired", "management"),
      total_space_hours: fc.constantFrom(0, 0, 10, 1000),
      missions_before_records: fc.constantFrom(0, 0, 1, 3),
    }),
    spacecraft: fc.record({
      name: words,
      spacecraft_type: fc.constantFrom("capsule", "lander", "probe"),
      status: fc.constantFrom("active", "retired", "lost"),
      manufacturer: optional(...TEXTS.slice(0, 6)),
      first_flight_date: optional(...DATES),
      crew_capacity: optional(0, 1, 3, 7),
      dry_mass_kg: optional(0.1, 1.5, 1e6, 1.898e27),
      reusable: fc.boolean(),
    }),
    "space-stations": fc.record({
      name: words,
      operator: optional("NASA", "ESA"),
      status: fc.constantFrom("planned", "operational"),
      launched_on: optional(...DATES),
    }),
    planets: fc.record({
      name: words,
      planet_type: fc.constantFrom("terrestrial", "gas_giant", "dwarf"),
      mean_radius_km: optional(1, 1.5, 3389.5, 69911),
      has_rings: fc.boolean(),
      discovered_on: optional(...DATES),
      discovered_by: optional(...TEXTS.slice(0, 6)),
    }),
    moons: fc.record({
      name: words,
      designation: optional(...TEXTS.slice(0, 6)),
      mean_radius_km: optional(1, 1.5, 3389.5),
      discovered_on: optional(...DATES),
      discovered_by: optional(...TEXTS.slice(0, 6)),
    }),
    atmosphere: fc.record({
      surface_pressure_pa: optional(0, 0.1, 1e6),
      reference_level: optional("surface", "one_bar"),
      notes: optional(...TEXTS),
    }),
    surface: fc.record({ surface_type: optional("rock", "ice"), bond_albedo: optional(0, 0.1, 1) }),
    "navigation-system": fc.record({
      name: words,
      guidance_type: optional("inertial", "radio"),
      position_accuracy_m: optional(0.1, 1, 10),
      status: fc.constantFrom("nominal", "failed"),
    }),
    objectives: fc.record({
      title: words,
      category: optional("science", "outreach"),
      status: fc.constantFrom("pending", "achieved", "failed"),
      priority: fc.constantFrom(1, 3, 5),
      achieved_on: optional(...DATES),
    }),
    data: fc.record({
      instrument: words,
      parameter: fc.constantFrom("wind", "Wind", "dust"),
      value: optional(-273.15, 0, 0.1, 1e6),
      unit: optional("K", "m/s"),
      collected_at: fc.constantFrom(...TIMES),
      quality: fc.constantFrom("good", "bad"),
    }),
    training: fc.record({
      course: words,
      completed_on: optional(...DATES),
      hours: optional(0, 0.5, 40),
      result: fc.constantFrom("passed", "failed"),
    }),
    crew: fc.record({
      role: fc.constantFrom(...ROLES),
      experience_years: optional(0, 1, 7),
      // Mostly none, since it must be one of the mission's vehicles.
      spacecraft_id: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, id("s", spacecraft)),
    }),
    vehicles: fc.record({ role: optional("lander", "LANDER", "orbiter") }),
  };
}

/** The path of one record of each kind, which may or may not exist. */
function paths({ missions, astronauts, spacecraft, planets, moons }: Sizes) {
  const [mission, astronaut] = [id("/api/missions/m", missions), id("/api/astronauts/a", astronauts)];
  const [craft, planet] = [id("/api/spacecraft/s", spacecraft), id("/api/planets/w", planets)];
  const at = (parent: fc.Arbitrary<string>, segment: string, child?: fc.Arbitrary<string>) =>
    fc.tuple(parent, child ?? fc.constant("")).map(([path, last]) => `${path}/${segment}${last && `/${last}`}`);
  return {
    missions: mission,
    astronauts: astronaut,
    spacecraft: craft,
    planets: planet,
    "space-stations": id("/api/space-stations/t", 8),
    // A planet and a moon may have the same id.
    moons: at(planet, "moons", id("w", moons)),
    atmosphere: at(planet, "atmosphere"),
    surface: at(planet, "surface"),
    "navigation-system": at(craft, "navigation-system"),
    objectives: at(mission, "objectives", id("o", 3 * missions)),
    data: at(mission, "data", id("d", 3 * missions)),
    training: at(astronaut, "training", id("l", 3 * astronauts)),
    crew: at(mission, "astronauts", id("a", astronauts)),
    vehicles: at(mission, "spacecraft", id("s", spacecraft)),
  };
}

const METHODS = ["PUT", "PATCH", "PATCH", "DELETE"] as const;

/** A random write that may be refused. */
export interface RandomWrite {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly body: Body;
}

/** The kind of the record at a path. */
function kindAt(path: string): keyof ReturnType<typeof paths> {
  const [top, , below] = path.split("/").slice(2);
  const entry = { astronauts: "crew", spacecraft: "vehicles" }[below ?? ""];
  return (entry ?? below ?? top) as keyof ReturnType<typeof paths>;
}

/**
 * Random writes: of missions, crews and vehicles more than of others.
 * @param about the paths of records that are written more often
 */
export function randomWrite(chance: Chance, sizes: Sizes, about: readonly string[]): RandomWrite {
  const [bodies, places] = [drafts(sizes), paths(sizes)];
  const kinds = Object.keys(bodies) as (keyof typeof bodies)[];
  const any = chance.pick([...kinds, "missions", "crew", "crew", "crew", "vehicles", "astronauts"] as const);
  const path = about.length > 0 && chance.in100(60) ? chance.pick(about) : chance.of(places[any]);
  const kind = kindAt(path);
  const method = chance.pick(METHODS);
  const draft: Body = chance.of<Body>(bodies[kind]);
  if (method === "DELETE")
    return { method, path: `${path}${chance.in100(70) ? "?cascade=true" : ""}`, body: undefined };
  if (method === "PUT") return { method, path, body: draft };
  // Also assigns, moves and removes crew.
  const moved = { current_mission: chance.of(fc.option(id("m", sizes.missions), { freq: 3 })) };
  const changed = Object.fromEntries(chance.some(Object.keys(draft), 3).map((field) => [field, draft[field]]));
  return { method, path, body: kind === "astronauts" && chance.in100(50) ? moved : changed };
}

/** Sends a write. It may be refused, because of what exists. @returns whether it was carried out */
export async function send(served: Served, { method, path, body }: RandomWrite): Promise<boolean> {
  served.clock.advance(1_000);
  const { status, text } = await served.request(method, path, { body });
  assert.ok([200, 201, 204, 404, 409, 422].includes(status), `${method} ${path}: ${text}`);
  return status < 300;
}
