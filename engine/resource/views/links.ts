/** The undeclared links of records: to themselves, their parents, their children and what refers to them. */

import { pathColumn } from "../column.ts";
import { referenceLink } from "../relations.ts";
import type { Property, Resource, View } from "../resource.ts";
import { templateVariables } from "../templates.ts";

/** The links that a record has without declaring them, but for the one to its events. */
export function derivedLinks(resource: Resource): Record<string, string> {
  return { ...ownLinks(resource), ...childLinks(resource), ...referenceLinks(resource) };
}

/** The links to a record itself and to its parent. */
export function ownLinks(resource: Resource): Record<string, string> {
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

/** The links to a record's children, to the lists of which it is a member, and to those of records that refer to it. */
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
  for (const { spec } of resource.referrers) {
    const segment = spec.reference?.listedAs;
    if (segment !== undefined) links[segment.replaceAll("-", "_")] = `${base}/${segment}`;
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
