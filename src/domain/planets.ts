import { collection, single } from "../declare/declare.ts";
import { boolean, count, date, decimal, list, longText, object, oneOf, text } from "../declare/fields.ts";

export const planets = collection("planets", {
  one: "planet",
  about: "Planets and dwarf planets: worlds that a mission may fly to, orbit or land on.",
  fields: {
    name: text().required().listed(),
    planet_type: oneOf("terrestrial", "gas_giant", "ice_giant", "dwarf").required().listed(),
    mass_kg: decimal().above(0),
    mean_radius_km: decimal().above(0).about("Volumetric mean radius."),
    mean_density_kg_m3: decimal().above(0),
    gravity_m_s2: decimal().above(0).about("At the surface, or at one bar on a giant."),
    escape_velocity_km_s: decimal().above(0),
    semi_major_axis_km: decimal().above(0),
    orbital_eccentricity: decimal().atLeast(0).below(1),
    orbital_inclination_deg: decimal().atLeast(0).atMost(180).about("To the ecliptic."),
    orbital_period_days: decimal().above(0).about("Sidereal, in days of 86,400 s."),
    rotation_period_hours: decimal().about("Sidereal; negative when retrograde."),
    axial_tilt_deg: decimal().atLeast(0).atMost(180),
    has_rings: boolean().default(false),
    discovered_on: date(),
    discovered_by: text(),
    moon_count: count("moons").about("How many of its moons are held here."),
  },
  rules: {
    rotation_period_hours: { "A rotation period is not zero.": (planet) => planet.rotation_period_hours !== 0 },
  },
});

export const moons = collection("moons", {
  of: planets,
  one: "moon",
  flat: true,
  about: "Natural satellites. A planet that still has moons is not deleted.",
  fields: {
    name: text().required().listed(),
    designation: text().about("As the IAU numbers it, such as `Jupiter II`."),
    mean_radius_km: decimal().above(0).listed(),
    mass_kg: decimal().above(0),
    mean_density_kg_m3: decimal().above(0),
    semi_major_axis_km: decimal().above(0),
    orbital_eccentricity: decimal().atLeast(0).below(1),
    orbital_inclination_deg: decimal().atLeast(0).atMost(180),
    orbital_period_days: decimal().above(0),
    discovered_on: date(),
    discovered_by: text(),
  },
});

export const atmosphere = single("atmosphere", {
  of: planets,
  one: "atmosphere",
  about: "The gas around a planet, at its surface or at the one-bar level.",
  fields: {
    surface_pressure_pa: decimal().atLeast(0).about("Null for a giant, which has no surface."),
    reference_level: oneOf("surface", "one_bar").about("Where the temperature holds."),
    mean_temperature_k: decimal().atLeast(0),
    scale_height_km: decimal().above(0),
    max_wind_speed_m_s: decimal().atLeast(0),
    composition: list(object({ gas: text().required(), volume_fraction: decimal().atLeast(0).atMost(1).required() }))
      .uniqueBy("gas")
      .sumAtMost("volume_fraction", 1.005),
    notes: longText(),
  },
});

export const surface = single("surface", {
  of: planets,
  one: "surface",
  about: "What a planet's surface is made of, how warm and how rough it is.",
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
  },
  rules: {
    min_temperature_k: {
      "The minimum temperature is not above the mean.": (s) => ordered(s.min_temperature_k, s.mean_temperature_k),
    },
    max_temperature_k: {
      "The maximum temperature is not below the mean.": (s) => ordered(s.mean_temperature_k, s.max_temperature_k),
      "The maximum temperature is not below the minimum.": (s) => ordered(s.min_temperature_k, s.max_temperature_k),
    },
    max_elevation_m: {
      "The highest point is not below the lowest.": (s) => ordered(s.min_elevation_m, s.max_elevation_m),
    },
  },
});

/** Whether two numbers are in order, or one of them is not known. */
function ordered(low: number | null, high: number | null): boolean {
  return low === null || high === null || low <= high;
}
