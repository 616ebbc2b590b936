/** Space stations. */
import { collection } from "../../engine/declare/declare.ts";
import { count, date, decimal, integer, oneOf, text } from "../../engine/declare/fields.ts";
import { citations, identifiers } from "./sources.ts";

export const spaceStations = collection("space-stations", {
  one: "space_station",
  about: "Crewed stations in orbit.",
  fields: {
    name: text().required().listed(),
    operator: text(),
    status: oneOf("planned", "operational", "decommissioned", "deorbited")
      .tones({ planned: "plan", operational: "go", decommissioned: "done", deorbited: "done" })
      .default("planned")
      .listed(),
    launched_on: date().about("Launch date of the first element."),
    orbit_altitude_km: decimal().above(0),
    inclination_deg: decimal().atLeast(0).atMost(180),
    crew_capacity: integer().atLeast(0),
    mission_count: count("missions").about("The number of its missions in this registry: expeditions and visits."),
    identifiers: identifiers(),
    citations: citations(),
  },
  page: {
    lead: [
      { field: "launched_on", label: "Launched", note: "first element" },
      { field: "mission_count", label: "Missions", note: "expeditions and visits" },
      "operator",
      { field: "crew_capacity", label: "Crew", note: "places" },
      { field: "orbit_altitude_km", label: "Orbit" },
      { field: "inclination_deg", label: "Inclination" },
    ],
    columns: [
      ...["name", "status", "launched_on", "operator", "crew_capacity", "mission_count", "orbit_altitude_km"],
      "inclination_deg",
    ],
    sections: ["missions", "modules"],
    order: "launched_on:desc",
    example: "mir",
  },
  links: { aboard: "astronauts?current_mission.station={id}&current_mission.status=active" },
});
