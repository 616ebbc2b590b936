/** The views of a resource: for each of its paths, the columns, their property names, and the links. */

import { type FieldSpec, isVirtual, membersOf, type Transitions } from "../declare/field-spec.ts";
import { integer, list, oneOf, text } from "../declare/fields.ts";
import { timestamp } from "../declare/service-fields.ts";
import type { Values } from "../declare/values.ts";
import { kindOf } from "../kinds/kinds.ts";
import { keyColumn, memberColumn, pathColumn } from "./column.ts";
import { referenceLink } from "./relations.ts";
import { API_ROOT, type Property, type Resource, type View } from "./resource.ts";
import { templateVariables } from "./templates.ts";

const ID: FieldSpec = { ...text().upTo(64).spec, kind: "id", presence: "derived" };
const SERIAL_ID: FieldSpec = { ...ID, kind: "serial" };
const COUNT: FieldSpec = { ...integer().atLeast(0).spec, presence: "derived", fallback: 0 };
const TIME: FieldSpec = timestamp().spec;
const TEXT: FieldSpec = { ...text().spec, presence: "derived" };

/** The property with the states to which a record may change. */
export const ALLOWED_TRANSITIONS = "allowed_transitions";

/** The views of a resource that has its columns and relations; its own view is the first. */
export function viewsOf(resource: Resource): View[] {
  const own = ownView(resource);
  return [
    own,
    ...(resource.flat ? [flatView(own)] : []),
    ...(resource.kind === "membership" ? [reverseView(resource)] : []),
  ];
}

function ownView(resource: Resource): View {
  const { kind, parent, parentKey, links, aliases, methods, scopes, unpaged, plural } = resource;
  const path = kind === "single" ? resource.path : resource.path.slice(0, resource.path.lastIndexOf("/"));
  const isMembership = kind === "membership";
  return {
    resource,
    role: "own",
    path,
    aliases: aliases.map((alias) => path.replace(/[^/]+$/, alias)),
    parent: parent && { resource: parent, column: parentKey! },
    key: keyColumn(resource),
    plural,
    properties: ownProperties(resource),
    links: { ...derivedLinks(resource), ...links, ...eventsLink(resource) },
    summaryLinks: { ...ownLinks(resource), ...(isMembership ? links : {}) },
    relations: new Map(),
    datedLinks: new Set(),
    otherSide: undefined,
    unpaged,
    methods,
    scopes,
    private: resource.private !== undefined,
    hasItems: true,
  };
}

/** The records of all parents. */
function flatView(own: View): View {
  const path = `${API_ROOT}/${own.resource.name}`;
  return { ...own, role: "flat", path, aliases: [], parent: undefined, methods: ["GET"] };
}

/** The entries of a membership below the member: the owners that list it. */
function reverseView(resource: Resource): View {
  const { member, parent, parentKey, key, fields } = resource;
  const { segment, shows, showsOwn, links } = resource.reverse!;
  const properties: Property[] = [
    property("id", parentKey!, ID, { listed: true }),
    ...shows.flatMap((field) => listedProperties(field, `${parent!.one}_${field}`, parent!.fields.get(field)!)),
    ...showsOwn.flatMap((field) => listedProperties(field, field, fields.get(field)!)),
  ];
  return {
    resource,
    role: "reverse",
    path: `${API_ROOT}/${member!.name}/{${key}}/${segment}`,
    aliases: [],
    parent: { resource: member!, column: key },
    key: parentKey!,
    plural: segment.replaceAll("-", "_"),
    properties: new Map(properties.map((each) => [each.name, each])),
    links,
    summaryLinks: links,
    relations: new Map(),
    datedLinks: new Set(),
    otherSide: undefined,
    unpaged: undefined,
    methods: ["GET"],
    scopes: member!.scopes,
    private: member!.private !== undefined,
    hasItems: false,
  };
}

function ownProperties(resource: Resource): Map<string, Property> {
  const { kind, serialIds, parentKey, copies, fields, childCounts } = resource;
  const parentId = { shown: kind !== "membership", listed: kind !== "membership", filterable: kind !== "membership" };
  const all: Property[] = [
    property("id", keyColumn(resource), serialIds ? SERIAL_ID : ID, { listed: true }),
    ...(parentKey ? [property(parentKey, parentKey, ID, parentId)] : []),
    ...copies
      .filter(({ shown }) => shown)
      .flatMap(({ field, column, spec }) => listedProperties(field, column, { ...spec, presence: "derived" })),
    ...[...fields].flatMap(([name, spec]) => fieldProperties(resource, name, spec)),
    property("created_at", "created_at", TIME),
    property("updated_at", "updated_at", TIME),
  ];
  const hiddenCounts = childCounts
    .filter(({ column }) => !all.some(({ name }) => name === column))
    .map(({ column }) => property(column, column, COUNT, { shown: false, isHiddenCount: true }));
  return new Map([...all, ...hiddenCounts].map((each) => [each.name, each]));
}

