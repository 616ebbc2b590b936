/** `fields`: the properties that the caller selects. */
import type { Fault } from "../problem.ts";
import { allowedNames } from "../resource/messages.ts";
import type { Property, View } from "../resource/resource.ts";
import { splitNames } from "./parameters.ts";

/** The selected properties, always with `id`; all for `*`; undefined if the caller did not send `fields`. */
export function readFields(view: View, fields: string | undefined, faults: Fault[]): Property[] | undefined {
  if (fields === undefined) return undefined;
  const shown = [...view.properties.values()].filter((property) => property.shown);
  if (fields === "*") return shown;
  const names = new Set(["id", ...splitNames("fields", fields, faults)]);
  // Every representation has links, so naming them is allowed.
  names.delete("_links");
  const known = shown.map((property) => property.name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const message = `Unknown field ${JSON.stringify(name)}.`;
    const hint = () => allowedNames(name, known);
    faults.push({ in: "shape", parameter: "fields", code: "unknown_field", message, hint });
  }
  return shown.filter((property) => names.has(property.name));
}
