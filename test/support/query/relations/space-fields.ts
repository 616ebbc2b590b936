/** The filterable fields of the records of the first domain, by hand, as §2 and its declarations say. */
import type { FieldKinds } from "../query-oracle.ts";

const TIMES: FieldKinds = { created_at: "date-time", updated_at: "date-time" };

const missions: FieldKinds = {
  id: "id",
  name: "text",
  description: "text",
  status: "enum",
  status_reason: "text",
  launch_date: "date",
  launch_date_precision: "enum",
  end_date: "date",
  crew_size: "number",
  operator: "text",
  mission_type: "enum",
  destination: "id",
  part_of: "id",
  astronaut_count: "count",
  spacecraft_count: "count",
  objective_count: "count",
  sample_count: "count",
  ...TIMES,
};

const astronauts: FieldKinds = {
  id: "id",
  name: "text",
  birth_date: "date",
  age: "number",
  nationality: "text",
  selected_on: "date",
  status: "enum",
  current_mission: "text",
  current_spacecraft: "text",
  current_role: "text",
  total_missions: "number",
  missions_before_records: "number",
  total_space_hours: "number",
  mission_count: "count",
  training_count: "count",
  ...TIMES,
};

const spacecraft: FieldKinds = {
  id: "id",
  name: "text",
  spacecraft_type: "enum",
  status: "enum",
  manufacturer: "text",
  first_flight_date: "date",
  crew_capacity: "number",
  dry_mass_kg: "number",
  reusable: "boolean",
  mission_count: "count",
  ...TIMES,
};

/** Of an entry of a crew. */
const assignment: FieldKinds = { role: "text", experience_years: "number", spacecraft_id: "id", ...TIMES };
/** Of an entry of a mission's vehicles. */
const use: FieldKinds = { role: "text", ...TIMES };

/** What the items of a mission's list show of the other side, and those of the lists from there. */
const shownMission: FieldKinds = { id: "id", name: "text", status: "enum", launch_date: "date", role: "text" };
const shownSpacecraft: FieldKinds = { id: "id", name: "text", spacecraft_type: "enum", status: "enum" };

/**
 * The fields of each kind of record. An entry of a membership is of one kind in its list, where it has the fields that items
 * show, and of another after a relation, where it has its own and then those of the record on its other side.
 */
export const FIELDS = {
  missions,
  astronauts,
  spacecraft,
  navigation_system: {
    id: "id",
    spacecraft_id: "id",
    name: "text",
    guidance_type: "enum",
    position_accuracy_m: "number",
    status: "enum",
    ...TIMES,
  },
  space_stations: { id: "id", name: "text", operator: "text", status: "enum", launched_on: "date", ...TIMES },
  planets: {
    id: "id",
    name: "text",
    planet_type: "enum",
    mean_radius_km: "number",
    has_rings: "boolean",
    discovered_on: "date",
    discovered_by: "text",
    moon_count: "number",
    ...TIMES,
  },
  moons: {
    id: "id",
    planet_id: "id",
    name: "text",
    designation: "text",
    mean_radius_km: "number",
    discovered_on: "date",
    discovered_by: "text",
    ...TIMES,
  },
  atmosphere: {
    id: "id",
    planet_id: "id",
    surface_pressure_pa: "number",
    reference_level: "enum",
    notes: "text",
    ...TIMES,
  },
  surface: { id: "id", planet_id: "id", surface_type: "enum", bond_albedo: "number", ...TIMES },
  objectives: {
    id: "id",
    mission_id: "id",
    title: "text",
    category: "enum",
    status: "enum",
    priority: "number",
    achieved_on: "date",
    ...TIMES,
  },
  data: {
    id: "id",
    mission_id: "id",
    instrument: "text",
    parameter: "text",
    value: "number",
    unit: "text",
    collected_at: "date-time",
    quality: "enum",
    ...TIMES,
  },
  training: {
    id: "id",
    astronaut_id: "id",
    course: "text",
    completed_on: "date",
    hours: "number",
    result: "enum",
    ...TIMES,
  },
  "crew member": { ...astronauts, ...assignment },
  vehicle: { ...spacecraft, ...use },
  "astronaut's mission": { ...missions, ...assignment },
  "spacecraft's mission": { ...missions, ...use },
  "listed crew member": { id: "id", name: "text", ...assignment },
  "listed vehicle": { ...shownSpacecraft, ...use },
  "astronaut's listed mission": shownMission,
  "spacecraft's listed mission": shownMission,
} as const satisfies Record<string, FieldKinds>;

/** A kind of record. */
export type RecordKind = keyof typeof FIELDS;

/** Texts too long to be grouped by. */
export const LONG_TEXTS: readonly string[] = ["description", "notes"];
