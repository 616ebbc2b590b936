/** Planets, with their moons, atmospheres and surfaces. */
import { collection, single } from "../../engine/declare/declare.ts";
import {
  boolean,
  count,
  date,
  decimal,
  integer,
  list,
  longText,
  object,
  oneOf,
  text,
} from "../../engine/declare/fields.ts";
import { scale } from "../../engine/declare/pages/pictures.ts";
import { citations, identifiers } from "./sources.ts";

export const planets = collection("planets", {
  one: "planet",
  about: "Planets and dwarf planets: worlds that a mission may fly to, orbit or land on.",
  fields: {
    name: text().required().listed(),
    planet_type: oneOf("terrestrial", "gas_giant", "ice_giant", "dwarf")
      .hues({ terrestrial: 9, gas_giant: 3, ice_giant: 6, dwarf: 10 })
      .required()
      .listed(),
    mass_kg: decimal().above(0),
    mean_radius_km: decimal().above(0).about("Volumetric mean radius."),
    mean_density_kg_m3: decimal().above(0),
    gravity_m_s2: decimal().above(0).about("At the surface, or at the 1-bar level of a giant planet."),
    escape_velocity_km_s: decimal().above(0),
    semi_major_axis_km: decimal().above(0),
    orbital_eccentricity: decimal().atLeast(0).below(1),
    orbital_inclination_deg: decimal().atLeast(0).atMost(180).about("Relative to the ecliptic."),
    orbital_period_days: decimal().above(0).about("Sidereal, in days of 86,400 s."),
    rotation_period_hours: decimal().about("Sidereal; negative when retrograde."),
    axial_tilt_deg: decimal().atLeast(0).atMost(180),
    has_rings: boolean().default(false),
    rings_inner_radius_km: decimal().above(0).about("From the center to the inner edge of the innermost ring."),
    rings_outer_radius_km: decimal()
      .above(0)
      .about("From the center to the outer edge of the main rings, without faint ones beyond them."),
    discovered_on: date(),
    discovered_by: text(),
    known_moons: integer().atLeast(0).about("The number of its moons known to science."),
    moon_count: count("moons").about("The number of its moons in this registry."),
    identifiers: identifiers(),
    citations: citations(),
  },
  page: {
    lead: [
      { field: "planet_type", label: "Type" },
      { field: "mean_radius_km", compare: "earth" },
      { field: "mass_kg", label: "Mass", compare: "earth" },
      { field: "rotation_period_hours", label: "Day", note: "one rotation" },
      { field: "orbital_period_days", label: "Year" },
      { field: "gravity_m_s2", label: "Gravity", compare: "earth" },
      { field: "moon_count", label: "Moons", of: "known_moons" },
    ],
    columns: [
      ...["name", "planet_type", "mean_radius_km", "moon_count", "semi_major_axis_km", "orbital_period_days"],
      ...["gravity_m_s2", "has_rings"],
    ],
    order: "semi_major_axis_km",
    example: "saturn",
    questions: [{ title: "How do the moons of Jupiter move?", at: "/-/scale#body=jupiter&show=paths" }],
  },
  pictures: [
    scale({
      title: "Planets to scale",
      ...{ radius: "mean_radius_km", distance: "semi_major_axis_km", colour: "planet_type" },
      ...{ rings: "has_rings", inner: "rings_inner_radius_km", outer: "rings_outer_radius_km" },
      ...{ tilt: "axial_tilt_deg", inclination: "orbital_inclination_deg" },
      ...{ eccentricity: "orbital_eccentricity", period: "orbital_period_days", compare: "earth" },
    }),
  ],
  rules: {
    rotation_period_hours: { "The rotation period must not be zero.": (planet) => planet.rotation_period_hours !== 0 },
    rings_outer_radius_km: {
      "The outer radius of the rings must not be below the inner radius.": (planet) =>
        ordered(planet.rings_inner_radius_km, planet.rings_outer_radius_km),
    },
  },
});

