/** What the name of each relation leads to, by hand: loops over plain lists. */
import type { OracleRow } from "../query-oracle.ts";
import type { RecordKind } from "./space-fields.ts";
import type { Found, Lists, World } from "./space-world.ts";

type Leads = (world: World, row: OracleRow) => readonly Found[];
/** By a reference or a link to one record, whose id is in a field. */
const to =
  (kind: RecordKind & keyof Lists, field: string): Leads =>
  (world, row) =>
    row[field] == null ? [] : world.find(kind, "id", row[field]);
/** To the records below a record. */
const below =
  (kind: RecordKind & keyof Lists, parent: string): Leads =>
  (world, { id }) =>
    world.find(kind, parent, id);

const crew: Leads = (world, { id }) => world.crewOf(id);
const training = below("training", "astronaut_id");

const destination: Leads = (world, { destination_path: path }) =>
  path == null ? [] : [...world.find("planets", "path", path), ...world.find("moons", "path", path)];

const ofMission = {
  astronauts: crew,
  crew,
  spacecraft: (world, { id }) => world.vehiclesOf(id),
  objectives: below("objectives", "mission_id"),
  data: below("data", "mission_id"),
  destination,
  part_of: to("missions", "part_of"),
} satisfies Record<string, Leads>;

const ofAstronaut = {
  training,
  all_missions: (world, { id }) => world.missionsOf(id),
  current_mission: to("missions", "current_mission"),
  mission_crew: (world, row) => (row.current_mission === null ? [] : world.crewOf(row.current_mission!)),
  current_spacecraft: to("spacecraft", "current_spacecraft"),
} satisfies Record<string, Leads>;

const ofSpacecraft = {
  navigation_system: below("navigation_system", "id"),
  missions: (world, { id }) => world.usesOf(id),
} satisfies Record<string, Leads>;

/** What the relations of each kind of record lead to, by name; the links of an entry, and then those of its other side. */
export const RELATIONS: Readonly<Record<RecordKind, Readonly<Record<string, Leads>>>> = {
  missions: ofMission,
  astronauts: ofAstronaut,
  spacecraft: ofSpacecraft,
  navigation_system: { spacecraft: to("spacecraft", "id") },
  space_stations: {},
  planets: {
    moons: below("moons", "planet_id"),
    atmosphere: below("atmosphere", "planet_id"),
    surface: below("surface", "planet_id"),
  },
  moons: { planet: to("planets", "planet_id") },
  atmosphere: { planet: to("planets", "planet_id") },
  surface: { planet: to("planets", "planet_id") },
  objectives: { mission: to("missions", "mission_id") },
  data: { mission: to("missions", "mission_id") },
  training: { astronaut: to("astronauts", "astronaut_id") },
  "crew member": { ...ofAstronaut, profile: to("astronauts", "id") },
  vehicle: { ...ofSpacecraft, profile: to("spacecraft", "id") },
  "astronaut's mission": ofMission,
  "spacecraft's mission": ofMission,
  "listed crew member": { profile: to("astronauts", "id"), training },
  "listed vehicle": { profile: to("spacecraft", "id") },
  "astronaut's listed mission": { crew },
  "spacecraft's listed mission": { crew },
};

/** The relations that lead to one record at most, with the kinds of these records. */
export const ONE: Readonly<Partial<Record<RecordKind, Readonly<Record<string, readonly RecordKind[]>>>>> = {
  missions: { destination: ["planets", "moons"], part_of: ["missions"] },
  astronauts: { current_mission: ["missions"], current_spacecraft: ["spacecraft"] },
  spacecraft: { navigation_system: ["navigation_system"] },
  planets: { atmosphere: ["atmosphere"], surface: ["surface"] },
  moons: { planet: ["planets"] },
  objectives: { mission: ["missions"] },
  data: { mission: ["missions"] },
  training: { astronaut: ["astronauts"] },
  "listed crew member": { profile: ["astronauts"] },
  "listed vehicle": { profile: ["spacecraft"] },
};
