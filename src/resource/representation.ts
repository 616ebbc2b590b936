/** A record as a client reads it: the chosen properties and the links. */
import { oncePer } from "../once.ts";
import { fill, type Property, type View } from "./resource.ts";
import type { Json, Values } from "./values.ts";

/**
 * Completes what a store read: properties that are worked out, and `_links`, whose templates leave out what is null.
 * The record is changed in place; values that only serve links stay in it and are left out by the serializer.
 */
export function represent(
  view: View,
  shown: Values,
  chosen: readonly Property[],
  links: Readonly<Record<string, string>>,
): Values {
  for (const { name, from } of chosen) {
    if (from) shown[name] = [...(view.resource.fields.get(from)!.transitions![shown[from] as string] ?? [])];
  }
  const filled: Record<string, Json> = {};
  for (const name of Object.keys(links)) {
    const path = fill(links[name]!, shown);
    if (path !== undefined) filled[name] = path;
  }
  shown._links = filled;
  return shown;
}

/** Every property that a view shows. */
export const shownProperties = oncePer((view: View): readonly Property[] =>
  [...view.properties.values()].filter((property) => property.shown),
);

/** The properties of an item in a list. */
export const summaryProperties = oncePer((view: View): readonly Property[] =>
  shownProperties(view).filter((property) => property.listed),
);

/** A stored record, given by column, as the view represents it in full. */
export function representStored(view: View, stored: Values): Values {
  const shown: Values = {};
  for (const { name, column, from } of view.properties.values()) if (!from) shown[name] = stored[column] ?? null;
  const represented = represent(view, shown, shownProperties(view), view.links);
  return Object.fromEntries(
    [...shownProperties(view).map((property) => property.name), "_links"].map((name) => [name, represented[name]!]),
  );
}
