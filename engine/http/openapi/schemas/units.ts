/** The units of numbers, which are part of their names: `mass_kg`, `speed_km_s`. */

/** Endings of names → units as UCUM writes them. */
const UNITS: Readonly<Record<string, string>> = {
  kg_m3: "kg/m3",
  km_s: "km/s",
  m_s2: "m/s2",
  m_s: "m/s",
  kg: "kg",
  km: "km",
  m: "m",
  k: "K",
  pa: "Pa",
  w: "W",
  deg: "deg",
  ms: "ms",
  s: "s",
  seconds: "s",
  hours: "h",
  days: "d",
  years: "a",
  bytes: "By",
};

/** The unit in the name of a number; undefined if it has none. The longest ending decides. */
export function unitOf(name: string): string | undefined {
  const words = name.split("_");
  const endings = words.slice(1).map((_, at) => words.slice(at + 1).join("_"));
  return endings.map((ending) => UNITS[ending]).find((unit) => unit !== undefined);
}
