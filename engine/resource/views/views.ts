/** The views of a resource: for each of its paths, the columns, their property names, and the links. */

import { keyColumn } from "../column.ts";
import { API_ROOT, type ListedBelow, type Property, type Resource, type View } from "../resource.ts";
import { derivedLinks, eventsLink, ownLinks } from "./links.ts";
import { idProperty, listedProperties, ownProperties } from "./properties.ts";

/** The views of a resource that has its columns and relations; its own view is the first. */
export function viewsOf(resource: Resource): View[] {
  const own = ownView(resource);
  return [
    own,
    ...(resource.flat ? [flatView(own)] : []),
    ...(resource.kind === "membership" ? [reverseView(resource)] : []),
    ...resource.listedBelow.map((each) => referringView(own, each)),
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

/** The records that refer to the target of a reference, below it. */
function referringView(own: View, { target, field, segment }: ListedBelow): View {
  return {
    ...own,
    role: "referring",
    path: `${API_ROOT}/${target.name}/{${target.one}_id}/${segment}`,
    aliases: [],
    parent: { resource: target, column: field },
    plural: segment.replaceAll("-", "_"),
    methods: ["GET"],
    hasItems: false,
  };
}

/** The entries of a membership below the member: the owners that list it. */
function reverseView(resource: Resource): View {
  const { member, parent, parentKey, key, fields } = resource;
  const { segment, shows, showsOwn, links } = resource.reverse!;
  const properties: Property[] = [
    idProperty(parentKey!),
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
