/** Everything that exists, parents before children: the order in which a data set is loaded. */
import { astronauts, medical, training } from "./astronauts.ts";
import { crew, vehicles } from "./crew.ts";
import { missions, objectives, samples } from "./missions.ts";
import { atmosphere, moons, planets, surface } from "./planets.ts";
import { spaceStations } from "./space-stations.ts";
import { navigationSystem, spacecraft } from "./spacecraft.ts";

export const domain = [
  planets,
  moons,
  atmosphere,
  surface,
  spacecraft,
  navigationSystem,
  spaceStations,
  astronauts,
  training,
  medical,
  missions,
  vehicles,
  crew,
  objectives,
  samples,
];
