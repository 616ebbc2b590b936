/** Missions, with their objectives and data. */
import { collection } from "../../engine/declare/declare.ts";
import {
  anyObject,
  date,
  decimal,
  instant,
  integer,
  lifecycle,
  longText,
  object,
  oneOf,
  reference,
  text,
} from "../../engine/declare/fields.ts";
import { series, timeline } from "../../engine/declare/pages/pictures.ts";
import { wholeDays } from "../../engine/declare/values.ts";
import { citations, identifiers } from "./sources.ts";

/** The dates on which a period of each precision begins. */
const FIRST_OF: Record<string, RegExp> = {
  day: /^/,
  month: /-01$/,
  quarter: /-(01|04|07|10)-01$/,
  half: /-(01|07)-01$/,
  year: /-01-01$/,
};

export const missions = collection("missions", {
  one: "mission",
  about: "Crewed and robotic missions: planned, in flight and completed.",
  fields: {
    name: text().required().listed(),
    description: longText(),
    status: lifecycle("planned", {
      planned: ["on_hold", "active", "failed", "cancelled"],
      on_hold: ["planned", "cancelled"],
      active: ["completed", "failed"],
      cancelled: ["planned"],
      completed: [],
      failed: [],
    })
      .tones({ planned: "plan", on_hold: "hold", active: "go", completed: "done", failed: "fault", cancelled: "off" })
      .listed(),
    status_reason: text().about("Why the mission is on hold, has failed or was cancelled."),
    launch_date: date().precisionIn("launch_date_precision").example("1969-07-16"),
    launch_date_precision: oneOf("day", "month", "quarter", "half", "year")
      .default("day")
      .about("How precisely `launch_date` is known; the date is the first day of that period."),
    end_date: date().example("1969-07-24"),
    duration_days: integer()
      .atLeast(0)
      .derived()
      .about(
        "Whole days from `launch_date` to `end_date`. Null without an end, or if the launch is not known to the day.",
      )
      .example(8),
    crew_size: integer()
      .atLeast(0)
      .orCount("crew", "crew_full")
      .about("The planned crew size, or else the number of crew members assigned."),
    operator: text().about("Agency or company; several are separated by a slash."),
    mission_type: oneOf(
      "crewed",
      "cargo",
      "orbiter",
      "lander",
      "rover",
      "flyby",
      "sample_return",
      "station",
      "telescope",
      "technology",
    ),
    destination: reference("planets", "moons").about("The planet or moon to which the mission flies."),
    station: reference("space-stations")
      .listedAs("missions")
      .counted()
      .about("The space station that an expedition lives on or a flight visits."),
    part_of: reference("missions")
      .acyclic()
      .about("The mission that this one belongs to, such as the expedition that a ferry flight serves."),
    identifiers: identifiers(),
    citations: citations(),
  },
  rules: {
    launch_date: {
      "The launch date must be the first day of the period that its precision names.": (m) =>
        m.launch_date === null || FIRST_OF[m.launch_date_precision]!.test(m.launch_date),
    },
    end_date: {
      "The end date must be on or after the launch date.": (m) =>
        m.launch_date === null || m.end_date === null || m.launch_date <= m.end_date,
    },
  },
  derive: async ({ launch_date: from, launch_date_precision: precision, end_date: to }) => ({
    duration_days: from !== null && to !== null && precision === "day" ? wholeDays(from, to) : null,
  }),
  page: {
    lead: [
      { field: "launch_date", until: "end_date", label: "Flown" },
      { field: "duration_days", label: "Duration", note: "from launch to end" },
      { field: "mission_type", label: "Type" },
      "operator",
      "destination",
      { field: "crew_size", label: "Crew" },
    ],
    columns: [
      ...["name", "launch_date", "mission_type", "status", "operator", "destination", "duration_days", "crew_size"],
    ],
    sections: ["crew", "objectives", "spacecraft", "data", "organizations"],
    order: "launch_date:desc",
    example: "apollo-11",
    questions: [
      { title: "Which missions to Mars failed?", at: "?destination=mars&status=failed" },
      { title: "How many missions a year, and of which type?", at: "?group_by=launch_date:year,mission_type" },
      {
        title: "How do Apollo 8, 11, 13 and 17 compare?",
        at: "/-/compare?id_in=apollo-8,apollo-11,apollo-13,apollo-17",
      },
    ],
  },
  pictures: [
    timeline({
      title: "Missions over time",
      from: "launch_date",
      to: "end_date",
      precision: "launch_date_precision",
      colour: "mission_type",
      lanes: ["operator", "destination", "mission_type"],
    }),
  ],
});

export const objectives = collection("objectives", {
  of: missions,
  one: "objective",
  about: "The objectives of a mission, and whether it achieved them.",
  fields: {
    title: text().required().listed(),
    description: longText(),
    category: oneOf("science", "technology", "operations", "exploration", "outreach"),
    status: oneOf("pending", "achieved", "partially_achieved", "failed", "dropped")
      .tones({ pending: "plan", achieved: "done", partially_achieved: "hold", failed: "fault", dropped: "off" })
      .default("pending")
      .listed(),
    priority: integer().atLeast(1).atMost(5).default(3).listed(),
    achieved_on: date(),
    citations: citations(),
  },
  page: {
    lead: ["category", "priority", "achieved_on"],
    columns: ["title", "status", "category", "priority"],
    example: "apollo-11-landing",
  },
});

export const samples = collection("data", {
  of: missions,
  one: "sample",
  flat: true,
  bulk: 10_000,
  about: "Data that a mission collected: each sample is one value of one parameter at one time.",
  fields: {
    instrument: text().required().listed(),
    parameter: text().required().listed().about("The measured quantity, such as `air_temperature`."),
    value: decimal().listed(),
    unit: text().upTo(32).listed().about("By convention a UCUM unit."),
    collected_at: instant().required().listed(),
    uncertainty: decimal().atLeast(0),
    processing_level: oneOf("raw", "calibrated", "derived").default("raw"),
    quality: oneOf("good", "suspect", "bad").default("good"),
    location: object({
      body: text(),
      latitude_deg: decimal().atLeast(-90).atMost(90),
      longitude_deg: decimal().atLeast(-180).atMost(360),
    }),
    payload: anyObject(65_536),
    notes: longText(),
  },
  page: {
    lead: ["value", { field: "uncertainty", label: "Uncertainty" }, "collected_at", "instrument", "mission_id"],
    columns: ["parameter", "value", "collected_at", "instrument", "mission_id", "quality"],
    order: "collected_at:desc",
  },
  pictures: [
    series({
      title: "What was measured",
      x: "collected_at",
      y: "value",
      unit: "unit",
      by: ["instrument", "parameter"],
      uncertainty: "uncertainty",
      mark: "quality",
    }),
  ],
});
