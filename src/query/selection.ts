/** `fields`: which properties of a representation a caller wants. */
import type { Fault } from "../problem.ts";
import type { Property, View } from "../resource/resource.ts";
import { suggestion } from "../resource/suggestion.ts";

/** The chosen properties, always with `id`; all of them for `*`; undefined when nothing was chosen. */
export function readFields(view: View, given: string | undefined, faults: Fault[]): Property[] | undefined {
  if (given === undefined) return undefined;
  const shown = [...view.properties.values()].filter((property) => property.shown);
  if (given === "*") return shown;
  const names = new Set(["id", ...given.split(",")]);
  // Links come with every representation; naming them is no fault.
  names.delete("_links");
  for (const name of names) {
    if (shown.some((property) => property.name === name)) continue;
    const known = shown.map((property) => property.name);
    faults.push({
      in: "shape",
      parameter: "fields",
      code: "unknown_field",
      message: `There is no field ${JSON.stringify(name)} here.${suggestion(name, known)} Known are ${known.join(", ")}.`,
    });
  }
  return shown.filter((property) => names.has(property.name));
}
