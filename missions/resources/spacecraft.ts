/** Spacecraft, with their navigation systems. */
import { collection, single } from "../../engine/declare/declare.ts";
import {
  boolean,
  date,
  decimal,
  integer,
  list,
  longText,
  oneOf,
  reference,
  text,
} from "../../engine/declare/fields.ts";
import { citations, identifiers } from "./sources.ts";

export const spacecraft = collection("spacecraft", {
  one: "spacecraft",
  about: "Spacecraft, each a single vehicle or a series of one design.",
  fields: {
    name: text().required().listed(),
    spacecraft_type: oneOf("capsule", "spaceplane", "lander", "orbiter", "rover", "probe", "station_module", "cargo")
      .required()
      .listed(),
    status: oneOf("in_development", "active", "retired", "lost", "destroyed")
      .tones({ in_development: "plan", active: "go", retired: "done", lost: "fault", destroyed: "fault" })
      .default("active")
      .listed(),
    manufacturer: text(),
    operator: text(),
    first_flight_date: date(),
    crew_capacity: integer().atLeast(0),
    dry_mass_kg: decimal().above(0),
    launch_mass_kg: decimal().above(0),
    payload_capacity_kg: decimal().above(0),
    power_w: decimal().atLeast(0),
    station: reference("space-stations").listedAs("modules").about("The space station that a module belongs to."),
    cospar_id: text().about("The international designator (COSPAR ID), such as `1969-059A`."),
    reusable: boolean().default(false),
    identifiers: identifiers(),
    citations: citations(),
  },
  page: {
    lead: [
      { field: "spacecraft_type", label: "Type" },
      { field: "first_flight_date", label: "First flight" },
      "manufacturer",
      "operator",
      { field: "launch_mass_kg", label: "Launch mass" },
      { field: "crew_capacity", label: "Crew", note: "places" },
    ],
    columns: [
      ...["name", "spacecraft_type", "status", "first_flight_date", "manufacturer", "operator", "launch_mass_kg"],
      "crew_capacity",
    ],
    order: "first_flight_date:desc",
    example: "apollo-lm-5-eagle",
  },
  rules: {
    launch_mass_kg: {
      "The launch mass must be at least the dry mass.": (s) =>
        s.dry_mass_kg === null || s.launch_mass_kg === null || s.dry_mass_kg <= s.launch_mass_kg,
    },
  },
});

export const navigationSystem = single("navigation-system", {
  of: spacecraft,
  one: "navigation_system",
  about: "The guidance and navigation system of a spacecraft.",
  fields: {
    name: text().required(),
    guidance_type: oneOf("inertial", "celestial", "gnss", "radio", "optical", "hybrid"),
    computer: text(),
    position_accuracy_m: decimal().above(0),
    sensors: list(text()),
    status: oneOf("nominal", "degraded", "failed")
      .tones({ nominal: "go", degraded: "hold", failed: "fault" })
      .default("nominal"),
    notes: longText(),
    citations: citations(),
  },
});
