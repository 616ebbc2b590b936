/** Crew assignments: who is free to fly, which one `current_mission` shows, and what writing it does. */

import type { RegistryReader, RegistryWriter } from "../declare/hooks.ts";
import type { Values } from "../declare/values.ts";
import { conflict, type Fault, refuseFaults } from "../problem.ts";

/** A mission that somebody can still be moved onto. */
const OPEN = ["planned", "on_hold", "active"];

/**
 * The assignment that an astronaut's record shows: the active mission's, otherwise that of the planned or on-hold
 * one that launches first (no launch date last, then by id).
 */
export function assignmentShown(entries: readonly Values[]): Values | undefined {
  const rank = (entry: Values) =>
    `${entry.mission_status === "active" ? 0 : 1} ${entry.mission_launch_date ?? "~"} ${entry.mission_id}`;
  return entries
    .filter((entry) => OPEN.includes(entry.mission_status as string))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
}

/**
 * Carries out what was written into `current_mission`, `current_spacecraft` and `current_role`: another mission
 * moves the astronaut, null takes them off the one shown, role and vehicle alone change the assignment shown.
 * @throws Problem when the mission cannot be joined, the vehicle is not one of its, or the astronaut is busy
 */
export async function moveTo(given: Values, astronaut: Values, writer: RegistryWriter): Promise<void> {
  const id = astronaut.id as string;
  const shown = assignmentShown(await writer.entries("crew", { member: id }));
  const from = (shown?.mission_id ?? null) as string | null;
  const to = (given.current_mission === undefined ? from : given.current_mission) as string | null;
  const wanted = to === from ? given : withoutEchoes(given, astronaut, to);
  refuseFaults(await faultsIn(wanted, to, from, writer));
  if (from !== null && from !== to) {
    if (to !== null && shown?.mission_status === "active") {
      throw conflict("astronaut_busy", `${astronaut.name} is on the active mission ${from}.`, "/current_mission");
    }
    await writer.release("crew", from, id);
  }
  if (to === null) return;
  const aboard = from === to || (await writer.entries("crew", { of: to })).some((entry) => entry.astronaut_id === id);
  const { current_role: role, current_spacecraft: vehicle } = wanted;
  const entry: Values = {};
  if (role !== undefined && role !== null) entry.role = role;
  if (vehicle !== undefined) entry.spacecraft_id = vehicle;
  if (aboard) await writer.amend("crew", to, id, entry);
  else await writer.assign("crew", to, id, { role: "crew", ...entry });
}

/**
 * Whoever reads a record, changes the mission and sends it back sends the old assignment's vehicle and role along. The
 * vehicle goes with the old mission, and so does the role where there is no new one.
 */
function withoutEchoes(given: Values, astronaut: Values, to: string | null): Values {
  const { current_spacecraft: vehicle, current_role: role, ...rest } = given;
  return {
    ...rest,
    ...(vehicle === undefined || vehicle === astronaut.current_spacecraft ? {} : { current_spacecraft: vehicle }),
    ...(role === undefined || (to === null && role === astronaut.current_role) ? {} : { current_role: role }),
  };
}

async function faultsIn(
  wanted: Values,
  to: string | null,
  from: string | null,
  registry: RegistryReader,
): Promise<Fault[]> {
  const fault = (field: string, code: string, message: string): Fault => ({
    in: "value",
    pointer: `/${field}`,
    code,
    message,
  });
  const mission = to === null ? null : await registry.find("missions", to);
  if (to !== null && !mission) return [fault("current_mission", "unknown_reference", `There is no mission ${to}.`)];
  const faults: Fault[] = [];
  if (mission && to !== from && !OPEN.includes(mission.status as string)) {
    faults.push(
      fault(
        "current_mission",
        "not_allowed",
        `Mission ${to} is ${mission.status}; only planned, on-hold and active missions can be joined.`,
      ),
    );
  }
  for (const field of ["current_role", "current_spacecraft"]) {
    if (to === null && wanted[field] !== undefined && wanted[field] !== null) {
      faults.push(
        fault(field, "not_allowed", `${field} describes the assignment shown by current_mission, and there is none.`),
      );
    }
  }
  if (to !== null && to === from && wanted.current_role === null) {
    faults.push(fault("current_role", "required", "Whoever is on a crew has a role in it."));
  }
  const vehicle = wanted.current_spacecraft;
  if (to !== null && typeof vehicle === "string") {
    const vehicles = await registry.entries("vehicles", { of: to });
    if (!vehicles.some((entry) => entry.spacecraft_id === vehicle)) {
      faults.push(
        fault("current_spacecraft", "unknown_reference", `${vehicle} is not one of the vehicles of mission ${to}.`),
      );
    }
  }
  return faults;
}

/** Why a crew member of an active mission may not be: the active mission that they are on already, if any. */
export async function busyElsewhere(
  entry: Values,
  mission: Values,
  registry: RegistryReader,
): Promise<string | undefined> {
  for (const other of await registry.entries("crew", { member: entry.astronaut_id as string })) {
    if (other.mission_status !== "active" || other.mission_id === mission.id) continue;
    const elsewhere = await registry.find("missions", other.mission_id as string);
    if (elsewhere?.part_of === mission.id || mission.part_of === elsewhere?.id) continue;
    return `Astronaut ${entry.astronaut_id} is on the active mission ${other.mission_id}.`;
  }
  return undefined;
}
