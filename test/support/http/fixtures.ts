/** Creates the records of a test, one line each. */
import { clientOf } from "./checked-client.ts";
import type { Body, Served } from "./serve.ts";

/** The fields of a record. */
export type Fields = Record<string, unknown>;

/** Creates and reads records of one service. */
export interface Fixtures {
  /** PUTs a record, and returns its representation. */
  put(path: string, fields: Fields): Promise<Body>;
  /** GETs a record that must exist. */
  read(path: string): Promise<Body>;
  mission(id: string, fields?: Fields): Promise<Body>;
  astronaut(id: string, fields?: Fields): Promise<Body>;
  spacecraft(id: string, fields?: Fields): Promise<Body>;
  planet(id: string, fields?: Fields): Promise<Body>;
  moon(planet: string, id: string, fields?: Fields): Promise<Body>;
  /** Assigns an astronaut to a mission's crew. */
  assign(mission: string, astronaut: string, fields?: Fields): Promise<Body>;
  /** Creates a mission with a crew of new astronauts, each named `Name of <id>`. */
  crew(mission: string, astronauts: readonly string[], entry: (index: number) => Fields): Promise<void>;
  /** Adds a spacecraft to a mission's vehicles. */
  equip(mission: string, spacecraft: string, fields?: Fields): Promise<Body>;
}

/** The fixtures of a service. */
export function fixturesFor(served: Served): Fixtures {
  const api = clientOf(served);
  const put: Fixtures["put"] = (path, fields) => api.at(path).put(fields);
  const fixtures: Fixtures = {
    put,
    read: (path) => api.at(path).get(),
    mission: (id, fields) => put(`/api/missions/${id}`, { name: id, ...fields }),
    astronaut: (id, fields) => put(`/api/astronauts/${id}`, { name: id, ...fields }),
    spacecraft: (id, fields) => put(`/api/spacecraft/${id}`, { name: id, spacecraft_type: "capsule", ...fields }),
    planet: (id, fields) => put(`/api/planets/${id}`, { name: id, planet_type: "terrestrial", ...fields }),
    moon: (planet, id, fields) => put(`/api/planets/${planet}/moons/${id}`, { name: id, ...fields }),
    assign: (mission, astronaut, fields) =>
      put(`/api/missions/${mission}/astronauts/${astronaut}`, { role: "pilot", ...fields }),
    crew: async (mission, astronauts, entry) => {
      await fixtures.mission(mission);
      await Promise.all(astronauts.map((id) => fixtures.astronaut(id, { name: `Name of ${id}` })));
      await Promise.all(astronauts.map((id, index) => fixtures.assign(mission, id, entry(index))));
    },
    equip: (mission, spacecraft, fields) => put(`/api/missions/${mission}/spacecraft/${spacecraft}`, { ...fields }),
  };
  return fixtures;
}

/** The link of every resource to its events. */
export function eventsLink(path: string): { events: string } {
  return { events: `/api/events?subject=${path}` };
}
