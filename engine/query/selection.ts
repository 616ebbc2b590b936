/** What the caller selects: the `format` of a list, and the `fields` and relations (`include`) of its records. */
import type { Fault } from "../problem.ts";
import { allowedNames, didYouMean } from "../resource/messages.ts";
import type { Property, Relation, View } from "../resource/resource.ts";
import { parseParameters, splitNames } from "./parameters.ts";

/** The values of `format`: pages of JSON, or an export of the whole list. */
export const FORMATS = ["json", "csv", "ndjson"] as const;

/** A representation of a list. */
export type Format = (typeof FORMATS)[number];

/** The name of the parameter, unless it is escaped. */
const MAY_HAVE_FORMAT = /format|%/;

/** Finds `format` in a query string; undefined if it is absent. The value may be invalid, which `checkFormat` finds. */
export function findFormat(query: string): string | undefined {
  if (!MAY_HAVE_FORMAT.test(query)) return undefined;
  return parseParameters(query).parameters.find(([name]) => name === "format")?.[1];
}

/** Adds a fault if `format` is not one of some formats. */
export function checkFormat(
  parameters: ReadonlyMap<string, string>,
  faults: Fault[],
  formats: readonly Format[] = FORMATS,
): void {
  const format = parameters.get("format");
  if (format === undefined || formats.includes(format as Format)) return;
  const message = `Unknown format ${JSON.stringify(format)}.`;
  const hint = () => allowedNames(format, formats);
  faults.push({ in: "shape", parameter: "format", code: "invalid_value", message, hint });
}

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

/** The relations with these names, without duplicates; none if the caller did not send `include`. */
export function readInclude({ relations }: View, include: string | undefined, faults: Fault[]): Relation[] {
  if (include === undefined) return [];
  const known = [...relations.keys()];
  return [...new Set(splitNames("include", include, faults))].flatMap((name) => {
    const relation = relations.get(name);
    if (relation) return [relation];
    const allowed = known.length > 0 ? `Allowed: ${known.join(", ")}.` : "These records have none.";
    const message = `Unknown relation ${JSON.stringify(name)}.`;
    const hint = () => `${didYouMean(name, known)} ${allowed}`;
    faults.push({ in: "shape", parameter: "include", code: "unknown_relation", message, hint });
    return [];
  });
}
