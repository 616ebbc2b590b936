/** Resolves all declarations together into resources that know their parents, children, counts and referrers. */

import type { Declaration, Links, Membership, Method } from "../declare/declaration.ts";
import type { FieldSpec } from "../declare/field-spec.ts";
import { refuseContradictions } from "../declare/registry/contradictions.ts";
import { scopeName, scopesNamed } from "../declare/scopes.ts";
import { isSystemCollection, type SystemCollection } from "../declare/system-collection.ts";
import type { Values } from "../declare/values.ts";
import { checkCatalog } from "./checks/check-catalog.ts";
import { checkDeclarations } from "./checks/check-declarations.ts";
import { fieldsOf } from "./checks/check-fields.ts";
import { columnsOf } from "./columns.ts";
import { entryOf, hooksOf } from "./hooks.ts";
import { addRelations } from "./relations.ts";
import { API_ROOT, type ChildCount, type Copy, type Resource, type View } from "./resource.ts";
import { templateVariables } from "./templates.ts";
import { viewsOf } from "./views/views.ts";

/** All resources. Nothing in it changes after the start. */
export interface Catalog {
  /** In the order of the declarations: parents before children. */
  readonly resources: readonly Resource[];
  /** Returns the resource with a name, which must exist. */
  resource(name: string): Resource;
  readonly views: readonly View[];
  /** The event log of the other resources, if one is declared. */
  readonly log: Resource | undefined;
}

/**
 * Resolves declarations.
 * @throws Contradictions with every one between the declarations
 */
export function catalog(declarations: readonly Declaration[]): Catalog {
  refuseContradictions(checkDeclarations(declarations));
  const byName = new Map<string, Resource>();
  for (const declaration of declarations) byName.set(declaration.name, resolve(declaration, byName));
  for (const declaration of declarations) relate(declaration, byName);
  const resources = [...byName.values()];
  for (const resource of resources) resource.columns.push(...columnsOf(resource));
  const logName = declarations.find((declaration) => systemOptions(declaration).eventLog)?.name;
  const log = logName === undefined ? undefined : byName.get(logName);
  for (const resource of resources) {
    if (resource !== log && resource.eventScope !== undefined) resource.log = log;
    resource.hasHistory = resource.log !== undefined && !resource.isSystem;
    resource.views = viewsOf(resource);
  }
  addRelations(resources);
  refuseContradictions(checkCatalog(resources));
  return {
    resources,
    resource: (name) => byName.get(name)!,
    views: resources.flatMap((resource) => resource.views),
    log,
  };
}

const ALL_METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Resolves one declaration. The relations of the resource are empty until `relate` fills them. */
function resolve(declaration: Declaration, known: ReadonlyMap<string, Resource>): Resource {
  const { kind, name, one, about, links = {} } = declaration;
  const collection = kind === "collection" ? declaration : undefined;
  const membership = kind === "membership" ? declaration : undefined;
  const system = systemOptions(declaration);
  const parent = declaration.of && known.get(declaration.of.name)!;
  const member = membership && known.get(membership.member.name)!;
  const parentKey = parent && `${parent.one}_id`;
  const key = kind === "single" ? parentKey! : member ? `${member.one}_id` : "id";
  const segment = membership?.segment ?? name;
  const base = parent ? `${API_ROOT}/${parent.name}/{${parentKey}}/${segment}` : `${API_ROOT}/${name}`;
  const fields = fieldsOf(declaration);
  const scopes = scopesNamed(scopeName(declaration));
  const resource: Resource = {
    name,
    kind,
    one,
    about,
    declaredAt: declaration.declaredAt,
    table: name.replaceAll("-", "_"),
    plural: segment.replaceAll("-", "_"),
    path: kind === "single" ? base : `${base}/{${key}}`,
    segment,
    aliases: membership?.aliases ?? [],
    fields,
    key,
    parent,
    parentKey,
    member,
    lifecycle: [...fields].find(([, spec]) => spec.transitions)?.[0],
    private: collection?.private ?? (system.ownedBy === undefined ? parent?.private : name),
    scopes,
    methods: system.methods ?? ALL_METHODS,
    bulk: collection?.bulk,
    pictures: declaration.pictures ?? [],
    page: declaration.page,
    deprecated: declaration.deprecated,
    deprecatedParameters: declaration.deprecatedParameters ?? {},
    flat: collection?.flat ?? false,
    ownedBy: system.ownedBy,
    rowScope: system.ownedBy ?? system.rowScope,
    eventScope: system.eventScope === "nobody" ? undefined : (system.eventScope ?? scopes.read),
    log: undefined,
    hasHistory: false,
    softDelete: system.softDelete,
    retryAfter: system.retryAfter,
    asyncCheck: system.asyncCheck,
    isSystem: system.system === true,
    serialIds: system.serialIds ?? false,
    deletedWithParent: system.deletedWithParent ?? false,
    links: resolveLinks(links),
    unpaged: membership?.unpaged,
    reverse: membership && { ...membership.reverse, links: resolveLinks(membership.reverse.links) },
    ...hooksOf(declaration, (stored: Values) => (membership ? entryOf(resource, stored) : stored)),
    columns: [],
    children: [],
    memberOf: [],
    referrers: [],
    listedBelow: [],
    targetPaths: new Map(),
    childCounts: [],
    countedIn: [],
    copies: [],
    views: [],
  };
  return resource;
}

