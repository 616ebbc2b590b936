/** A record as a client reads it: the chosen properties and the links. */

import type { Json, Values } from "../declare/values.ts";
import { memoize } from "../runtime/memoize.ts";
import { fill, type Property, type View } from "./resource.ts";
import { templateProperties } from "./views.ts";

/** What an answer shows of a view. */
export interface Projection {
  readonly view: View;
  readonly properties: readonly Property[];
  readonly links: Readonly<Record<string, string>>;
  /** The properties that have to be read for it: those of the links too, and those that others are worked out from. */
  readonly needed: readonly Property[];
}

/** A choice of properties with links. */
export function projectionOf(
  view: View,
  properties: readonly Property[],
  links: Readonly<Record<string, string>>,
): Projection {
  const kept = properties.filter(({ constant }) => constant === undefined);
  const names = new Set([...kept.map(({ name, from }) => from ?? name), ...templateProperties(links)]);
  return { view, properties, links, needed: [...names].map((name) => view.properties.get(name)!) };
}

/** Every property that a view shows. */
export const shownProperties = memoize((view: View): readonly Property[] =>
  [...view.properties.values()].filter((property) => property.shown),
);

/** A record by itself. */
export const fullProjection = memoize((view: View) => projectionOf(view, shownProperties(view), view.links));

/** A record in a list. */
export const summaryProjection = memoize((view: View) => {
  const listed = shownProperties(view).filter((property) => property.listed);
  return projectionOf(view, listed, view.summaryLinks);
});

/** The representation of a record whose needed properties were read; links leave out what is null. */
export function represent(shape: Projection, read: Values): Values {
  const shown: Values = {};
  for (const property of shape.properties) shown[property.name] = shownValue(shape, property, read);
  const filled: Record<string, Json> = {};
  for (const name in shape.links) {
    const path = fill(shape.links[name]!, read);
    if (path !== undefined) filled[name] = path;
  }
  shown._links = filled;
  return shown;
}

/** What a representation shows of a property. */
export function shownValue({ view }: Projection, { name, from, constant }: Property, read: Values): Json {
  if (from) return [...(view.resource.fields.get(from)!.transitions![read[from] as string] ?? [])];
  return constant ?? read[name]!;
}

/** A stored record, given by column, as what a shape needs. */
export function readStored(shape: Projection, stored: Values): Values {
  return Object.fromEntries(shape.needed.map(({ name, column }) => [name, stored[column] ?? null]));
}

/** A stored record, given by column, as the view shows it by itself. */
export function representStored(view: View, stored: Values): Values {
  const shape = fullProjection(view);
  return represent(shape, readStored(shape, stored));
}
