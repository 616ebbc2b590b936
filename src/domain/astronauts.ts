import { collection } from "../declare/declare.ts";
import { date, decimal, integer, longText, oneOf, text } from "../declare/fields.ts";
import { wholeYears } from "../declare/values.ts";

export const astronauts = collection("astronauts", {
  one: "astronaut",
  about: "People who fly, flew or train to fly in space.",
  fields: {
    name: text().required().listed(),
    birth_date: date(),
    death_date: date(),
    age: integer()
      .atLeast(0)
      .atMost(150)
      .derivedWith("birth_date")
      .about("Whole years up to today, or to the death; declared where no birth date is known."),
    nationality: text().listed(),
    selected_on: date().about("Selection as an astronaut."),
    status: oneOf("active", "retired", "deceased", "management", "in_training").default("active"),
    current_mission: text()
      .upTo(64)
      .listed()
      .writtenThrough("crew")
      .about(
        "The active mission, otherwise the planned or on-hold one that launches first. Writing it moves the astronaut.",
      ),
    current_spacecraft: text().upTo(64).writtenThrough("crew").about("The vehicle of that assignment."),
    current_role: text().writtenThrough("crew").about("The role in that assignment."),
    total_missions: integer()
      .derived()
      .about("Missions in the history that are not cancelled, and those before the records."),
    missions_before_records: integer().atLeast(0).default(0).about("Flights that this registry does not hold."),
    total_space_hours: integer().atLeast(0).default(0),
  },
  rules: {
    birth_date: {
      "An astronaut was born in the past, at most 150 years ago.": (a, { today }) =>
        a.birth_date === null || (a.birth_date <= today && wholeYears(a.birth_date, a.death_date ?? today) <= 150),
    },
    death_date: {
      "An astronaut dies on or after the day of birth.": (a) =>
        a.birth_date === null || a.death_date === null || a.birth_date <= a.death_date,
    },
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
  about: "Courses that an astronaut took.",
  fields: {
    course: text().required().listed(),
    category: text(),
    completed_on: date().listed(),
    hours: decimal().atLeast(0),
    result: oneOf("passed", "failed", "in_progress").default("in_progress").listed(),
    expires_on: date(),
    notes: longText(),
  },
});

export const medical = collection("medical", {
  of: astronauts,
  one: "medical_record",
  private: "medical",
  about: "Examinations. Private: reading them needs a credential with the scope `medical:read`.",
  fields: {
    examined_on: date().required().listed(),
    kind: text().required().listed(),
    fitness: oneOf("fit", "restricted", "unfit").required().listed(),
    examiner: text(),
    notes: longText(),
  },
});