function systemOptions(declaration: Declaration): Partial<SystemCollection> {
  return isSystemCollection(declaration) ? declaration : {};
}

/** Link templates are relative to the API's root, unless they begin with a path or with a property that holds one. */
function resolveLinks(links: Links): Links {
  const resolved = Object.entries(links).map(([name, template]) => [
    name,
    /^[/{]/.test(template) ? template : `${API_ROOT}/${template}`,
  ]);
  return Object.fromEntries(resolved);
}

/** Adds a resource to the relations of the others. */
function relate(declaration: Declaration, byName: ReadonlyMap<string, Resource>): void {
  const resource = byName.get(declaration.name)!;
  const { parent, parentKey } = resource;
  parent?.children.push(resource);
  if (declaration.kind === "membership") relateSides(declaration, resource);
  if (declaration.kind === "collection" && parent && !resource.private)
    addCount(parent, resource, parentKey!, declaration.countedAs ?? `${resource.one}_count`);
  for (const [field, spec] of resource.fields) {
    if (spec.elementKey?.to !== undefined) byName.get(spec.elementKey.to)!.referrers.push({ resource, field, spec });
    for (const name of spec.reference?.to ?? []) {
      const target = byName.get(name)!;
      if (spec.reference!.to.length === 1) relateTarget(resource, field, spec, target);
      target.referrers.push({ resource, field, spec });
      const segment = spec.reference!.listedAs;
      if (segment !== undefined) resource.listedBelow.push({ target, field, segment });
      const isSecret = resource.private !== undefined && resource.private !== target.private;
      if (spec.reference!.counted && !isSecret) addCount(target, resource, field, `${resource.one}_count`);
    }
  }
}

function relateSides({ shows, reverse, copies = {} }: Membership, resource: Resource): void {
  const { parent: owner, parentKey, member, key } = resource as Resource & { parent: Resource; member: Resource };
  member.memberOf.push(resource);
  addCount(owner, resource, parentKey!, `${member.one}_count`);
  addCount(member, resource, key, `${owner.one}_count`);
  const copied = (side: Copy["side"], names: Iterable<string>): Copy[] =>
    [...new Set(names)].map((field) => {
      const source = side === "owner" ? owner : member;
      const shown = side === "member" && shows.includes(field);
      return { side, field, column: `${source.one}_${field}`, shown, spec: source.fields.get(field)! };
    });
  resource.copies.push(
    ...copied("member", [...shows, ...(copies.member ?? [])]),
    ...copied("owner", [...reverse.shows, ...(copies.owner ?? [])]),
  );
}

/** Adds the path of a reference's only target, if it depends on columns of the record alone. */
function relateTarget({ parentKey, targetPaths }: Resource, field: string, { reference }: FieldSpec, target: Resource) {
  const known = [target.key, ...(reference!.sibling ? [parentKey] : [])];
  if (templateVariables(target.path).every((variable) => known.includes(variable)))
    targetPaths.set(field, target.path.replace(`{${target.key}}`, `{${field}}`));
}

function addCount(parent: Resource, child: Resource, foreignKey: string, column: string): void {
  const count: ChildCount = { parent, child, foreignKey, column };
  parent.childCounts.push(count);
  child.countedIn.push(count);
}
