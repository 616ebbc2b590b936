import { membership } from "../declare/declare.ts";
import { integer, reference, text } from "../declare/fields.ts";
import { wholeYears } from "../declare/values.ts";
import { busyElsewhere } from "./assignments.ts";
import { astronauts } from "./astronauts.ts";
import { missions } from "./missions.ts";
import { spacecraft } from "./spacecraft.ts";

export const vehicles = membership("vehicles", {
  of: missions,
  member: spacecraft,
  one: "vehicle",
  segment: "spacecraft",
  about: "The spacecraft that a mission flies.",
  fields: { role: text().listed() },
  shows: ["name", "spacecraft_type", "status"],
  links: { profile: "/api/spacecraft/{id}" },
  reverse: {
    segment: "missions",
    shows: ["name", "status", "launch_date"],
    showsOwn: ["role"],
    links: { self: "/api/missions/{id}", crew: "/api/missions/{id}/astronauts" },
  },
});

export const crew = membership("crew", {
  of: missions,
  member: astronauts,
  one: "crew_member",
  segment: "astronauts",
  aliases: ["crew"],
  about: "Who flies on a mission, in which role and vehicle.",
  fields: {
    role: text()
      .required()
      .listed()
      .about("Free text: `commander`, `pilot`, `flight_engineer`, `mission_specialist`, …"),
    experience_years: integer()
      .atLeast(0)
      .listed()
      .about("Whole years from selection to launch when the member was assigned, unless declared."),
    spacecraft_id: reference("vehicles").amongSiblings().listed().about("One of the mission's vehicles."),
  },
  shows: ["name"],
  links: { profile: "/api/astronauts/{id}", training: "/api/astronauts/{id}/training" },
  unpaged: { mission_name: "name", crew_size: "crew_size" },
  reverse: {
    segment: "missions",
    link: "all_missions",
    shows: ["name", "status", "launch_date"],
    showsOwn: ["role"],
    links: { self: "/api/missions/{id}", crew: "/api/missions/{id}/astronauts" },
  },
  computeDefault: {
    experience_years: async (entry, registry) => {
      const astronaut = await registry.find("astronauts", entry.astronaut_id as string);
      const mission = await registry.find("missions", entry.mission_id as string);
      const selected = astronaut?.selected_on as string | null | undefined;
      const launch = (mission?.launch_date as string | null | undefined) ?? registry.today;
      return selected ? Math.max(0, wholeYears(selected, launch)) : 0;
    },
  },
  conflicts: {
    astronaut_busy: {
      about: "Nobody is on two active missions, unless one of them is part of the other.",
      refuses: async ({ after, before, registry }) => {
        const mission = before ? null : await registry.find("missions", after.mission_id as string);
        return mission?.status === "active" ? busyElsewhere(after, mission, registry) : undefined;
      },
    },
  },
});
