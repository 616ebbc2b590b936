/**
 * Extension keywords of properties, filters and paths, read off the declarations: what a generated page needs and OpenAPI
 * cannot express.
 */
import type { FieldSpec } from "../../../declare/field-spec.ts";
import { leadOf, type Page } from "../../../declare/pages/page.ts";
import type { Picture } from "../../../declare/pages/pictures.ts";
import type { Schema } from "../../../declare/schema.ts";
import type { Operator } from "../../../kinds/operators.ts";
import { filterParameters } from "../../../query/filters.ts";
import type { Property, Resource, View } from "../../../resource/resource.ts";
import type { JsonObject } from "../components.ts";
import type { Lookup } from "./examples.ts";
import { unitOf } from "./units.ts";

/** The path of the list in which the records of a resource can be found: of all parents, if there is one. */
function listPath({ views }: Resource): string {
  return (views.find(({ role }) => role === "flat") ?? views[0]!).path;
}

/** An object without the members that are undefined or false. */
function compact(members: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== false));
}

/** The keywords of a property of a complete record. */
export function propertyExtensions({ name, spec }: Property, resource: Resource, lookup: Lookup): Schema {
  const {
    presence,
    kind,
    transitions,
    tones,
    hues,
    usual,
    derivedWith,
    writtenThrough,
    count,
    precision,
    suggestedDays,
    elementKey,
    schema,
  } = spec;
  return compact({
    "x-reference": referenceOf(name, spec, resource, lookup),
    "x-transitions": name === resource.lifecycle ? transitions : undefined,
    "x-tones": tones,
    "x-derived": presence === "derived" && kind !== "id",
    "x-set-while": derivedWith,
    "x-written-through":
      writtenThrough === undefined
        ? undefined
        : { resource: writtenThrough, scope: lookup(writtenThrough).scopes.write },
    "x-counts": count === undefined ? undefined : lookup(count).views[0]!.path,
    "x-element-key": elementKey && compact({ ...elementKey, to: undefined, about: undefined }),
    "x-unique-by": schema.uniqueBy,
    "x-sum-at-most": schema.sumAtMost,
    "x-max-bytes": schema.cleanJson,
    "x-precision": precision,
    "x-suggested-days": suggestedDays,
    "x-hues": hues,
    "x-usual": usual,
    ...unitExtension(name, schema),
  });
}

/**
 * The lists in which the record is that a property names: the target of a reference (`amongSiblings`: below the same parent),
 * the parent, or what a link leads to that consists of a list and this property.
 */
function referenceOf(
  name: string,
  { reference }: FieldSpec,
  { parent, parentKey, links }: Resource,
  lookup: Lookup,
): JsonObject | undefined {
  if (parent && name === parentKey) return { to: [listPath(parent)] };
  const list = links[name]?.endsWith(`/{${name}}`) ? links[name].slice(0, -`/{${name}}`.length) : undefined;
  if (!reference) return list === undefined ? undefined : { to: [list] };
  const to = reference.to.map((name) => (reference.sibling ? lookup(name).views[0]!.path : listPath(lookup(name))));
  return compact({ to, amongSiblings: reference.sibling === true });
}

/** The keyword of the id of a record. */
export function idExtension(resource: Resource): JsonObject {
  return { "x-reference": { to: [listPath(resource)] } };
}

/** The schema of an array whose elements refer to records, with the keyword of the member that has the id. */
export function withElementReference(schema: Schema, { elementKey }: FieldSpec, lookup: Lookup): Schema {
  if (elementKey?.to === undefined) return schema;
  const [member] = elementKey.members as [string];
  const items = schema.items as { readonly properties: Readonly<Record<string, Schema>> };
  const id = { ...items.properties[member], ...idExtension(lookup(elementKey.to)) };
  return { ...schema, items: { ...items, properties: { ...items.properties, [member]: id } } };
}

/** The unit of a number. */
function unitExtension(name: string, { type }: Schema): JsonObject {
  return compact({ "x-unit": ["number", "integer"].includes(type as string) ? unitOf(name) : undefined });
}

