/** Crew assignments: who may join a mission, which one `current_mission` shows, and what writing it does. */

import { declareHooks } from "../../engine/declare/declare.ts";
import type { RegistryReader, RegistryWriter } from "../../engine/declare/hooks.ts";
import type { Draft, HookRecord } from "../../engine/declare/record-types.ts";
import { wholeYears } from "../../engine/declare/values.ts";
import { conflict, type Fault } from "../../engine/problem.ts";
import { astronauts } from "./astronauts.ts";
import { crew, vehicles } from "./crew.ts";
import { countFlights, hasLeft } from "./flights.ts";
import { missions } from "./missions.ts";

type Astronaut = HookRecord<typeof astronauts>;
type Mission = HookRecord<typeof missions>;
type Assignment = HookRecord<typeof crew>;
type AstronautDraft = Partial<Draft<typeof astronauts.fields>>;
type AssignmentDraft = Partial<Draft<typeof crew.fields>>;

/** The states in which a mission takes on crew. */
const OPEN: readonly string[] = ["planned", "on_hold", "active"];

const ONE_ACTIVE_MISSION =
  "An astronaut can be on only one active mission at a time, unless one mission is part of the other.";

/** Hooks that read missions, astronauts and their assignments together. */
export const assignmentHooks = [
  declareHooks(missions, {
    conflicts: {
      astronaut_busy: {
        about: ONE_ACTIVE_MISSION,
        refuses: async ({ after, before, registry }) => {
          if (!before || after.status !== "active") return undefined;
          if (before.status === "active" && before.part_of === after.part_of) return undefined;
          for (const assignment of await registry.entries(crew, { owner: after.id })) {
            const reason = await busyElsewhere(assignment, after, registry);
            if (reason) return reason;
          }
          return undefined;
        },
      },
    },
  }),
  declareHooks(crew, {
    conflicts: {
      astronaut_busy: {
        about: ONE_ACTIVE_MISSION,
        refuses: async ({ after, before, registry }) => {
          if (before && !hasLeft(before, registry.today)) return undefined;
          const mission = await registry.find(missions, after.owner.id);
          return mission?.status === "active" ? busyElsewhere(after, mission, registry) : undefined;
        },
      },
    },
  }),
  declareHooks(astronauts, {
    derivesDaily: true,
    derive: async (astronaut, registry) => {
      const assignments = await registry.entries(crew, { member: astronaut.id });
      const current = currentAssignment(assignments, registry.today);
      return {
        age: ageOf(astronaut, registry.today),
        current_mission: current?.owner.id ?? null,
        current_spacecraft: current?.spacecraft_id ?? null,
        current_role: current?.role ?? null,
        total_missions: astronaut.missions_before_records + countFlights(assignments),
      };
    },
    checkWriteThrough: async (written, astronaut, registry) =>
      faultsIn(await moveWanted(written, astronaut, registry), registry),
    writeThrough: moveTo,
  }),
];

/** The age today, or at death; null for an astronaut who died on an unknown day. Without a birth date, the declared age. */
function ageOf({ birth_date: born, death_date: died, status, age }: Astronaut, today: string): number | null {
  if (born === null) return age;
  if (died === null && status === "deceased") return null;
  return wholeYears(born, died ?? today);
}

/** The assignment to the active mission, or else to the planned or on-hold mission that launches first. */
function currentAssignment(assignments: readonly Assignment[], today: string): Assignment | undefined {
  // Missions without a launch date come last; ties are broken by id.
  const rank = ({ owner }: Assignment) =>
    `${owner.status === "active" ? 0 : 1} ${owner.launch_date ?? "~"} ${owner.id}`;
  return assignments
    .filter((each) => OPEN.includes(each.owner.status) && !hasLeft(each, today))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
}

/** What a client wants of an astronaut's assignment. */
interface Move {
  readonly current: Assignment | undefined;
  /** The ids of missions; null for none. */
  readonly from: string | null;
  readonly to: string | null;
  /** The current role and vehicle, as they were written for that mission. */
  readonly wanted: AstronautDraft;
}

/** Reads what a client wrote into `current_mission`, `current_spacecraft` and `current_role`. @param astronaut null for a new one */
async function moveWanted(
  written: AstronautDraft,
  astronaut: Astronaut | null,
  registry: RegistryReader,
): Promise<Move> {
  const assignments = astronaut ? await registry.entries(crew, { member: astronaut.id }) : [];
  const current = currentAssignment(assignments, registry.today);
  const from = current?.owner.id ?? null;
  const to = written.current_mission === undefined ? from : written.current_mission;
  return { current, from, to, wanted: to === from ? written : withoutEchoes(written, astronaut, to) };
}

/**
 * Makes the move: another mission moves the astronaut, null takes them off the current one, and a role or vehicle alone
 * changes the current assignment.
 * @throws Problem if the astronaut is on an active mission
 */