function fieldProperties(resource: Resource, name: string, spec: FieldSpec): Property[] {
  const { secret, constant, count, overflowCode, listed, hidden, filterOnly, transitions, reference, computed } = spec;
  if (secret) return [];
  if (constant !== undefined) return [property(name, "", spec, { listed: true, filterable: false, constant })];
  const column = isVirtual(name, spec) ? "" : count && !overflowCode ? countColumn(resource, count) : name;
  const hasPath = reference && !resource.targetPaths.has(name);
  const visibility = hidden ? { shown: false, filterable: false } : { listed, shown: !filterOnly };
  return [
    property(name, column, spec, { ...visibility, ...(computed ? { computed } : {}) }),
    ...memberProperties(name, column, spec),
    ...(transitions ? [allowedTransitions(name, transitions)] : []),
    ...(hasPath ? [property(pathColumn(name), pathColumn(name), TEXT, { shown: false, filterable: false })] : []),
  ];
}

/** A property that lists show, with the members of its objects. */
function listedProperties(name: string, column: string, spec: FieldSpec): Property[] {
  return [property(name, column, spec, { listed: true }), ...memberProperties(name, column, spec)];
}

/** The members of objects, by which lists are filtered and sorted: `location.body`. */
function memberProperties(name: string, column: string, spec: FieldSpec): Property[] {
  return membersOf(spec).map((member) => {
    const [path, own] = [[name, ...member.path].join("."), memberColumn(column, member.path)];
    return property(path, own, member.spec, { shown: false, within: { column, member } });
  });
}

function allowedTransitions(lifecycle: string, transitions: Transitions): Property {
  const value = (values: Values) => [...(transitions[values[lifecycle] as string] ?? [])];
  const states: FieldSpec = { ...list(oneOf(...Object.keys(transitions))).spec, presence: "derived" };
  return property(ALLOWED_TRANSITIONS, "", states, { computed: { from: [lifecycle], value } });
}

function property(name: string, column: string, spec: FieldSpec, options: Partial<Property> = {}): Property {
  const filterable = kindOf(spec.kind).query !== undefined;
  return { name, column, spec, shown: true, listed: false, filterable, ...options };
}

/** The column with the number of a child's records. */
export function countColumn(resource: Resource, child: string): string {
  return resource.childCounts.find((count) => count.child.name === child)!.column;
}

/** The links that a record has without declaring them, but for the one to its events. */
export function derivedLinks(resource: Resource): Record<string, string> {
  return { ...ownLinks(resource), ...childLinks(resource), ...referenceLinks(resource) };
}

/** The links to a record itself and to its parent. */
function ownLinks(resource: Resource): Record<string, string> {
  const { kind, parent, parentKey } = resource;
  const parentLink = parent && kind !== "membership" ? { [parent.one]: pathTo(parent, parentKey!) } : {};
  return { self: pathTo(resource, "id"), ...parentLink };
}

/** The link to a record's events. */
export function eventsLink(resource: Resource): Record<string, string> {
  if (!resource.log) return {};
  const { plural, path } = resource.log;
  return { [plural]: `${path.slice(0, path.lastIndexOf("/"))}?subject=${pathTo(resource, "id")}` };
}

/** The links to a record's children, and to the lists of which it is a member. */
function childLinks(resource: Resource): Record<string, string> {
  const links: Record<string, string> = {};
  const base = pathTo(resource, "id");
  for (const { segment, aliases } of resource.children) {
    for (const name of [...aliases, segment]) links[name.replaceAll("-", "_")] = `${base}/${segment}`;
  }
  for (const { reverse } of resource.memberOf) {
    const { segment, link = segment } = reverse!;
    links[link.replaceAll("-", "_")] = `${base}/${segment}`;
  }
  return links;
}

/** The links to the targets of a record's references. An entry of a membership has none. */
function referenceLinks(resource: Resource): Record<string, string> {
  if (resource.kind === "membership") return {};
  const references = [...resource.fields].filter(([, spec]) => spec.reference);
  return Object.fromEntries(
    references.map(([name]) => [referenceLink(name), resource.targetPaths.get(name) ?? `{${pathColumn(name)}}`]),
  );
}

/** The links of a list's items that show these properties: also those that the properties name, as those of references. */
export function itemLinks({ links, summaryLinks }: View, properties: readonly Property[]): Record<string, string> {
  const names = properties.map(({ name, spec }) => (spec.reference ? referenceLink(name) : name));
  return {
    ...summaryLinks,
    ...Object.fromEntries(names.flatMap((name) => (name in links ? [[name, links[name]!]] : []))),
  };
}

/** The path of a record of `resource`, over the property with its id. */
function pathTo(resource: Resource, idProperty: string): string {
  return resource.path.replace(`{${resource.key}}`, `{${idProperty}}`);
}

/** The properties that a view's link templates read. */
export function templateProperties(links: Readonly<Record<string, string>>): string[] {
  return [...new Set(Object.values(links).flatMap(templateVariables))];
}
