/** Proves that the built-in data has every cargo flight to a space station, and the station that each reached. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, recordsOf } from "../support/domain/built-in.ts";

const missions = byId(recordsOf("missions"));
const vehicles = recordsOf("vehicles");
const cargo = [...missions.values()].filter(
  ({ mission_type, status }) => mission_type === "cargo" && status !== "planned",
);

/** How many flights each craft made by the day of the data, failed launches included. */
const FLIGHTS: Record<string, number> = {
  // Progress 1 to 42, and Kosmos 1669.
  progress: 42 + 1,
  "progress-m": 67,
  "progress-m1": 11,
  "progress-m-m": 29,
  "progress-ms": 34,
  tks: 4,
  "atv-jules-verne": 1,
  "atv-johannes-kepler": 1,
  "atv-edoardo-amaldi": 1,
  "atv-albert-einstein": 1,
  "atv-georges-lemaitre": 1,
  htv: 9,
  "htv-x": 1,
  // Two test flights, and CRS-1 to 20.
  "dragon-1": 2 + 20,
  // CRS-21 to 34.
  "cargo-dragon-2": 14,
  cygnus: 24,
  tianzhou: 10,
};

test("data: every cargo ship has all its flights", () => {
  const ships = vehicles.filter(({ role }) => role === "cargo ship");
  const counts = [...Map.groupBy(ships, ({ spacecraft_id }) => spacecraft_id)].map(([id, { length }]) => [id, length]);
  assert.deepEqual(Object.fromEntries(counts), FLIGHTS);
  assert.deepEqual(new Set(ships.map(({ mission_id }) => mission_id)), new Set(cargo.map(({ id }) => id)));
});

/** Test flights that did not go to a station. */
const ALONE = ["kosmos-929", "spacex-cots-1"];

test("data: every cargo flight that arrived has the core module of its station as a vehicle", () => {
  const arrived = new Set(vehicles.filter(({ role }) => role === "station").map(({ mission_id }) => mission_id));
  for (const { id, status } of cargo) assert.equal(arrived.has(id), status !== "failed" && !ALONE.includes(id), id);
});

test("data: a cargo flight begins after the core module of its station was launched", () => {
  const stations = byId(recordsOf("spacecraft"));
  for (const { id, launch_date } of cargo) {
    const station = vehicles.find(({ mission_id, role }) => mission_id === id && role === "station");
    if (station) assert.ok(stations.get(station.spacecraft_id)!.first_flight_date < launch_date, id);
  }
});
