/** The memberships of missions: their spacecraft and their crew. */
import { membership } from "../../engine/declare/declare.ts";
import { date, integer, reference, text } from "../../engine/declare/fields.ts";
import { presence } from "../../engine/declare/pages/pictures.ts";
import { wholeYears } from "../../engine/declare/values.ts";
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
  page: { columns: ["name", "role", "spacecraft_type", "status", "profile.manufacturer"] },
  shows: ["name", "spacecraft_type", "status"],
  links: { profile: "spacecraft/{id}" },
  reverse: {
    segment: "missions",
    shows: ["name", "status", "launch_date", "launch_date_precision"],
    showsOwn: ["role"],
    links: { self: "missions/{id}", crew: "missions/{id}/astronauts" },
  },
});

export const crew = membership("crew", {
  of: missions,
  member: astronauts,
  one: "crew_member",
  segment: "astronauts",
  aliases: ["crew"],
  about: "The crew of a mission: who flies, in which role and in which spacecraft.",
  fields: {
    role: text()
      .usual(
        ...["commander", "pilot", "command_module_pilot", "lunar_module_pilot", "flight_engineer", "senior_pilot"],
        ...["science_pilot", "docking_module_pilot", "payload_commander", "mission_specialist", "payload_specialist"],
        ...["research_cosmonaut", "test_engineer", "research_engineer", "spaceflight_participant"],
      )
      .required()
      .listed()
      .about("Free text: `commander`, `pilot`, `flight_engineer`, `mission_specialist`, …"),
    experience_years: integer()
      .atLeast(0)
      .listed()
      .about("Whole years from selection to launch; computed when the member is assigned, unless given."),
    spacecraft_id: reference("vehicles").amongSiblings().listed().about("One of the mission's vehicles."),
    joined_on: date().listed().about("The first day on the mission. Null: its `launch_date`."),
    left_on: date()
      .listed()
      .about(
        "The last day on the mission; after a landing in another craft, it may be later than `end_date`. Null: `end_date`.",
      ),
  },
  rules: {
    left_on: {
      "The day of leaving must be on or after the day of joining.": ({ joined_on: from, left_on: to }) =>
        from === null || to === null || from <= to,
    },
  },
  page: {
    columns: [
      "name",
      "role",
      "spacecraft_id",
      "profile.nationality",
      "profile.total_space_hours",
      "joined_on",
      "left_on",
    ],
    order: "role",
    example: "neil-armstrong",
  },
  copies: { owner: ["status", "launch_date", "launch_date_precision", "end_date"] },
  shows: ["name"],
  links: { profile: "astronauts/{id}", training: "astronauts/{id}/training" },
  unpaged: { mission_name: "name", crew_size: "crew_size" },
  reverse: {
    segment: "missions",
    link: "all_missions",
    shows: ["name", "status", "launch_date", "launch_date_precision"],
    showsOwn: ["role", "joined_on", "left_on"],
    links: { self: "missions/{id}", crew: "missions/{id}/astronauts" },
  },
  pictures: [
    presence({
      title: "Who was in space when",
      run: ["day with somebody in space", "days in a row with somebody in space"],
      ...{ from: "launch_date", to: "end_date", precision: "launch_date_precision" },
      ...{ joined: "joined_on", left: "left_on", colour: "nationality", role: "role" },
    }),
  ],
  computeDefault: {
    experience_years: async ({ owner, member }, registry) => {
      const astronaut = await registry.find(astronauts, member.id);
      const launch = owner.launch_date ?? registry.today;
      return astronaut?.selected_on ? Math.max(0, wholeYears(astronaut.selected_on, launch)) : 0;
    },
  },
});
