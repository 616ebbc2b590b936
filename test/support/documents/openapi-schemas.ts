/** Schemas of an OpenAPI document as one object each: references resolved, and the parts of `allOf` merged. */
import { type Part, resolveRef } from "./openapi-conformance.ts";

/**
 * A schema with the parts of its `allOf`. Its own keywords precede theirs; a property that several describe must fit all, so
 * it has an `allOf` in turn.
 */
export function mergedSchema(document: Part, schema: Part): Part {
  const { part } = resolveRef(document, schema);
  if (!part.allOf) return part;
  const { allOf, ...own } = part;
  const parts: Part[] = [...allOf.map((each: Part) => mergedSchema(document, each)), own];
  const properties = new Map<string, Part[]>();
  for (const [name, property] of parts.flatMap((each) => Object.entries<Part>(each.properties ?? {})))
    properties.set(name, [...(properties.get(name) ?? []), property]);
  const merged = [...properties].map(([name, all]) => [name, all.length === 1 ? all[0] : { allOf: all }]);
  return {
    ...Object.assign({}, ...parts),
    properties: Object.fromEntries(merged),
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
  };
}

/** A schema of `components`, merged. */
export function namedSchema(document: Part, name: string): Part {
  return mergedSchema(document, document.components.schemas[name]);
}
