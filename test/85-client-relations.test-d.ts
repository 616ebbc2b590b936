/**
 * The client's types of questions about related records (§4.12): what the service does not have does not compile. `tsc` checks
 * this file; it never runs.
 */
import { type ApiOf, connect } from "../client/index.ts";
import { collection, fields, registry } from "../index.ts";
import type { secondDomain } from "./support/domain/second-domain.ts";

/** Compiles only if both are the same type, including optional and nullable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = { [K in keyof T]: T[K] };
function same<A, B>(_same: Same<Flat<A>, Flat<B>>): void {}

const api = connect("http://127.0.0.1:3000");
const other = connect<ApiOf<typeof secondDomain>>("http://127.0.0.1:3000");

export async function filters(): Promise<void> {
  const { items } = await api.missions.list({
    "astronauts.nationality": "Japan",
    "astronauts.nationality_in": ["Japan", "India"],
    "objectives.status_not_in": ["failed"],
    "objectives.created_at_after": "2020-01-01",
    "data.value_min": 3,
    "part_of.name_contains": "artemis",
    status: "active",
    fields: ["operator"],
  });
  same<keyof (typeof items)[number], "id" | "operator" | "_links">(true);
  await api.moons.list({ "planet.has_rings": true, "planet.moon_count_min": 3, sort: "name" });
  await api.planets.list({ "atmosphere.surface_pressure_pa_min": 1000, "surface.planet_id": "mars" });
  // @ts-expect-error no such relation
  await api.missions.list({ "rockets.name": "V-2" });
  // @ts-expect-error no such field
  await api.missions.list({ "astronauts.nationalty": "Japan" });
  // @ts-expect-error no such operator
  await api.missions.list({ "astronauts.nationality_like": "Japan" });
  // @ts-expect-error a text has no range
  await api.missions.list({ "astronauts.nationality_min": "Japan" });
  // @ts-expect-error not one of the states
  await api.missions.list({ "objectives.status": "flying" });
  // @ts-expect-error an element is not one of the states
  await api.missions.list({ "objectives.status_in": ["flying"] });
  // @ts-expect-error a number
  await api.missions.list({ "data.value_min": "3" });
  // @ts-expect-error true or false
  await api.moons.list({ "planet.has_rings": "true" });
  // @ts-expect-error only filters may follow a relation
  await api.missions.list({ "astronauts.search": "yuri" });
  // @ts-expect-error nor can the page be chosen there
  await api.missions.list({ "astronauts.limit": 3 });
  // @ts-expect-error nothing after the relation
  await api.missions.list({ "astronauts.": "x" });
  // @ts-expect-error a misspelled parameter of the list beside a path
  await api.missions.list({ "astronauts.nationality": "Japan", statu: "active" });
  // @ts-expect-error a wrong value beside a path
  await api.missions.list({ "astronauts.nationality": "Japan", status: "flying" });
  const query = { "astronauts.nationalty": "Japan" };
  // @ts-expect-error a path is checked wherever it is written
  await api.missions.list(query);
}

/** Every call that takes the filters of a list takes those of related records. */
export async function calls(): Promise<void> {
  for await (const { id } of api.missions.all({ "astronauts.nationality": "Japan" })) same<typeof id, string>(true);
  await api.missions.export({ format: "csv", "astronauts.nationality": "Japan" });
  await api.missions.summarize({ group_by: ["status"], "astronauts.nationality": "Japan" });
  await api.missions("apollo-11").crew.list({ "profile.nationality": "Japan" });
  await api.astronauts("armstrong").missions.list({ "any.1.status": "active" });
  api.events.follow({ "any.1.type": "mission.created", "any.1.actor": "admin" });
  // @ts-expect-error no such field
  api.missions.all({ "astronauts.nationalty": "Japan" });
  // @ts-expect-error no such field
  await api.missions.export({ "astronauts.nationalty": "Japan" });
  // @ts-expect-error no such field
  await api.missions.summarize({ group_by: ["status"], "astronauts.nationalty": "Japan" });
  // @ts-expect-error no such field
  api.events.follow({ "any.1.kind": "mission.created" });
}

