/** The lists of the first domain that are asked about, each with the records that it has now and what its items show. */
import type { Chance } from "./chance.ts";
import type { RecordKind } from "./space-fields.ts";
import type { Found, World } from "./space-world.ts";

/** A list at a path. */
export interface AskedList {
  readonly path: string;
  readonly kind: RecordKind;
  /** What items show without `fields`, besides the id of their parent. */
  readonly shown: readonly string[];
  /** Its records now. */
  readonly rows: (world: World) => readonly Found[];
  /** Whether its parent exists. */
  readonly exists: (world: World) => boolean;
}

const SHOWN = {
  missions: ["id", "name", "status"],
  astronauts: ["id", "name", "nationality", "current_mission"],
  spacecraft: ["id", "name", "spacecraft_type", "status"],
  space_stations: ["id", "name", "status"],
  planets: ["id", "name", "planet_type"],
  moons: ["id", "name", "mean_radius_km"],
  data: ["id", "instrument", "parameter", "value", "unit", "collected_at"],
  objectives: ["id", "title", "status", "priority"],
  training: ["id", "course", "result", "completed_on"],
} as const;

type Kind = keyof typeof SHOWN;
type Parent = "missions" | "astronauts" | "spacecraft" | "planets";

function collection(kind: Kind): AskedList {
  const rows: AskedList["rows"] = (world) => world.lists[kind].map((row) => ({ kind, row }));
  return { path: `/api/${kind.replace("_", "-")}`, kind, shown: SHOWN[kind], rows, exists: () => true };
}

function below(
  parent: Parent,
  id: string,
  segment: string,
  { kind, shown }: Pick<AskedList, "kind" | "shown">,
  rows: AskedList["rows"],
): AskedList {
  const exists = (world: World) => world.where(parent, "id", id).length > 0;
  return { path: `/api/${parent}/${id}/${segment}`, kind, shown, rows, exists };
}

function children(parent: Parent, id: string, kind: Kind, field: string): AskedList {
  return below(parent, id, kind, { kind, shown: SHOWN[kind] }, (world) => world.find(kind, field, id));
}

const CREW = {
  kind: "listed crew member",
  shown: ["id", "name", "role", "experience_years", "spacecraft_id"],
} as const;
const VEHICLES = { kind: "listed vehicle", shown: ["id", "name", "spacecraft_type", "status", "role"] } as const;
const MISSIONS = ["id", "name", "status", "launch_date", "role"];
const FLOWN = { kind: "astronaut's listed mission", shown: MISSIONS } as const;
const USED = { kind: "spacecraft's listed mission", shown: MISSIONS } as const;

/** The lists below a record of a collection. */
const BELOW: Readonly<Record<Parent, (id: string) => AskedList[]>> = {
  missions: (id) => [
    below("missions", id, "astronauts", CREW, (world) => world.crewOf(id, CREW.kind)),
    below("missions", id, "crew", CREW, (world) => world.crewOf(id, CREW.kind)),
    below("missions", id, "spacecraft", VEHICLES, (world) => world.vehiclesOf(id, VEHICLES.kind)),
    children("missions", id, "objectives", "mission_id"),
    children("missions", id, "data", "mission_id"),
  ],
  astronauts: (id) => [
    below("astronauts", id, "missions", FLOWN, (world) => world.missionsOf(id, FLOWN.kind)),
    children("astronauts", id, "training", "astronaut_id"),
  ],
  spacecraft: (id) => [below("spacecraft", id, "missions", USED, (world) => world.usesOf(id, USED.kind))],
  planets: (id) => [children("planets", id, "moons", "planet_id")],
};

/** The collections and flat views, those that have more relations more often. */
const COLLECTIONS: readonly AskedList[] = (
  [
    ...["missions", "missions", "missions", "astronauts", "astronauts", "astronauts", "spacecraft", "spacecraft"],
    ...["planets", "planets", "moons", "data", "space_stations"],
  ] as const
).map(collection);

const PARENTS = Object.keys(BELOW) as Parent[];

/** A collection, a flat view, or a list below a record, mostly one that has records. */
export function randomList(chance: Chance, world: World): AskedList {
  let list = chance.pick(COLLECTIONS);
  for (let tries = chance.in100(30) ? 4 : 0; tries > 0; tries -= 1) {
    const parent = chance.pick(PARENTS);
    const rows = world.lists[parent];
    if (rows.length === 0) continue;
    list = chance.pick(BELOW[parent](chance.pick(rows).id));
    if (list.rows(world).length > 0) break;
  }
  return list;
}