export const moons = collection("moons", {
  of: planets,
  one: "moon",
  flat: true,
  about: "Natural satellites of planets. A planet cannot be deleted while it has moons.",
  fields: {
    name: text().required().listed(),
    designation: text().about("The IAU designation, such as `Jupiter II`."),
    mean_radius_km: decimal().above(0).listed(),
    mass_kg: decimal().above(0),
    mean_density_kg_m3: decimal().above(0),
    semi_major_axis_km: decimal().above(0),
    orbital_eccentricity: decimal().atLeast(0).below(1),
    orbital_inclination_deg: decimal().atLeast(0).atMost(180),
    orbital_period_days: decimal().above(0),
    discovered_on: date(),
    discovered_by: text(),
    identifiers: identifiers(),
    citations: citations(),
  },
  page: {
    lead: [
      { field: "planet_id", label: "Moon of" },
      { field: "mean_radius_km", compare: "moon" },
      { field: "semi_major_axis_km", label: "Distance" },
      { field: "orbital_period_days", label: "Period" },
      { field: "orbital_inclination_deg", label: "Inclination" },
      { field: "discovered_on", label: "Discovered" },
    ],
    columns: [
      ...["name", "mean_radius_km", "planet_id", "semi_major_axis_km", "orbital_period_days", "orbital_eccentricity"],
      ...["orbital_inclination_deg", "discovered_on"],
    ],
    order: "mean_radius_km:desc",
    example: "titan",
    questions: [{ title: "Which moons are larger than Mercury?", at: "?mean_radius_km_min=2440" }],
  },
  pictures: [
    scale({
      title: "Moons to scale",
      ...{ radius: "mean_radius_km", distance: "semi_major_axis_km", around: "planet_id" },
      ...{
        inclination: "orbital_inclination_deg",
        eccentricity: "orbital_eccentricity",
        period: "orbital_period_days",
        compare: "moon",
      },
    }),
  ],
});

export const atmosphere = single("atmosphere", {
  of: planets,
  one: "atmosphere",
  about: "The atmosphere of a planet, at the surface or at the 1-bar level.",
  fields: {
    surface_pressure_pa: decimal().atLeast(0).about("Null for a giant planet, which has no surface."),
    reference_level: oneOf("surface", "one_bar").about("The level of the mean temperature."),
    mean_temperature_k: decimal().atLeast(0),
    scale_height_km: decimal().above(0),
    max_wind_speed_m_s: decimal().atLeast(0),
    composition: list(object({ gas: text().required(), volume_fraction: decimal().atLeast(0).atMost(1).required() }))
      .uniqueBy("gas")
      .sumAtMost("volume_fraction", 1.005),
    notes: longText(),
    citations: citations(),
  },
});

export const surface = single("surface", {
  of: planets,
  one: "surface",
  about: "The material, temperature and relief of a planet's surface.",
  fields: {
    surface_type: oneOf("rock", "ice", "regolith", "liquid", "none"),
    mean_temperature_k: decimal().atLeast(0),
    min_temperature_k: decimal().atLeast(0),
    max_temperature_k: decimal().atLeast(0),
    max_elevation_m: decimal().about("Above the planet's reference level."),
    min_elevation_m: decimal(),
    bond_albedo: decimal().atLeast(0).atMost(1),
    liquid_coverage_fraction: decimal().atLeast(0).atMost(1),
    features: list(text()),
    notes: longText(),
    citations: citations(),
  },
  rules: {
    min_temperature_k: {
      "The minimum temperature must not be above the mean.": (s) => ordered(s.min_temperature_k, s.mean_temperature_k),
    },
    max_temperature_k: {
      "The maximum temperature must not be below the mean.": (s) => ordered(s.mean_temperature_k, s.max_temperature_k),
      "The maximum temperature must not be below the minimum.": (s) =>
        ordered(s.min_temperature_k, s.max_temperature_k),
    },
    max_elevation_m: {
      "The highest point must not be below the lowest.": (s) => ordered(s.min_elevation_m, s.max_elevation_m),
    },
  },
});

/** Whether `low` is at most `high`, or one of them is unknown. */
function ordered(low: number | null, high: number | null): boolean {
  return low === null || high === null || low <= high;
}