/** What has a history can be read as it was. */
export async function past(): Promise<void> {
  await api.missions.get("apollo-11", { as_of: "2026-01-31" });
  await api.missions.list({ as_of: "2026-01-31", status: "active", "astronauts.nationality": "Japan" });
  await api.missions.summarize({ as_of: "2026-01-31T12:00:00Z", group_by: ["status"] });
  await api.missions.export({ as_of: "2026-01-31" });
  await api.planets("mars").atmosphere.get({ as_of: "2026-01-31" });
  const { deleted } = await api.missions.list({
    changed_since: "2026-01-31",
    include_deleted: true,
    as_of: "2026-02-01",
  });
  const first: string | undefined = deleted?.[0]?.deleted_at;
  await api.missions.export({ changed_since: first });
  // @ts-expect-error exports have records only
  await api.missions.export({ changed_since: "2026-01-31", include_deleted: true });
  // @ts-expect-error one record is not a list
  await api.missions.get("apollo-11", { changed_since: "2026-01-31" });
  // @ts-expect-error the event log has no history
  await api.events.list({ changed_since: "2026-01-31" });
  // @ts-expect-error the event log has no other past than itself
  await api.events.list({ as_of: "2026-01-31" });
  // @ts-expect-error nor have keys
  await api.api_keys.get("k", { as_of: "2026-01-31" });
  // @ts-expect-error a text
  await api.missions.list({ as_of: new Date() });
}

export async function none(): Promise<void> {
  await api.missions.list({
    "astronauts_none.nationality": "Japan",
    astronauts_exists: true,
    objectives_exists: false,
  });
  await api.moons.list({ "planet.atmosphere_exists": true, "planet_none.moons_exists": false, planet_exists: true });
  // @ts-expect-error no such relation
  await api.missions.list({ "rockets_none.name": "V-2" });
  // @ts-expect-error no such field
  await api.missions.list({ "astronauts_none.nationalty": "Japan" });
  // @ts-expect-error no such relation
  await api.missions.list({ rockets_exists: true });
  // @ts-expect-error true or false
  await api.missions.list({ astronauts_exists: 1 });
}

export async function twoRelations(): Promise<void> {
  await api.planets.list({ "moons.planet.name": "Mars", "moons_none.planet_none.name": "Mars" });
  await api.astronauts.list({ "all_missions.crew.nationality": "India", "all_missions.crew_exists": true });
  await api.astronauts.list({ "training.astronaut.name_starts_with": "Y" });
  // @ts-expect-error no such field after both
  await api.planets.list({ "moons.planet.nam": "Mars" });
  // @ts-expect-error no such second relation
  await api.planets.list({ "moons.star.name": "Sun" });
  // @ts-expect-error three relations
  await api.planets.list({ "moons.planet.moons.name": "Titan" });
  // @ts-expect-error the third relation
  await api.planets.list({ "moons.planet.moons_exists": true });
}

/** An entry of a membership has its own fields, then those of the record on its other side, and the relations of both. */
export async function members(): Promise<void> {
  await api.missions.list({
    "crew.role": "commander",
    "crew.nationality": "Japan",
    "crew.created_at_after": "2020-01-01",
    "crew.training.course": "EVA",
    "crew.all_missions.status": "failed",
  });
  await api.astronauts.list({
    "all_missions.role": "commander",
    "all_missions.spacecraft_id_exists": true,
    "all_missions.operator": "NASA",
    "all_missions.objectives.status": "failed",
  });
  await api.spacecraft.list({ "missions.crew.role": "pilot" });
  await other.courses.list({ "students.paid": true, "students.email_ends_with": "edu", "enrolled.seat": "A1" });
  await other.students.list({ "courses.paid": true, "courses.starts_at_after": "2020-01-01", "courses.seats_min": 3 });
  await other.students.list({ "courses.university.city": "Bonn", "courses.updated_at_after": "2020-01-01" });
  // @ts-expect-error a field that neither has
  await other.courses.list({ "students.title": "x" });
  // @ts-expect-error the entry copies the name of the student for the course, not for the student
  await other.students.list({ "courses.name": "x" });
  // @ts-expect-error a list of entries has the fields that its items show
  await api.missions("apollo-11").crew.list({ nationality: "Japan" });
  // @ts-expect-error true or false
  await other.courses.list({ "students.paid": 1 });
}

/** A reference to several kinds has the fields of all of them. */
export async function kinds(): Promise<void> {
  await api.missions.list({ "destination.planet_type": "gas_giant", "destination.name": "Mars" });
  // @ts-expect-error not one of the types
  await api.missions.list({ "destination.planet_type": "gas" });
  // @ts-expect-error a field of none of them
  await api.missions.list({ "destination.nationality": "Japan" });
}