async function moveTo(written: AstronautDraft, astronaut: Astronaut, writer: RegistryWriter): Promise<void> {
  const { id } = astronaut;
  const { current, from, to, wanted } = await moveWanted(written, astronaut, writer);
  if (from !== null && from !== to) {
    if (to !== null && current?.owner.status === "active") {
      throw conflict(
        "astronaut_busy",
        `The astronaut ${id} is already on the active mission ${from}.`,
        "/current_mission",
      );
    }
    await writer.removeMember(crew, { owner: from, member: id });
  }
  if (to === null) return;
  const isAboard =
    from === to || (await writer.entries(crew, { owner: to })).some((assignment) => assignment.member.id === id);
  const { current_role: role, current_spacecraft: vehicle } = wanted;
  const values: AssignmentDraft = {};
  if (typeof role === "string") values.role = role;
  if (vehicle !== undefined) values.spacecraft_id = vehicle;
  const sides = { owner: to, member: id };
  if (isAboard) await writer.updateMember(crew, sides, values);
  else await writer.addMember(crew, sides, { role: "crew", ...values });
}

/**
 * Removes the current vehicle and role from a move to another mission. A client that reads an astronaut, changes the mission
 * and sends the record back also sends these. The vehicle stays with the old mission; so does the role if there is no new one.
 */
function withoutEchoes(written: AstronautDraft, astronaut: Astronaut | null, to: string | null): AstronautDraft {
  const { current_spacecraft: vehicle, current_role: role, ...rest } = written;
  const wanted: AstronautDraft = { ...rest };
  if (vehicle !== undefined && vehicle !== (astronaut?.current_spacecraft ?? null)) wanted.current_spacecraft = vehicle;
  if (role !== undefined && (to !== null || role !== (astronaut?.current_role ?? null))) wanted.current_role = role;
  return wanted;
}

/** The faults of a move. */
async function faultsIn({ from, to, wanted }: Move, registry: RegistryReader): Promise<Fault[]> {
  if (to === null) return faultsWithoutMission(wanted);
  const mission = await registry.find(missions, to);
  if (!mission)
    return [fault("current_mission", "unknown_reference", `There is no mission with the id ${JSON.stringify(to)}.`)];
  const faults: Fault[] = [];
  if (to !== from && !OPEN.includes(mission.status)) {
    const message = `The mission ${to} is ${mission.status}; only planned, on-hold and active missions can be joined.`;
    faults.push(fault("current_mission", "not_allowed", message));
  }
  if (to === from && wanted.current_role === null) {
    faults.push(fault("current_role", "required", "current_role cannot be null: every crew member has a role."));
  }
  const vehicle = wanted.current_spacecraft;
  if (typeof vehicle === "string") {
    const flown = await registry.entries(vehicles, { owner: to });
    if (!flown.some(({ member }) => member.id === vehicle)) {
      const message = `There is no vehicle with the id ${JSON.stringify(vehicle)} in the mission ${to}.`;
      faults.push(fault("current_spacecraft", "unknown_reference", message));
    }
  }
  return faults;
}

function faultsWithoutMission(wanted: AstronautDraft): Fault[] {
  return (["current_role", "current_spacecraft"] as const)
    .filter((field) => wanted[field] !== undefined && wanted[field] !== null)
    .map((field) => fault(field, "not_allowed", `${field} cannot be set without a current_mission.`));
}

function fault(field: string, code: string, message: string): Fault {
  return { in: "value", pointer: `/${field}`, code, message };
}

/** Returns a reason if a crew member of an active mission is already on another active mission. */
async function busyElsewhere(
  assignment: Assignment,
  mission: Pick<Mission, "id" | "part_of">,
  registry: RegistryReader,
): Promise<string | undefined> {
  if (hasLeft(assignment, registry.today)) return undefined;
  const astronaut = assignment.member;
  for (const each of await registry.entries(crew, { member: astronaut.id })) {
    const { owner } = each;
    if (owner.status !== "active" || owner.id === mission.id || hasLeft(each, registry.today)) continue;
    const other = await registry.find(missions, owner.id);
    if ((await wholesOf(mission.part_of, registry)).includes(owner.id)) continue;
    if ((await wholesOf(other?.part_of ?? null, registry)).includes(mission.id)) continue;
    return `The astronaut ${astronaut.id} is already on the active mission ${owner.id}.`;
  }
  return undefined;
}

/** The missions that one is part of, directly or through others. */
async function wholesOf(partOf: string | null, registry: RegistryReader): Promise<string[]> {
  const wholes: string[] = [];
  for (let id = partOf; id !== null; ) {
    wholes.push(id);
    id = (await registry.find(missions, id))?.part_of ?? null;
  }
  return wholes;
}
