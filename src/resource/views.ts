/** The views of a resource: which of its columns each path shows, under which names, with which links. */
import type { Method } from "../declare/declare.ts";
import type { FieldSpec } from "../declare/field-spec.ts";
import { instant, integer, list, text } from "../declare/fields.ts";
import { API_ROOT, type Property, pathColumn, type Resource, templateVariables, type View } from "./resource.ts";

const ID: FieldSpec = { ...text().upTo(64).spec, kind: "id", presence: "derived" };
const COUNT: FieldSpec = { ...integer().atLeast(0).spec, presence: "derived", fallback: 0 };
const TIME: FieldSpec = { ...instant().spec, presence: "derived" };
const TEXT: FieldSpec = { ...text().spec, presence: "derived" };
const ALL: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const WORDS: FieldSpec = { ...list(text()).spec, presence: "derived" };

/** The property that names the states a record may go to. */
export const ALLOWED_TRANSITIONS = "allowed_transitions";

export function viewsOf(resource: Resource): View[] {
  const { declaration } = resource;
  const views = [ownView(resource)];
  if (declaration.kind === "collection" && declaration.flat) views.push(flatView(views[0]!));
  if (declaration.kind === "membership") views.push(seenView(resource));
  return views;
}

function ownView(resource: Resource): View {
  const { declaration, parent, parentKey } = resource;
  const properties = ownProperties(resource);
  const listPath = resource.kind === "single" ? resource.path : resource.path.slice(0, resource.path.lastIndexOf("/"));
  const aliases = declaration.kind === "membership" ? (declaration.aliases ?? []) : [];
  const self = { self: pathTo(resource, "id") };
  const home = parent && resource.kind !== "membership" ? { [parent.one]: pathTo(parent, parentKey!) } : {};
  const whole = declaration.kind === "membership" && declaration.unpaged;
  return {
    resource,
    role: "own",
    properties,
    aliases: aliases.map((alias) => listPath.replace(/[^/]+$/, alias)),
    path: listPath,
    ...(parent ? { parent: { resource: parent, column: parentKey! } } : {}),
    ...(whole ? { unpaged: whole } : {}),
    key: resource.key,
    plural: resource.plural,
    links: {
      ...self,
      ...home,
      ...childLinks(resource),
      ...referenceLinks(resource),
      ...declaration.links,
      ...logLink(resource),
    },
    summaryLinks: { ...self, ...home, ...(resource.kind === "membership" ? declaration.links : {}) },
    methods: (declaration.kind === "collection" && declaration.methods) || ALL,
    scopes: resource.scopes,
    private: resource.private !== undefined,
    hasItems: true,
  };
}

/** All records of a sub-collection, whoever their parent is. */
function flatView(own: View): View {
  const { parent: _, ...rest } = own;
  return { ...rest, role: "flat", path: `${API_ROOT}/${own.resource.name}`, aliases: [], methods: ["GET"] };
}

/** A membership seen from its members: the owners that list them. */
function seenView(resource: Resource): View {
  const { declaration, member, parent } = resource;
  if (declaration.kind !== "membership") throw new Error(`${resource.name} is no membership`);
  const { reverse } = declaration;
  const properties: Property[] = [
    property("id", resource.parentKey!, ID, { listed: true }),
    ...reverse.shows.map((field) =>
      property(field, `${parent!.one}_${field}`, parent!.fields.get(field)!, { listed: true }),
    ),
    ...reverse.showsOwn.map((field) => property(field, field, resource.fields.get(field)!, { listed: true })),
  ];
  return {
    resource,
    role: "reverse",
    aliases: [],
    methods: ["GET"],
    scopes: member!.scopes,
    private: member!.private !== undefined,
    hasItems: false,
    path: `${API_ROOT}/${member!.name}/{${resource.key}}/${reverse.segment}`,
    parent: { resource: member!, column: resource.key },
    key: resource.parentKey!,
    plural: reverse.segment.replaceAll("-", "_"),
    properties: new Map(properties.map((each) => [each.name, each])),
    links: reverse.links,
    summaryLinks: reverse.links,
  };
}

