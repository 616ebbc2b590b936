/** All public records of the first domain as plain lists. */
import type { OracleRow, Value } from "../query-oracle.ts";
import type { RecordKind } from "./space-fields.ts";

/** An entry of a membership: its own values, and both ids. */
export type Entry = Readonly<Record<string, Value>>;

/** The records by list, with their paths, and with the counts that they do not show. */
export interface Lists {
  /** With `destination_path`, since a planet and a moon may have the same id. */
  readonly missions: readonly OracleRow[];
  readonly astronauts: readonly OracleRow[];
  readonly spacecraft: readonly OracleRow[];
  readonly navigation_system: readonly OracleRow[];
  readonly space_stations: readonly OracleRow[];
  readonly planets: readonly OracleRow[];
  readonly moons: readonly OracleRow[];
  readonly atmosphere: readonly OracleRow[];
  readonly surface: readonly OracleRow[];
  readonly objectives: readonly OracleRow[];
  readonly data: readonly OracleRow[];
  readonly training: readonly OracleRow[];
  /** With `mission_id` and `astronaut_id`. */
  readonly crew: readonly Entry[];
  /** With `mission_id` and `used`, the id of the spacecraft. */
  readonly vehicles: readonly Entry[];
}

/** A record of a kind, with its values; an entry has those of its other side too. */
export interface Found {
  readonly kind: RecordKind;
  readonly row: OracleRow;
}

/** Records that were read at one time. */
export class World {
  readonly lists: Lists;
  private readonly known = new Map<string, readonly Value[]>();
  private readonly entries = new Map<string, readonly Found[]>();
  private readonly groups = new Map<string, Map<Value | undefined, readonly Entry[]>>();

  constructor(lists: Lists) {
    this.lists = lists;
  }

  /** What missions may go to. */
  get destinations(): readonly Found[] {
    const { planets, moons } = this.lists;
    return [
      ...planets.map((row) => ({ kind: "planets", row }) as const),
      ...moons.map((row) => ({ kind: "moons", row }) as const),
    ];
  }

  /** The records of a list with a value in a field. */
  where<L extends keyof Lists>(list: L, field: string, value: Value): Lists[L] {
    const key = `${list} ${field}`;
    const groups: Map<Value | undefined, readonly Entry[]> =
      this.groups.get(key) ?? Map.groupBy(this.lists[list] as readonly Entry[], (row) => row[field]);
    this.groups.set(key, groups);
    return (groups.get(value) ?? []) as Lists[L];
  }

  /** The crew of a mission: the values of the entries before those of the astronauts. */
  crewOf(mission: Value, kind: RecordKind = "crew member"): readonly Found[] {
    return this.joined(kind, "crew", "mission_id", mission, "astronauts", "astronaut_id");
  }

  /** The missions in whose crew an astronaut is. */
  missionsOf(astronaut: Value, kind: RecordKind = "astronaut's mission"): readonly Found[] {
    return this.joined(kind, "crew", "astronaut_id", astronaut, "missions", "mission_id");
  }

  /** The spacecraft of a mission. */
  vehiclesOf(mission: Value, kind: RecordKind = "vehicle"): readonly Found[] {
    return this.joined(kind, "vehicles", "mission_id", mission, "spacecraft", "used");
  }

  /** The missions of a spacecraft. */
  usesOf(spacecraft: Value, kind: RecordKind = "spacecraft's mission"): readonly Found[] {
    return this.joined(kind, "vehicles", "used", spacecraft, "missions", "mission_id");
  }

  /** The entries of one side, each with the values of the record on its other side. */
  private joined(
    kind: RecordKind,
    list: "crew" | "vehicles",
    side: string,
    id: Value,
    others: "missions" | "astronauts" | "spacecraft",
    otherSide: string,
  ): readonly Found[] {
    const key = `${kind} ${id}`;
    const found =
      this.entries.get(key) ??
      this.where(list, side, id).flatMap((entry) =>
        this.where(others, "id", entry[otherSide]!).map((row) => ({ kind, row: { ...row, ...own(entry) } })),
      );
    this.entries.set(key, found);
    return found;
  }

  /** The values that records of a kind have in a field. */
  values(kind: RecordKind, field: string): readonly Value[] {
    const key = `${kind} ${field}`;
    const known = this.known.get(key) ?? [...new Set(ALL[kind](this).map(({ row }) => row[field] ?? null))];
    this.known.set(key, known);
    return known.filter((value) => value !== null);
  }

  /** The records of a list with a value in a field, as records of a kind of the same name. */
  find(kind: RecordKind & keyof Lists, field: string, value: Value): Found[] {
    return this.where(kind, field, value).map((row) => ({ kind, row: row as OracleRow }));
  }
}

/** The values of an entry itself. */
function own({ mission_id: _mission, astronaut_id: _astronaut, used: _used, ...values }: Entry): Entry {
  return values;
}

const listed = (kind: RecordKind & keyof Lists) => (world: World) =>
  world.lists[kind].map((row): Found => ({ kind, row: row as OracleRow }));
const entries =
  (list: "missions" | "astronauts" | "spacecraft", of: (world: World, id: string) => readonly Found[]) =>
  (world: World) =>
    world.lists[list].flatMap(({ id }) => of(world, id));
const crew = entries("missions", (world, id) => world.crewOf(id));
const vehicles = entries("missions", (world, id) => world.vehiclesOf(id));
const missionsOfAstronauts = entries("astronauts", (world, id) => world.missionsOf(id));
const missionsOfSpacecraft = entries("spacecraft", (world, id) => world.usesOf(id));

/** All records of each kind. */
const ALL: Readonly<Record<RecordKind, (world: World) => Found[]>> = {
  missions: listed("missions"),
  astronauts: listed("astronauts"),
  spacecraft: listed("spacecraft"),
  navigation_system: listed("navigation_system"),
  space_stations: listed("space_stations"),
  planets: listed("planets"),
  moons: listed("moons"),
  atmosphere: listed("atmosphere"),
  surface: listed("surface"),
  objectives: listed("objectives"),
  data: listed("data"),
  training: listed("training"),
  "crew member": crew,
  "listed crew member": crew,
  vehicle: vehicles,
  "listed vehicle": vehicles,
  "astronaut's mission": missionsOfAstronauts,
  "astronaut's listed mission": missionsOfAstronauts,
  "spacecraft's mission": missionsOfSpacecraft,
  "spacecraft's listed mission": missionsOfSpacecraft,
};
