/** A record as a client reads it: the chosen properties and the links. */

import type { Json, Values } from "../declare/values.ts";
import { oncePer } from "../runtime/memoize.ts";
import { fill, type Property, type View } from "./resource.ts";
import { templateProperties } from "./views.ts";

/** What an answer shows of a view. */
export interface Shape {
  readonly view: View;
  readonly properties: readonly Property[];
  readonly links: Readonly<Record<string, string>>;
  /** The properties that have to be read for it: those of the links too, and those that others are worked out from. */
  readonly needed: readonly Property[];
}

/** A choice of properties with links. */
export function shapeOf(view: View, properties: readonly Property[], links: Readonly<Record<string, string>>): Shape {
  const kept = properties.filter(({ constant }) => constant === undefined);
  const names = new Set([...kept.map(({ name, from }) => from ?? name), ...templateProperties(links)]);
  return { view, properties, links, needed: [...names].map((name) => view.properties.get(name)!) };
}

/** Every property that a view shows. */
export const shownProperties = oncePer((view: View): readonly Property[] =>
  [...view.properties.values()].filter((property) => property.shown),
);

/** A record by itself. */
export const wholeShape = oncePer((view: View) => shapeOf(view, shownProperties(view), view.links));

/** A record in a list. */
export const summaryShape = oncePer((view: View) => {
  const listed = shownProperties(view).filter((property) => property.listed);
  return shapeOf(view, listed, view.summaryLinks);
});

/** The representation of a record whose needed properties were read; links leave out what is null. */
export function represent(shape: Shape, read: Values): Values {
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
export function shownValue({ view }: Shape, { name, from, constant }: Property, read: Values): Json {
  if (from) return [...(view.resource.fields.get(from)!.transitions![read[from] as string] ?? [])];
  return constant ?? read[name]!;
}

/** A stored record, given by column, as what a shape needs. */
export function readStored(shape: Shape, stored: Values): Values {
  return Object.fromEntries(shape.needed.map(({ name, column }) => [name, stored[column] ?? null]));
}

/** A stored record, given by column, as the view shows it by itself. */
export function representStored(view: View, stored: Values): Values {
  const shape = wholeShape(view);
  return represent(shape, readStored(shape, stored));
}
