/** Parents of every kind with many children of every kind, and what a client reads of them. */
import type { Body } from "../http/serve.ts";

/** Sends requests to a service as its admin. */
export interface Admin {
  /** Sends a request that must succeed; returns the text of its response. */
  ask(method: string, path: string, body?: unknown): Promise<string>;
}

/** A parent, and what is deleted with it. */
export interface Family {
  readonly parent: string;
  /** The paths below it, by the kind of records in them. */
  readonly lists: Readonly<Record<string, string>>;
  /** A one-to-one below it, which has an event of its own. */
  readonly single?: string;
  /** What stays when the parent is deleted, but has its number, or its name: with a query. */
  readonly others: readonly string[];
}

/** How many children of each kind a parent has; samples, which are created together, are more. */
export interface FamilySizes {
  readonly children: number;
  readonly samples: number;
}

/** Creates families of three kinds: missions, astronauts and planets. */
export async function createFamilies(
  admin: Admin,
  count: number,
  { children, samples }: FamilySizes,
): Promise<Family[]> {
  const each = <T>(work: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: children }, (_, at) => work(at)));
  const put = (path: string, body: object) => admin.ask("PUT", path, body);
  const mission = async (id: string): Promise<Family> => {
    const parent = `/api/missions/${id}`;
    await put(parent, { name: `Mission ${id}`, launch_date: "2030-01-01" });
    await each((at) => put(`/api/spacecraft/${id}-${at}`, { name: `Ship of ${id}`, spacecraft_type: "capsule" }));
    await each((at) => put(`/api/astronauts/${id}-${at}`, { name: `Crew of ${id}` }));
    await each((at) => put(`${parent}/spacecraft/${id}-${at}`, { role: `role ${at}` }));
    await each((at) => put(`${parent}/astronauts/${id}-${at}`, { role: "pilot", spacecraft_id: `${id}-${at}` }));
    await each((at) => put(`${parent}/objectives/${id}-${at}`, { title: `Objective ${at}` }));
    await admin.ask(
      "POST",
      `${parent}/data`,
      Array.from({ length: samples }, (_, at) => sample(at)),
    );
    await put(`${parent}/data/${id}-single`, {
      ...sample(0),
      location: { body: "mars", latitude_deg: 1 },
      payload: { a: [1] },
    });
    return {
      parent,
      lists: {
        crew_member: `${parent}/astronauts`,
        vehicle: `${parent}/spacecraft`,
        objective: `${parent}/objectives`,
        sample: `${parent}/data`,
      },
      others: [`/api/astronauts?name=Crew+of+${id}`, `/api/spacecraft?name=Ship+of+${id}`],
    };
  };
  const astronaut = async (id: string): Promise<Family> => {
    const parent = `/api/astronauts/${id}`;
    await put(parent, { name: `Astronaut ${id}` });
    await each((at) => put(`${parent}/training/${id}-${at}`, { course: `Course ${at}` }));
    await each((at) =>
      put(`${parent}/medical/${id}-${at}`, { examined_on: "2025-01-01", kind: `${at}`, fitness: "fit" }),
    );
    return {
      parent,
      lists: { training_record: `${parent}/training`, medical_record: `${parent}/medical` },
      others: [],
    };
  };
  const planet = async (id: string): Promise<Family> => {
    const parent = `/api/planets/${id}`;
    await put(parent, { name: `Planet ${id}`, planet_type: "terrestrial" });
    await put(`${parent}/atmosphere`, { surface_pressure_pa: 10, notes: "thin" });
    await each((at) => put(`${parent}/moons/${id}-${at}`, { name: `Moon ${at}` }));
    return { parent, lists: { moon: `${parent}/moons` }, single: `${parent}/atmosphere`, others: [] };
  };
  const families: Family[] = [];
  for (let at = 0; at < count; at += 1) families.push(await [mission, astronaut, planet][at % 3]!(`f${at}`));
  return families;
}

function sample(at: number): object {
  return { instrument: `i${at % 7}`, parameter: "p", collected_at: "2020-01-01T00:00:00Z", value: at };
}

/** The paths at which everything of a family is read, whole. */
export function pathsOf({ parent, lists, single, others }: Family): string[] {
  const whole = Object.values(lists).map((path) => `${path}?fields=*&format=ndjson`);
  return [
    `${parent}?fields=*`,
    ...(single === undefined ? [] : [`${single}?fields=*`]),
    ...whole,
    ...others.map((path) => `${path}&fields=*&format=ndjson`),
  ];
}

/** Records as lines of JSON, without what restoring them changes: their order and their times. */
export function contentOf(lines: string): Body[] {
  const records = lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line, (key, value) => (/^(?:created|updated)_at$/.test(key) ? undefined : value)));
  return records.sort((one, other) => (one.id < other.id ? -1 : 1));
}