export async function alternatives(): Promise<void> {
  await api.missions.list({
    "any.1.end_date_exists": false,
    "any.1.end_date_after": "2026-06-29",
    "any.9.crew_size_in": [3],
  });
  await api.missions.list({ "any.1.astronauts.nationality": "Japan", "any.1.crew_none.all_missions.status": "failed" });
  await api.missions.list({ "any.2.astronauts_exists": true });
  // @ts-expect-error numbers go from 1 to 9
  await api.missions.list({ "any.0.status": "active" });
  // @ts-expect-error one digit
  await api.missions.list({ "any.10.status": "active" });
  // @ts-expect-error no number
  await api.missions.list({ "any.status": "active" });
  // @ts-expect-error not one of the states
  await api.missions.list({ "any.1.status": "flying" });
  // @ts-expect-error no alternatives within one
  await api.missions.list({ "any.1.any.2.status": "active" });
  // @ts-expect-error none after a relation
  await api.missions.list({ "astronauts.any.1.name": "x" });
  // @ts-expect-error no such field
  await api.missions.list({ "any.1.astronauts.nationalty": "Japan" });
}

/** Relations to private records do not exist. */
export async function privacy(): Promise<void> {
  await other.students("s").grades.list({ "student.name": "x" });
  // @ts-expect-error private
  await api.astronauts.list({ "medical.examined_on_exists": true });
  // @ts-expect-error private
  await api.astronauts.list({ medical_exists: true });
  // @ts-expect-error private
  await other.students.list({ "grades.points_min": 3 });
}

export async function orderAndGroups(): Promise<void> {
  await api.moons.list({ sort: ["planet.name:desc", "planet.moon_count", "name"] });
  await api.missions.list({ sort: "destination.name" });
  const [group] = await api.moons.summarize({
    group_by: ["planet.name", "planet.has_rings", "planet.created_at:year"],
    measure: ["max:planet.mass_kg", "min:planet.created_at"],
  });
  same<
    typeof group & {},
    {
      "planet.name": string | null;
      "planet.has_rings": boolean | null;
      "planet.created_at": string | null;
      count: number;
      "planet.mass_kg_max": number | null;
      "planet.created_at_min": string | null;
    }
  >(true);
  const [kind] = await api.missions.summarize({ group_by: ["destination.planet_type"] });
  same<(typeof kind & {})["destination.planet_type"], "terrestrial" | "gas_giant" | "ice_giant" | "dwarf" | null>(true);
  // @ts-expect-error the relation leads to several records
  await api.missions.list({ sort: "objectives.status" });
  // @ts-expect-error no such field
  await api.moons.list({ sort: "planet.nam" });
  // @ts-expect-error no such direction
  await api.moons.list({ sort: "planet.name:up" });
  // @ts-expect-error two relations
  await api.data.list({ sort: "mission.part_of.name" });
  // @ts-expect-error the relation leads to several records
  await api.missions.summarize({ group_by: ["objectives.status"] });
  // @ts-expect-error a text has no sum
  await api.moons.summarize({ measure: ["sum:planet.name"] });
  // @ts-expect-error a text has no period
  await api.moons.summarize({ group_by: ["planet.name:year"] });
}

const rockets = collection("rockets", {
  one: "rocket",
  about: "Rockets.",
  fields: { name: fields.text().required().listed(), payload_kg: fields.decimal(), height: fields.text() },
});
const engines = collection("engines", {
  one: "engine",
  of: rockets,
  about: "Engines.",
  fields: {
    thrust_n: fields.decimal(),
    height: fields.decimal(),
    mission: fields.reference("missions"),
  },
});
const extended = registry({
  resources: [rockets, engines],
  extend: {
    missions: {
      fields: { rocket: fields.reference("rockets"), like: fields.reference("rockets", "engines", "missions") },
    },
  },
});
/** So it is with a registry of one's own, and with what it adds to built-in resources. */
export async function ownRegistry(): Promise<void> {
  const own = connect<ApiOf<(typeof extended)["resources"]>>("http://127.0.0.1:3000");
  await own.missions.list({ "rocket.payload_kg_min": 3, "rocket.engines.thrust_n_min": 1, sort: "rocket.name" });
  await own
    .rockets("v")
    .engines.list({ "rocket.name": "V", "mission.rocket.name": "V", "mission.astronauts.role": "pilot" });
  await own.missions.list({ "like.height_exists": true, sort: "like.payload_kg" });
  // @ts-expect-error a text of the one kind, a number of the other
  await own.missions.list({ sort: "like.height" });
  // @ts-expect-error no such field
  await own.missions.list({ "rocket.payload": 3 });
  // @ts-expect-error no such field of what the registry does not add to
  await own.missions.list({ "astronauts.payload_kg": 3 });
}

/** Without types, every name is taken. */
export async function untyped(): Promise<void> {
  await api.at("/api/missions").list({ "rockets.name": "V-2", "any.1.x_in": ["a"], sort: ["planet.name:desc"] });
}
