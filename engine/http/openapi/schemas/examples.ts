/** Valid examples of records and bodies, derived from the declarations; always the same. */
import type { Schema } from "../../../declare/schema.ts";
import type { Json, Values } from "../../../declare/values.ts";
import { pathColumn } from "../../../resource/column.ts";
import {
  fullProjection,
  projectionOf,
  represent,
  shownProperties,
  summaryProjection,
} from "../../../resource/representation.ts";
import type { Property, Resource, View } from "../../../resource/resource.ts";
import { expandTemplate } from "../../../resource/templates.ts";
import { heading } from "../naming.ts";
import { isNeverNull, toStandardSchema } from "./properties.ts";

const DAY = 86_400_000;
const FIRST_DAY = Date.parse("2001-01-01T00:00:00Z");
const NOW = "2026-01-15T12:00:00.000Z";

/** An id that a client might choose. A membership's entry has that of its member. */
function idOf({ one, member }: Resource): string {
  return `${(member?.one ?? one).replaceAll("_", "-")}-1`;
}

/** A value that a schema allows. Dates increase in the order of the fields, as start and end dates do. */
function exampleValue(schema: Schema, name: string, at: number): Json {
  const { enum: allowed, oneOf, type, format, items, properties, maxLength = 200 } = schema;
  if (allowed) return (allowed as Json[])[0]!;
  if (oneOf) return exampleValue((oneOf as Schema[])[0]!, name, at);
  const day = new Date(FIRST_DAY + at * DAY).toISOString();
  switch ([type].flat()[0]) {
    case "string":
      if (format === "date") return day.slice(0, 10);
      if (format === "duration") return `P${at}DT2H`;
      if (format === "uri") return "https://example.com/";
      return format === "date-time" ? day : heading(name).slice(0, maxLength as number);
    case "integer":
      return Math.ceil(numberIn(schema));
    case "number":
      return numberIn(schema);
    case "boolean":
      return true;
    case "array":
      return [exampleValue(items as Schema, name, at)];
    default: {
      const parts = Object.entries((properties ?? { note: { type: "string" } }) as Record<string, Schema>);
      return Object.fromEntries(parts.map(([part, partSchema]) => [part, exampleValue(partSchema, part, at)]));
    }
  }
}

/** The middle of a range, or a value next to its only bound. */
function numberIn(schema: Schema): number {
  const [low, high] = [schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum].map(
    // The bound of all safe integers says nothing about the field.
    (bound) => (Math.abs(bound as number) < Number.MAX_SAFE_INTEGER ? (bound as number) : undefined),
  );
  if (low !== undefined && high !== undefined) return (low + high) / 2;
  if (low !== undefined) return low + 1;
  return high === undefined ? 1 : high - 1;
}

/** Looks up a resource by name. */
export type Lookup = (name: string) => Resource;

/** The values of an example record, by property. */
function valuesOf(view: View, lookup: Lookup): Values {
  const { resource } = view;
  const values: Values = { created_at: NOW, updated_at: NOW };
  let at = 0;
  for (const property of view.properties.values()) {
    if (property.within) continue;
    at += 1;
    values[property.name] ??= propertyValue(view, property, at, lookup);
  }
  for (const [name, { reference }] of resource.fields) {
    if (reference) values[pathColumn(name)] = values[name] === null ? null : pathTo(lookup(reference.to[0]!));
  }
  return values;
}

function propertyValue(view: View, property: Property, at: number, lookup: Lookup): Json {
  const { resource, role } = view;
  const { name, spec } = property;
  if (name === "id") {
    const { parent, kind } = resource;
    return idOf(role === "reverse" || kind === "single" ? parent! : resource);
  }
  if (spec.kind === "id") return idOf(resource.parent!);
  // There is only one example record per resource, and it cannot refer to itself.
  if (spec.reference?.acyclic && !isNeverNull(property, resource)) return null;
  if (spec.reference) return idOf(lookup(spec.reference.to[0]!));
  const isSetByService =
    spec.presence === "derived" || spec.writtenThrough !== undefined || spec.derivedWith !== undefined;
  const isCopy = resource.copies.some((copy) => copy.shown && copy.field === name);
  if (spec.example !== undefined) return spec.example;
  if (isSetByService && !isCopy && !isNeverNull(property, resource)) return null;
  return spec.presence === "defaulted" ? spec.fallback : exampleValue(toStandardSchema(spec.schema), name, at);
}

/** The canonical path of a resource's example. */
function pathTo(resource: Resource): string {
  const { parent, parentKey, key } = resource;
  return expandTemplate(resource.path, {
    ...(parent ? { [parentKey!]: idOf(parent) } : {}),
    ...(resource.kind === "single" ? {} : { [key]: idOf(resource) }),
  })!;
}

/** A complete record. */
export function recordExample(view: View, lookup: Lookup): Json {
  return represent(fullProjection(view), valuesOf(view, lookup));
}

/** A record in a list. */
export function summaryExample(view: View, lookup: Lookup): Json {
  return represent(summaryProjection(view), valuesOf(view, lookup));
}

/** A record with its first two properties. */
export function selectionExample(view: View, lookup: Lookup): Json {
  return represent(projectionOf(view, shownProperties(view).slice(0, 2), view.links), valuesOf(view, lookup));
}

/** A body that creates a record, without the fields that the service sets. */
export function draftExample(resource: Resource, lookup: Lookup): Values {
  const values = valuesOf(resource.views[0]!, lookup);
  const written = [...resource.fields].filter(
    ([, { presence, writtenThrough, derivedWith, overflowCode }]) =>
      presence !== "derived" && !writtenThrough && derivedWith === undefined && overflowCode === undefined,
  );
  const draft = Object.fromEntries(written.map(([name]) => [name, values[name]!]));
  return resource.member ? { [resource.key]: idOf(resource), ...draft } : draft;
}

/** A patch of one field. */
export function patchExample(resource: Resource, lookup: Lookup): Values {
  const { [resource.member ? resource.key : ""]: _, ...draft } = draftExample(resource, lookup);
  return Object.fromEntries(Object.entries(draft).slice(0, 1));
}

/** The response to an array of records. */
export function createdExample(resource: Resource): Json {
  return { created_count: 1, [resource.plural]: [{ id: idOf(resource), _links: { self: pathTo(resource) } }] };
}
