/** A record as a client reads it: the chosen properties and the links. */

import type { Kind } from "../declare/field-spec.ts";
import type { Json, Values } from "../declare/values.ts";
import { memoize } from "../runtime/memoize.ts";
import type { Property, View } from "./resource.ts";
import { expandTemplate, templateVariables } from "./templates.ts";
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
  const names = new Set([...kept.map(({ name, computedFrom }) => computedFrom ?? name), ...templateProperties(links)]);
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
    const path = expandTemplate(shape.links[name]!, read);
    if (path !== undefined) filled[name] = path;
  }
  shown._links = filled;
  return shown;
}

/** What a representation shows of a property. */
export function shownValue({ view }: Projection, { name, computedFrom, constant }: Property, read: Values): Json {
  if (computedFrom)
    return [...(view.resource.fields.get(computedFrom)!.transitions![read[computedFrom] as string] ?? [])];
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

/** The JSON text of what `represent` makes of the same. */
export function jsonText(shape: Projection, read: Values): string {
  const { members, links } = textsOf(shape);
  let text = "{";
  for (const { before, property, plain } of members) {
    const value = shownValue(shape, property, read);
    if (value === null) text += `${before}null,`;
    else text += plain ? `${before}"${value}",` : `${before}${JSON.stringify(value)},`;
  }
  let filled = "";
  for (const { before, template, plain } of links) {
    const path = expandTemplate(template, read);
    if (path === undefined) continue;
    filled += `${filled === "" ? "" : ","}${before}${plain ? `"${path}"` : JSON.stringify(path)}`;
  }
  return `${text}"_links":{${filled}}}`;
}

/** What does not change of a shape's JSON text; plain is what never has to be escaped. */
const textsOf = memoize(({ view, properties, links }: Projection) => ({
  members: properties.map((property) => ({
    property,
    before: `${JSON.stringify(property.name)}:`,
    plain: PLAIN.includes(property.spec.kind),
  })),
  links: Object.entries(links).map(([name, template]) => {
    const filling = templateVariables(template).map((slot) => view.properties.get(slot)!.spec.kind);
    const plain = isPlain(template) && filling.every((kind) => PLAIN.includes(kind));
    return { template, before: `${JSON.stringify(name)}:`, plain };
  }),
}));

/** The kinds whose values are texts without anything that JSON escapes. */
const PLAIN: readonly Kind[] = ["id", "reference", "date", "instant"];

function isPlain(text: string): boolean {
  return JSON.stringify(text) === `"${text}"`;
}
