/** Representations of records: the selected properties and the links, as values or as JSON text. */

import type { Json, Values } from "../declare/values.ts";
import { kindOf } from "../kinds/kinds.ts";
import { memoize } from "../runtime/memoize.ts";
import { AS_OF } from "./parameters.ts";
import type { Property, Relation, View } from "./resource.ts";
import { expandTemplate, templateVariables } from "./templates.ts";
import { templateProperties } from "./views/links.ts";

/** What a response shows of a view. */
export interface Projection {
  readonly view: View;
  readonly properties: readonly Property[];
  readonly links: Readonly<Record<string, string>>;
  /** The properties to read: also those that links or computed properties need. */
  readonly needed: readonly Property[];
  /** What links add to their query, if they lead to what has a history: `as_of=2026-01-31`. */
  readonly dated?: string;
}

/** Selects properties and links of a view. */
export function projectionOf(
  view: View,
  properties: readonly Property[],
  links: Readonly<Record<string, string>>,
): Projection {
  const stored = properties.filter(({ constant }) => constant === undefined);
  const names = new Set([
    ...stored.flatMap(({ name, computed }) => computed?.from ?? [name]),
    ...templateProperties(links),
  ]);
  return { view, properties, links, needed: [...names].map((name) => view.properties.get(name)!) };
}

/** A projection that also reads what relations find their records by. */
export function withRelations(projection: Projection, relations: readonly Relation[]): Projection {
  if (relations.length === 0) return projection;
  const names = relations.flatMap(({ property, link }) => [property, ...templateVariables(link)]);
  const needed = new Set([...projection.needed, ...names.map((name) => projection.view.properties.get(name)!)]);
  return { ...projection, needed: [...needed] };
}

/** The same projection of a record of the past. @param moment as clients write it, a date or a date-time */
export function datedProjection(projection: Projection, moment: string): Projection {
  // A date-time may contain a plus sign, and nothing else that a query has to escape.
  return { ...projection, dated: `${AS_OF}=${moment.replace("+", "%2B")}` };
}

/** The path of a link in a representation; undefined if it has none. */
export function linkPath({ links, dated, view }: Projection, name: string, values: Values): string | undefined {
  const template = links[name]!;
  const path = expandTemplate(template, values);
  if (dated === undefined || path === undefined || !view.datedLinks.has(name)) return path;
  return path + datedSuffix(template, dated);
}

function datedSuffix(template: string, dated: string): string {
  return `${template.includes("?") ? "&" : "?"}${dated}`;
}

/** Every property that a view shows. */
export const shownProperties = memoize((view: View): readonly Property[] =>
  [...view.properties.values()].filter((property) => property.shown),
);

/** The projection of a record by itself. */
export const fullProjection = memoize((view: View) => projectionOf(view, shownProperties(view), view.links));

/** The projection of a record in a list. */
export const summaryProjection = memoize((view: View) => {
  const listed = shownProperties(view).filter((property) => property.listed);
  return projectionOf(view, listed, view.summaryLinks);
});

/**
 * Builds a representation.
 * @param values the values of the needed properties
 */
export function represent(projection: Projection, values: Values): Values {
  const shown: Values = {};
  for (const property of projection.properties) shown[property.name] = shownValue(property, values);
  const links: Record<string, Json> = {};
  for (const name in projection.links) {
    const path = linkPath(projection, name, values);
    if (path !== undefined) links[name] = path;
  }
  shown._links = links;
  return shown;
}

/** The value of a property in a representation. */
export function shownValue({ name, computed, constant }: Property, values: Values): Json {
  return computed ? computed.value(values) : (constant ?? values[name]!);
}

/** The values that a projection needs of a stored record. */
export function readStored(projection: Projection, stored: Values): Values {
  return Object.fromEntries(projection.needed.map(({ name, column }) => [name, stored[column] ?? null]));
}

/** The representation of a stored record by itself. */
export function representStored(view: View, stored: Values): Values {
  const projection = fullProjection(view);
  return represent(projection, readStored(projection, stored));
}

/**
 * The JSON text of what `represent` returns. The text is written directly, because links are mostly constant: as values, they
 * would be allocated and copied for every response.
 */
export function jsonText(projection: Projection, values: Values): string {
  const { members, links } = constantTexts(projection);
  let text = "{";
  for (const { before, property, plain } of members) {
    const value = shownValue(property, values);
    if (value === null) text += `${before}null,`;
    else text += plain ? `${before}"${value}",` : `${before}${JSON.stringify(value)},`;
  }
  let linksText = "";
  for (const { before, template, plain } of links) {
    const path = expandTemplate(template, values);
    if (path === undefined) continue;
    if (linksText !== "") linksText += ",";
    linksText += plain ? path : before + JSON.stringify(path);
  }
  return `${text}"_links":{${linksText}}}`;
}

/** The constant parts of a projection's JSON text. A plain value never needs escaping, so that a plain link is a template of JSON. */
const constantTexts = memoize(({ view, properties, links, dated }: Projection) => ({
  members: properties.map((property) => ({
    property,
    before: `${JSON.stringify(property.name)}:`,
    plain: kindOf(property.spec.kind).isPlain === true,
  })),
  links: Object.entries(links).map(([name, template]) => {
    const kinds = templateVariables(template).map((name) => view.properties.get(name)!.spec.kind);
    const plain = isPlain(template) && kinds.every((kind) => kindOf(kind).isPlain);
    const path = dated !== undefined && view.datedLinks.has(name) ? template + datedSuffix(template, dated) : template;
    const before = `${JSON.stringify(name)}:`;
    return { before, plain, template: plain ? `${before}"${path}"` : path };
  }),
}));

function isPlain(text: string): boolean {
  return JSON.stringify(text) === `"${text}"`;
}