function ownProperties(resource: Resource): Map<string, Property> {
  const all: Property[] = [property("id", resource.key, ID, { listed: true })];
  if (resource.parentKey) {
    const shown = resource.kind !== "membership";
    all.push(property(resource.parentKey, resource.parentKey, ID, { shown, listed: shown, filterable: shown }));
  }
  for (const copy of resource.copies.filter((each) => each.shown)) {
    all.push(property(copy.field, copy.column, { ...copy.spec, presence: "derived" }, { listed: true }));
  }
  for (const [name, spec] of resource.fields) {
    if (spec.secret) continue;
    if (spec.constant !== undefined) {
      all.push(property(name, "", spec, { listed: true, filterable: false, constant: spec.constant }));
      continue;
    }
    const column = spec.count && !spec.overflowCode ? countColumn(resource, spec.count) : name;
    const { listed, hidden, filterOnly } = spec;
    all.push(
      property(name, column, spec, hidden ? { shown: false, filterable: false } : { listed, shown: !filterOnly }),
    );
    if (spec.transitions)
      all.push({ ...property(ALLOWED_TRANSITIONS, "", WORDS, { filterable: false }), computedFrom: name });
    if (spec.reference)
      all.push(property(pathColumn(name), pathColumn(name), TEXT, { shown: false, filterable: false }));
  }
  all.push(property("created_at", "created_at", TIME), property("updated_at", "updated_at", TIME));
  const properties = new Map(all.map((each) => [each.name, each]));
  for (const { column } of resource.childCounts) {
    if (!properties.has(column))
      properties.set(column, { ...property(column, column, COUNT, { shown: false }), isHiddenCount: true });
  }
  return properties;
}

function property(name: string, column: string, spec: FieldSpec, but: Partial<Property> = {}): Property {
  const filterable = spec.kind !== "array" && spec.kind !== "object";
  return { name, column, spec, shown: true, listed: false, filterable, ...but };
}

/** The column in which the number of a child's records is kept. */
export function countColumn(resource: Resource, child: string): string {
  return resource.childCounts.find((tally) => tally.child.name === child)!.column;
}

/** The link to what happened to a record. */
function logLink(resource: Resource): Record<string, string> {
  if (!resource.log) return {};
  const { plural, path } = resource.log;
  return { [plural]: `${path.slice(0, path.lastIndexOf("/"))}?subject=${pathTo(resource, "id")}` };
}

/** Links to what a record has below it, and to the lists that it is a member of. */
function childLinks(resource: Resource): Record<string, string> {
  const links: Record<string, string> = {};
  for (const child of resource.children) {
    const base = pathTo(resource, "id");
    const { declaration } = child;
    const [segment, aliases] =
      declaration.kind === "membership" ? [declaration.segment, declaration.aliases ?? []] : [child.name, []];
    for (const name of [...aliases, segment]) links[name.replaceAll("-", "_")] = `${base}/${segment}`;
  }
  for (const { declaration } of resource.memberOf) {
    if (declaration.kind !== "membership") continue;
    const { segment, link = segment } = declaration.reverse;
    links[link.replaceAll("-", "_")] = `${pathTo(resource, "id")}/${segment}`;
  }
  return links;
}

/** Links to what a record's references name. A membership's entries leave them to what they show. */
function referenceLinks(resource: Resource): Record<string, string> {
  if (resource.kind === "membership") return {};
  const references = [...resource.fields].filter(([, spec]) => spec.reference);
  return Object.fromEntries(references.map(([name]) => [name.replace(/_id$/, ""), `{${pathColumn(name)}}`]));
}

/** The path of a record of `resource`, over the property that holds its id. */
function pathTo(resource: Resource, by: string): string {
  return resource.path.replace(`{${resource.key}}`, `{${by}}`);
}

/** The properties whose values a view's templates need. */
export function templateProperties(links: Readonly<Record<string, string>>): string[] {
  return [...new Set(Object.values(links).flatMap(templateVariables))];
}
