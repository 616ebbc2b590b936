/** Reads all public records of the first domain from a service: its exports, and the lists below each record. */
import assert from "node:assert/strict";
import type { Body, Served } from "../../http/serve.ts";
import type { OracleRow } from "../query-oracle.ts";
import { type Entry, type Lists, World } from "./space-world.ts";

/** The records of a list, with what `include` embeds in them. */
async function readAll(served: Served, list: string, include = ""): Promise<Body[]> {
  const path = `/api/${list}?format=ndjson${include && `&include=${include}`}`;
  const { status, text } = await served.get(path);
  assert.equal(status, 200, text);
  const records: Body[] = text
    .split("\n")
    .filter(Boolean)
    .map((line) => withPath(JSON.parse(line)));
  for (const { _embedded_truncated: truncated } of records) assert.equal(truncated, undefined, path);
  return records;
}

/** All records as they are now. */
export async function readWorld(served: Served): Promise<World> {
  const missions = await readAll(served, "missions", "astronauts,spacecraft,objectives");
  const astronauts = await readAll(served, "astronauts", "training");
  const spacecraft = await readAll(served, "spacecraft", "navigation_system");
  const planets = await readAll(served, "planets", "atmosphere,surface");
  const moons = await readAll(served, "moons");
  const data = await readAll(served, "data");
  const stations = await readAll(served, "space-stations");
  const embedded = (rows: readonly Body[], name: string): OracleRow[] =>
    rows.flatMap(({ _embedded }) => _embedded[name] ?? []).map(withPath);
  const crew = missions.flatMap(({ id, _embedded }) =>
    _embedded.astronauts.map((entry: Body) => assignmentOf(entry, id)),
  );
  const vehicles = missions.flatMap(({ id, _embedded }) =>
    _embedded.spacecraft.map((entry: Body) => vehicleOf(entry, id)),
  );
  const objectives = embedded(missions, "objectives");
  const training = embedded(astronauts, "training");
  const read: Lists = {
    missions: missions.map((row) => ({ ...row, destination_path: row._links.destination ?? null })),
    ...{ astronauts, spacecraft, moons, planets },
    ...{ space_stations: stations, objectives, data, training, crew, vehicles },
    navigation_system: embedded(spacecraft, "navigation_system"),
    atmosphere: embedded(planets, "atmosphere"),
    surface: embedded(planets, "surface"),
  };
  return withCounts(new World(read));
}

/** Adds the path, since records of different kinds may have the same id. */
const withPath = (record: Body): Body => ({ ...record, path: record._links.self });

/** Adds the counts that filter and sort, but are not shown. */
function withCounts(world: World): World {
  const { missions, astronauts, spacecraft } = world.lists;
  const count = (list: keyof Lists, field: string, { id }: OracleRow) => world.where(list, field, id).length;
  return new World({
    ...world.lists,
    missions: missions.map((row) => ({
      ...row,
      astronaut_count: count("crew", "mission_id", row),
      spacecraft_count: count("vehicles", "mission_id", row),
      objective_count: count("objectives", "mission_id", row),
      sample_count: count("data", "mission_id", row),
    })),
    astronauts: astronauts.map((row) => ({
      ...row,
      mission_count: count("crew", "astronaut_id", row),
      training_count: count("training", "astronaut_id", row),
    })),
    spacecraft: spacecraft.map((row) => ({ ...row, mission_count: count("vehicles", "used", row) })),
  });
}

/** The values of a crew's entry itself. */
function assignmentOf(entry: Body, mission: string): Entry {
  const { id, experience_years, spacecraft_id } = entry;
  return { mission_id: mission, astronaut_id: id, experience_years, spacecraft_id, ...useOf(entry) };
}

/** The values of a vehicle's entry itself. */
function vehicleOf(entry: Body, mission: string): Entry {
  return { mission_id: mission, used: entry.id, ...useOf(entry) };
}

/** What both kinds of entries have. */
function useOf({ role, created_at, updated_at, _links: { self } }: Body): Entry {
  return { role, created_at, updated_at, path: self };
}

/** Asserts that the entries and children of a world are those of their own lists, and the records those of their paths. */
export async function assertComplete(served: Served, { lists }: World): Promise<void> {
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  for (const id of ids(lists.missions)) {
    const crew = await readAll(served, `missions/${id}/astronauts`);
    assert.deepEqual(
      crew.map((entry) => assignmentOf(entry, id)),
      lists.crew.filter((entry) => entry.mission_id === id),
    );
    const vehicles = await readAll(served, `missions/${id}/spacecraft`);
    assert.deepEqual(
      vehicles.map((entry) => vehicleOf(entry, id)),
      lists.vehicles.filter((entry) => entry.mission_id === id),
    );
    const [objectives, data] = [
      await readAll(served, `missions/${id}/objectives`),
      await readAll(served, `missions/${id}/data`),
    ];
    assert.deepEqual(
      objectives,
      lists.objectives.filter((row) => row.mission_id === id),
    );
    assert.deepEqual(
      data,
      lists.data.filter((row) => row.mission_id === id),
    );
  }
  for (const id of ids(lists.astronauts)) {
    const training = await readAll(served, `astronauts/${id}/training`);
    assert.deepEqual(
      training,
      lists.training.filter((row) => row.astronaut_id === id),
    );
  }
  for (const id of ids(lists.planets)) {
    const moons = await readAll(served, `planets/${id}/moons`);
    assert.deepEqual(ids(moons), ids(lists.moons.filter((row) => row.planet_id === id)));
    for (const name of ["atmosphere", "surface"] as const) {
      const { status, body } = await served.get(`/api/planets/${id}/${name}`);
      assert.deepEqual(
        status === 200 ? [withPath(body)] : [],
        lists[name].filter((row) => row.id === id),
      );
    }
  }
  for (const id of ids(lists.spacecraft)) {
    const { status, body } = await served.get(`/api/spacecraft/${id}/navigation-system`);
    assert.deepEqual(
      status === 200 ? [withPath(body)] : [],
      lists.navigation_system.filter((row) => row.id === id),
    );
  }
}
