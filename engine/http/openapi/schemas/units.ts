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

/** The unit in the name of a number; undefined if it has none. */
export function unitOf(name: string): string | undefined {
  return partsOf(name).unit;
}

/** The name of a number, without its unit if it has one. The longest ending decides. */
export function partsOf(name: string): { readonly quantity: string; readonly unit: string | undefined } {
  const words = name.split("_");
  const ends = words.slice(1).map((_, at) => ({
    quantity: words.slice(0, at + 1).join("_"),
    unit: UNITS[words.slice(at + 1).join("_")],
  }));
  return ends.find(({ unit }) => unit !== undefined) ?? { quantity: name, unit: undefined };
}
