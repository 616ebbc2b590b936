import { collection } from "../declare/declare.ts";
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
} from "../declare/fields.ts";

/** The months with which a period of each precision may begin; a date of day precision begins nothing. */
const FIRST_OF: Record<string, RegExp> = {
  day: /^/,
  month: /-01$/,
  quarter: /-(01|04|07|10)-01$/,
  half: /-(01|07)-01$/,
  year: /-01-01$/,
};

export const missions = collection("missions", {
  one: "mission",
  about: "Crewed and robotic missions, planned, flying and flown.",
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
    }).listed(),
    status_reason: text().about("Why it is on hold, failed or cancelled."),
    launch_date: date(),
    launch_date_precision: oneOf("day", "month", "quarter", "half", "year")
      .default("day")
      .about("How much of `launch_date` is known; its unknown part is the first of the period."),
    end_date: date(),
    crew_size: integer()
      .atLeast(0)
      .orCount("crew", "crew_full")
      .about("The planned crew; without a plan, the number of crew members assigned."),
    operator: text().about("Agency or company."),
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
    destination: reference("planets", "moons").about("A planet or a moon."),
    part_of: reference("missions")
      .acyclic()
      .about("The mission that this one belongs to, as a ferry flight to an expedition."),
  },
  rules: {
    launch_date: {
      "The launch date is the first day of its precision's period.": (m) =>
        m.launch_date === null || FIRST_OF[m.launch_date_precision]!.test(m.launch_date),
    },
    end_date: {
      "A mission ends on or after the day it launches.": (m) =>
        m.launch_date === null || m.end_date === null || m.launch_date <= m.end_date,
    },
  },
});

export const objectives = collection("objectives", {
  of: missions,
  one: "objective",
  about: "What a mission set out to do, and whether it did.",
  fields: {
    title: text().required().listed(),
    description: longText(),
    category: oneOf("science", "technology", "operations", "exploration", "outreach"),
    status: oneOf("pending", "achieved", "partially_achieved", "failed", "dropped").default("pending").listed(),
    priority: integer().atLeast(1).atMost(5).default(3).listed(),
    achieved_on: date(),
  },
});

export const samples = collection("data", {
  of: missions,
  one: "sample",
  flat: true,
  bulk: 10_000,
  about: "Measurements that a mission made, one value of one parameter at one moment.",
  fields: {
    instrument: text().required().listed(),
    parameter: text().required().listed().about("What was measured, such as `air_temperature`."),
    value: decimal().listed(),
    unit: text().upTo(32).listed().about("UCUM by convention."),
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
});