/** A schema of a nested value in which numbers have their units. */
export function withUnits(schema: Schema): Schema {
  const { items, properties } = schema as { items?: Schema; properties?: Record<string, Schema> };
  const parts = Object.entries(properties ?? {}).map(([name, part]) => {
    const plain = { ...part, type: [part.type].flat().find((type) => type !== "null") };
    return [name, { ...withUnits(part), ...unitExtension(name, plain) }];
  });
  return {
    ...schema,
    ...(items ? { items: withUnits(items) } : {}),
    ...(properties ? { properties: Object.fromEntries(parts) } : {}),
  };
}

/** The keyword of a filter: the field that it compares, and how. */
export function filterExtension(field: string, operator: Operator): JsonObject {
  return { "x-filter": { field, operator } };
}

/** The field by which people know a record: the first text that lists show, or the id. */
export function titleOf({ properties }: View): string {
  const texts = [...properties.values()].filter(({ listed, spec }) => listed && spec.kind === "text");
  return texts[0]?.name ?? "id";
}

/** The keywords of the path of a list or a one-to-one. */
export function viewExtensions(view: View, lists: boolean): JsonObject {
  const { resource, role, plural, parent, properties, methods } = view;
  const pictures = lists ? picturesOf(view) : [];
  const listed = [...properties.values()].filter((property) => property.listed && property.shown);
  return {
    "x-view": compact({
      kind: role === "own" ? resource.kind : role,
      resource: resource.name,
      one: resource.one,
      plural: resource.kind === "single" ? undefined : plural,
      parent: parent?.resource.name,
      title: titleOf(view),
      summary: lists ? listed.map(({ name }) => name) : undefined,
      bulk: methods.includes("POST") ? resource.bulk : undefined,
      private: view.private,
      system: resource.isSystem,
      log: resource.log?.views[0]?.path,
    }),
    ...(pictures.length > 0 ? { "x-pictures": pictures } : {}),
    ...(view === resource.views[0] && resource.page ? { "x-page": pageOf(resource.page) } : {}),
    ...(view.relations.size > 0 ? { "x-relations": relationsOf(view) } : {}),
    ...(lists || view.private ? {} : { "x-filters": filtersOf(view) }),
  };
}

/**
 * What the relations of a view lead to: `many` records or one and, for each kind of them, the paths whose filters they take. Of
 * the paths of an entry, the first that has a filter counts; if only some of its fields do, they are named.
 */
function relationsOf({ relations }: View): JsonObject {
  return Object.fromEntries(
    [...relations.values()].map(({ name, isMany, targets }) => {
      const kinds = targets.map(({ view }) => describingPaths(view));
      return [name, compact({ many: isMany, kinds })];
    }),
  );
}

function describingPaths({ role, path, resource, otherSide, properties }: View): JsonObject[] {
  const own = resource.views[0]!;
  const copies = resource.copies.map(({ column }) => column);
  const fields = [...own.properties.values()].filter(
    ({ name, column, filterable }) => filterable && !properties.has(name) && !copies.includes(column),
  );
  const entry = role === "reverse" ? [{ path: own.path, fields: fields.map(({ name }) => name) }] : [];
  const other = otherSide?.targets.map(({ view }) => ({ path: view.path })) ?? [];
  return [{ path }, ...entry, ...other];
}

/** The filters of a one-to-one, which is no list, but to which relations lead: by parameter. */
function filtersOf(view: View): JsonObject {
  const filters = [...filterParameters(view)].map(([name, { property, operator }]) => [
    name,
    { field: property.name, operator },
  ]);
  return Object.fromEntries(filters);
}

/** How pages show the records of a resource. */
function pageOf(page: Page): JsonObject {
  return compact({ ...page, lead: page.lead && leadOf(page) });
}

/** The keyword of the path of one record; that of its list has the rest. */
export function itemExtensions({ resource }: View): JsonObject {
  return { "x-view": { kind: "item", resource: resource.name } };
}

/** The declared pictures of a list. A presence belongs to the list of the members whose presence it shows. */
export function picturesOf({ resource, role }: View): JsonObject[] {
  if (role === "reverse") return [];
  const show = ({ kind, title, parts, compare, run }: Picture, more: JsonObject = {}) =>
    compact({ kind, title, ...more, ...parts, compare, run });
  const own = resource.kind === "membership" ? [] : resource.pictures.map((picture) => show(picture));
  const presences = resource.memberOf.flatMap((membership) =>
    membership.pictures.map((picture) =>
      show(picture, { records: listPath(membership.parent!), include: membership.plural }),
    ),
  );
  return [...own, ...presences];
}
