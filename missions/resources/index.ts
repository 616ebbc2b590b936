/** The declarations of the domain, parents before children. */
import { withHooks } from "../../engine/declare/declare.ts";
import { assignmentHooks } from "./assignments.ts";
import { astronauts, medical, training } from "./astronauts.ts";
import { crew, vehicles } from "./crew.ts";
import { missions, objectives, samples } from "./missions.ts";
import { missionOrganizations, organizations, spacecraftOrganizations, stationOrganizations } from "./organizations.ts";
import { atmosphere, moons, planets, surface } from "./planets.ts";
import { sources } from "./sources.ts";
import { spaceStations } from "./space-stations.ts";
import { navigationSystem, spacecraft } from "./spacecraft.ts";

export {
  astronauts,
  atmosphere,
  crew,
  medical,
  missionOrganizations,
  missions,
  moons,
  navigationSystem,
  objectives,
  organizations,
  planets,
  samples,
  sources,
  spacecraft,
  spacecraftOrganizations,
  spaceStations,
  stationOrganizations,
  surface,
  training,
  vehicles,
};

const declarations = [
  planets,
  moons,
  atmosphere,
  surface,
  spaceStations,
  spacecraft,
  navigationSystem,
  astronauts,
  training,
  medical,
  missions,
  vehicles,
  crew,
  objectives,
  samples,
  organizations,
  missionOrganizations,
  spacecraftOrganizations,
  stationOrganizations,
  sources,
] as const;

/** All declarations, with their hooks. */
export const domain = withHooks(declarations, assignmentHooks);
