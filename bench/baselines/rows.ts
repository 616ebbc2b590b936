/** The rows that the baselines of writes insert: the columns, the values of a mission and of a sample, the response. */
import type { Mission } from "../records/missions.ts";
import type { Sample } from "../records/samples.ts";

type Row = (string | number | null)[];

export const MISSION_COLUMNS = [
  ...["id", "name", "description", "status", "status_reason", "launch_date", "launch_date_precision", "end_date"],
  ...["crew_size", "operator", "mission_type", "destination", "part_of", "created_at", "updated_at"],
];
export const SAMPLE_COLUMNS = [
  ...["id", "mission_id", "instrument", "parameter", "value", "unit", "collected_at", "uncertainty"],
  ...["processing_level", "quality", "created_at", "updated_at"],
];

/** The indexes of the samples, besides that of their unique ids. */
export const INDEXES = [
  "samples_by_mission ON samples (mission_id, id)",
  "samples_by_instrument ON samples (instrument, id)",
  "samples_by_parameter ON samples (parameter, id)",
  "samples_by_unit ON samples (unit, id)",
  "samples_by_time ON samples (collected_at, id)",
];

/** A mission with its id and times, in the order of `MISSION_COLUMNS`. */
export function missionRow(id: string, mission: Mission): Row {
  const now = new Date().toISOString();
  const { name, description, status, launch_date, end_date, crew_size, operator, mission_type, destination } = mission;
  return [
    ...[id, name, description, status, null, launch_date, "day", end_date],
    ...[crew_size, operator, mission_type, destination, null, now, now],
  ];
}

/** What a client gets of a new mission. */
export function missionResponse(row: Row): object {
  const mission = Object.fromEntries(MISSION_COLUMNS.map((name, index) => [name, row[index]!]));
  const self = `/api/missions/${mission.id}`;
  return {
    ...mission,
    _links: { self, crew: `${self}/crew`, objectives: `${self}/objectives`, data: `${self}/data` },
  };
}

/** A sample with its id and times, in the order of `SAMPLE_COLUMNS`. */
export function sampleRow(id: string, sample: Sample): Row {
  const now = new Date().toISOString();
  const { instrument, parameter, value, unit, collected_at, uncertainty, processing_level, quality } = sample;
  return [
    id,
    "mission",
    instrument,
    parameter,
    value,
    unit,
    collected_at,
    uncertainty,
    processing_level,
    quality,
    now,
    now,
  ];
}
