/** A few missions, people, spacecraft and worlds, each with what tells it apart from the others. */
import { type Fixtures, fixturesFor } from "../../http/fixtures.ts";
import type { Served } from "../../http/serve.ts";

/** The time between the creation of all others and that of crews and vehicles. */
export const BETWEEN = "2026-01-15T12:30:00Z";

/** Creates them. */
export async function createSmallSpace(served: Served): Promise<Fixtures> {
  const fixtures = fixturesFor(served);
  const { put } = fixtures;
  await fixtures.planet("jupiter", {
    name: "Jupiter",
    planet_type: "gas_giant",
    mean_radius_km: 69_911,
    has_rings: true,
  });
  await fixtures.planet("mars", { name: "Mars", mean_radius_km: 3_389.5 });
  await fixtures.moon("jupiter", "europa", { name: "Europa", mean_radius_km: 1_560.8 });
  await fixtures.moon("jupiter", "io", { name: "Io", mean_radius_km: 1_821.6 });
  await fixtures.moon("mars", "phobos", { name: "Phobos", discovered_by: "Hall" });
  await put("/api/planets/mars/atmosphere", { surface_pressure_pa: 636 });
  await put("/api/planets/mars/surface", { surface_type: "rock" });

  await fixtures.spacecraft("csm", { name: "Columbia", status: "retired" });
  await fixtures.spacecraft("lm", { name: "Eagle", spacecraft_type: "lander" });
  await put("/api/spacecraft/csm/navigation-system", { name: "AGC", guidance_type: "inertial" });

  await fixtures.mission("apollo", {
    name: "Apollo",
    status: "completed",
    launch_date: "1969-07-16",
    operator: "NASA",
  });
  await fixtures.mission("clipper", { name: "Clipper", status: "active", destination: "europa", operator: "NASA" });
  await fixtures.mission("ferry", { name: "Ferry", part_of: "apollo", launch_date: "2027-03-01" });
  await fixtures.mission("gemini", { name: "Gemini", status: "completed", launch_date: "1966-03-16" });
  await fixtures.mission("juno", { name: "Juno", status: "active", destination: "jupiter" });
  await fixtures.mission("soyuz", { name: "Soyuz", status: "completed", operator: "Roscosmos" });
  await fixtures.mission("viking", { name: "Viking", status: "completed", destination: "mars" });
  await put("/api/missions/viking/objectives/land", { title: "Land", status: "achieved", priority: 1 });
  await put("/api/missions/viking/objectives/live", { title: "Find life", status: "failed", priority: 2 });
  await put("/api/missions/clipper/objectives/dive", { title: "Dive", priority: 2 });
  await put("/api/missions/viking/data/wind", {
    instrument: "vane",
    parameter: "wind",
    value: 7,
    collected_at: "1976-07-20T00:00:00Z",
  });

  await fixtures.astronaut("ann", { name: "Ann", nationality: "Japan" });
  await fixtures.astronaut("bob", { name: "Bob", nationality: "India" });
  await fixtures.astronaut("dan", { name: "Dan" });
  await fixtures.astronaut("eve", { name: "Eve", nationality: "Japan" });
  await fixtures.astronaut("zoe", { name: "Zoe", nationality: "Chile", status: "in_training" });
  await put("/api/astronauts/ann/training/dive", { course: "Diving", result: "passed" });
  await put("/api/astronauts/bob/training/dive-b", { course: "Diving", result: "failed" });
  await put("/api/astronauts/bob/training/fly", { course: "Flying", result: "passed" });
  await put("/api/astronauts/ann/medical/eyes", { examined_on: "2020-01-01", kind: "eyes", fitness: "fit" });

  served.clock.set("2026-01-15T13:00:00Z");
  await fixtures.equip("apollo", "csm", { role: "orbiter" });
  await fixtures.equip("apollo", "lm", { role: "lander" });
  await fixtures.equip("ferry", "csm");
  await fixtures.assign("apollo", "ann", { role: "commander", experience_years: 10, spacecraft_id: "csm" });
  await fixtures.assign("apollo", "bob", { role: "pilot", experience_years: 3 });
  await fixtures.assign("gemini", "bob", { role: "commander", experience_years: 1 });
  await fixtures.assign("gemini", "eve", { role: "pilot", experience_years: 1 });
  await fixtures.assign("ferry", "eve", { role: "guest", experience_years: 5, spacecraft_id: "csm" });
  await fixtures.assign("soyuz", "bob", { role: "pilot", experience_years: 4 });
  await fixtures.assign("soyuz", "dan", { role: "guest", experience_years: 0 });
  return fixtures;
}
