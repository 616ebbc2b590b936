/** Puts the records on stage that a test is about, each by one line. */
import assert from "node:assert/strict";
import type { Body, Served } from "./serve.ts";

export type Fields = Record<string, unknown>;

export interface Fixtures {
  /** PUTs a record, and answers it as the service shows it. */
  put(path: string, fields: Fields): Promise<Body>;
  /** GETs a record that must be there. */
  read(path: string): Promise<Body>;
  mission(id: string, fields?: Fields): Promise<Body>;
  astronaut(id: string, fields?: Fields): Promise<Body>;
  spacecraft(id: string, fields?: Fields): Promise<Body>;
  planet(id: string, fields?: Fields): Promise<Body>;
  moon(planet: string, id: string, fields?: Fields): Promise<Body>;
  /** Puts an astronaut on a mission's crew. */
  assign(mission: string, astronaut: string, fields?: Fields): Promise<Body>;
  /** Creates astronauts, each named `Name of <id>`, and puts them on the crew of a mission that is created for them. */
  crew(mission: string, astronauts: readonly string[], entry: (at: number) => Fields): Promise<void>;
  /** Gives a mission a spacecraft. */
  equip(mission: string, spacecraft: string, fields?: Fields): Promise<Body>;
}

export function fixturesFor(served: Served): Fixtures {
  const put: Fixtures["put"] = async (path, fields) => {
    const answer = await served.put(path, fields);
    assert.ok(answer.status === 200 || answer.status === 201, `PUT ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const fixtures: Fixtures = {
    put,
    read: async (path) => {
      const answer = await served.get(path);
      assert.equal(answer.status, 200, `GET ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
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
      await Promise.all(astronauts.map((id, at) => fixtures.assign(mission, id, entry(at))));
    },
    equip: (mission, spacecraft, fields) => put(`/api/missions/${mission}/spacecraft/${spacecraft}`, { ...fields }),
  };
  return fixtures;
}

/** The link of every resource to what happened to it. */
export function eventsLink(path: string): { events: string } {
  return { events: `/api/events?subject=${path}` };
}
