/** Astronauts, with their training and medical records. */
import { collection } from "../../engine/declare/declare.ts";
import { date, decimal, integer, longText, oneOf, text } from "../../engine/declare/fields.ts";
import { wholeYears } from "../../engine/declare/values.ts";
import { citations, identifiers } from "./sources.ts";

export const astronauts = collection("astronauts", {
  one: "astronaut",
  about: "People who train to fly in space, or have flown.",
  fields: {
    name: text().required().listed(),
    birth_date: date(),
    death_date: date(),
    age: integer()
      .atLeast(0)
      .atMost(150)
      .derivedWith("birth_date")
      .about("In whole years, today or at death. It can be set while the birth date is unknown."),
    nationality: text()
      .hues({
        ...{ "United States": 1, Russia: 2, "Soviet Union": 3, China: 4, Japan: 5 },
        ...{ Canada: 6, Germany: 7, France: 8, Italy: 9, "United Kingdom": 10 },
      })
      .listed()
      .about("A country: `Japan`, `United States`."),
    selected_on: date().about("The date of selection as an astronaut."),
    status: oneOf("active", "retired", "deceased", "management", "in_training")
      .tones({ active: "go", retired: "done", deceased: "done", management: "hold", in_training: "plan" })
      .default("active"),
    current_mission: text()
      .upTo(64)
      .listed()
      .writtenThrough("crew")
      .about(
        "The active mission, or else the planned or on-hold mission that launches first. Writing it reassigns the astronaut.",
      ),
    current_spacecraft: text().upTo(64).writtenThrough("crew").about("The spacecraft of that assignment."),
    current_role: text().writtenThrough("crew").about("The role in that assignment."),
    total_missions: integer()
      .default(0)
      .derived()
      .about(
        "Flights: missions that took place, as one if their days overlap or adjoin, plus `missions_before_records`.",
      ),
    missions_before_records: integer().atLeast(0).default(0).about("Missions flown that are not in this registry."),
    total_space_hours: integer().atLeast(0).default(0),
    identifiers: identifiers(),
    citations: citations(),
  },
  rules: {
    birth_date: {
      "The birth date must not be in the future, and the age must be at most 150 years.": (a, { today }) =>
        a.birth_date === null || (a.birth_date <= today && wholeYears(a.birth_date, a.death_date ?? today) <= 150),
    },
    death_date: {
      "The death date must be on or after the birth date.": (a) =>
        a.birth_date === null || a.death_date === null || a.birth_date <= a.death_date,
    },
  },
  page: {
    lead: [
      { field: "total_space_hours", label: "In space" },
      { field: "total_missions", label: "Flights" },
      "nationality",
      { field: "birth_date", until: "death_date", label: "Lived" },
      { field: "selected_on", label: "Selected" },
      "current_mission",
    ],
    sections: ["all_missions"],
    columns: [
      ...["name", "nationality", "status", "total_missions", "total_space_hours", "birth_date", "selected_on"],
      "current_mission",
    ],
    order: "total_space_hours:desc",
    example: "neil-armstrong",
    questions: [{ title: "Who was in space on 20 July 1969?", at: "/-/presence#day=1969-07-20" }],
  },
  links: {
    current_mission: "missions/{current_mission}",
    mission_crew: "missions/{current_mission}/astronauts",
    current_spacecraft: "spacecraft/{current_spacecraft}",
  },
});

export const training = collection("training", {
  of: astronauts,
  one: "training_record",
  countedAs: "training_count",
  about: "The training courses of an astronaut.",
  fields: {
    course: text().required().listed(),
    category: text(),
    completed_on: date().listed(),
    hours: decimal().atLeast(0),
    result: oneOf("passed", "failed", "in_progress")
      .tones({ passed: "done", failed: "fault", in_progress: "go" })
      .default("in_progress")
      .listed(),
    expires_on: date(),
    notes: longText(),
    citations: citations(),
  },
  page: { columns: ["course", "completed_on", "result", "category", "hours"], order: "completed_on:desc" },
});

export const medical = collection("medical", {
  of: astronauts,
  one: "medical_record",
  private: "medical",
  about: "Medical examinations. They are private: reading them needs the scope `medical:read`.",
  fields: {
    examined_on: date().required().listed(),
    kind: text().required().listed(),
    fitness: oneOf("fit", "restricted", "unfit")
      .tones({ fit: "go", restricted: "hold", unfit: "fault" })
      .required()
      .listed(),
    examiner: text(),
    notes: longText(),
  },
  page: { columns: ["kind", "examined_on", "fitness", "examiner"], order: "examined_on:desc" },
});
