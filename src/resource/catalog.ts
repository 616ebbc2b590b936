/** All declarations together: resolved into resources that know their parents, children, counts and referrers. */

import type { Declaration } from "../declare/declare.ts";
import { type FieldSpec, type Kind, TEXT_KINDS } from "../declare/field-spec.ts";
import { scopeOf, scopesNamed } from "../declare/scopes.ts";
import type { Json } from "../declare/values.ts";
import { checkCatalog } from "./check-catalog.ts";
import { checkDeclarations } from "./check-declarations.ts";
import {
  API_ROOT,
  type ChildCount,
  type Column,
  type Copy,
  declaredColumn,
  type Origin,
  pathColumn,
  type Resource,
  type View,
} from "./resource.ts";
import { viewsOf } from "./views.ts";

export interface Catalog {
  /** In the order of the declarations: parents before children. */
  readonly resources: readonly Resource[];
  resource(name: string): Resource;
  readonly views: readonly View[];
  /** Where it is told what happened to the records of the others, if anywhere. */
  readonly log?: Resource;
}

/**
 * Resolves declarations.
 * @throws Error naming every contradiction between them
 */
export function catalog(declarations: readonly Declaration[]): Catalog {
  refuse(checkDeclarations(declarations));
  const byName = new Map<string, Resource>();
  for (const declaration of declarations) byName.set(declaration.name, resolve(declaration, byName));
  const resources = [...byName.values()];
  for (const resource of resources) relate(resource, byName);
  for (const resource of resources) resource.columns.push(...columnsOf(resource));
  const log = resources.find(({ declaration }) => declaration.kind === "collection" && declaration.eventLog);
  for (const resource of resources) {
    if (log && resource !== log && resource.eventScope !== undefined) resource.log = log;
    resource.views = viewsOf(resource);
  }
  refuse(checkCatalog(resources));
  return {
    resources,
    resource: (name) => byName.get(name)!,
    views: resources.flatMap((resource) => resource.views),
    ...(log ? { log } : {}),
  };
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`The declarations contradict each other:\n- ${faults.join("\n- ")}`);
}

function resolve(declaration: Declaration, known: Map<string, Resource>): Resource {
  const { kind, name, one } = declaration;
  const fields = new Map(
    Object.entries<{ spec: FieldSpec }>(declaration.fields).map(([key, field]) => [key, field.spec]),
  );
  const parent = declaration.of && known.get(declaration.of.name)!;
  const member = kind === "membership" ? known.get(declaration.member.name)! : undefined;
  const parentKey = parent && `${parent.one}_id`;
  const key = kind === "single" ? parentKey! : member ? `${member.one}_id` : "id";
  const segment = kind === "membership" ? declaration.segment : name;
  const base = parent ? `${API_ROOT}/${parent.name}/{${parentKey}}/${segment}` : `${API_ROOT}/${name}`;
  const owner = kind === "collection" ? declaration.ownedBy : undefined;
  const readers = owner ?? (kind === "collection" ? declaration.rowScope : undefined);
  const hidden = (kind === "collection" && declaration.private) || (owner && name) || parent?.private;
  const lifecycle = [...fields].find(([, spec]) => spec.transitions)?.[0];
  return {
    name,
    kind,
    declaration,
    one,
    fields,
    key,
    table: name.replaceAll("-", "_"),
    plural: segment.replaceAll("-", "_"),
    path: kind === "single" ? base : `${base}/{${key}}`,
    ...(parent ? { parent, parentKey: parentKey! } : {}),
    ...(member ? { member } : {}),
    ...(lifecycle ? { lifecycle } : {}),
    ...(hidden ? { private: hidden } : {}),
    ...(owner ? { ownedBy: owner } : {}),
    ...(readers ? { rowScope: readers } : {}),
    ...(kind === "collection" && declaration.softDelete ? { softDelete: declaration.softDelete } : {}),
    scopes: scopesNamed(scopeOf(declaration)),
    ...eventScopeOf(declaration),
    columns: [],
    children: [],
    memberOf: [],
    referrers: [],
    childCounts: [],
    countedIn: [],
    copies: [],
    views: [],
  };
}

function eventScopeOf(declaration: Declaration): Pick<Resource, "eventScope"> {
  const whom = declaration.kind === "collection" ? declaration.eventScope : undefined;
  return whom === "nobody" ? {} : { eventScope: whom ?? scopesNamed(scopeOf(declaration)).read };
}

/** Tells the other resources what this one is to them. */
function relate(resource: Resource, byName: Map<string, Resource>): void {
  const { declaration, parent, member } = resource;
  if (parent) {
    parent.children.push(resource);
    if (resource.kind === "membership") count(parent, resource, resource.parentKey!, `${member!.one}_count`);
    if (declaration.kind === "collection" && !resource.private) {
      count(parent, resource, resource.parentKey!, declaration.countedAs ?? `${resource.one}_count`);
    }
  }
  if (member && declaration.kind === "membership") {
    member.memberOf.push(resource);
    count(member, resource, resource.key, `${parent!.one}_count`);
    resource.copies.push(
      ...declaration.shows.map((field) => copyOf(member, "member", field, true)),
      ...declaration.reverse.shows.map((field) => copyOf(parent!, "owner", field, false)),
    );
  }
  for (const [field, spec] of resource.fields) {
    for (const name of spec.reference?.to ?? []) {
      const target = byName.get(name)!;
      target.referrers.push({ resource, field, spec });
      const secret = resource.private !== undefined && resource.private !== target.private;
      if (spec.reference!.counted && !secret) count(target, resource, field, `${resource.one}_count`);
    }
  }
}

function count(on: Resource, child: Resource, by: string, column: string): void {
  const count: ChildCount = { parent: on, child, foreignKey: by, column };
  on.childCounts.push(count);
  child.countedIn.push(count);
}

function copyOf(source: Resource, side: Copy["side"], field: string, shown: boolean): Copy {
  return { side, field, column: `${source.one}_${field}`, shown, spec: source.fields.get(field)! };
}

/** A word with a default that lists do not show is the same nearly everywhere: no index helps to find it. */
function isIndexed({ kind, presence, listed }: FieldSpec): boolean {
  if (kind === "text") return listed;
  return INDEXED.includes(kind) && (kind !== "enum" || listed || presence !== "defaulted");
}

/** What lists are usually filtered and sorted by. Long texts, numbers and flags are left to a scan. */
const INDEXED: readonly Kind[] = ["id", "enum", "reference", "date", "instant"];

function columnsOf(resource: Resource): Column[] {
  const column = (
    name: string,
    kind: Kind,
    origin: Origin,
    indexed = INDEXED.includes(kind),
    fallback: Json = null,
  ): Column => ({ name, kind, origin, indexed, fallback, folded: TEXT_KINDS.includes(kind) });
  const columns: Column[] = [];
  if (resource.kind === "collection") columns.push(column("id", "id", "client"));
  if (resource.parentKey) columns.push(column(resource.parentKey, "id", "client", false));
  if (resource.member) columns.push(column(resource.key, "id", "client", false));
  for (const copy of resource.copies) columns.push(column(copy.column, copy.spec.kind, "copied", false));
  for (const [name, spec] of resource.fields) {
    const { count, overflowCode, kind, fallback, reference } = spec;
    if ((count && !overflowCode) || spec.constant !== undefined) continue;
    const own = column(name, kind, originOf(spec), isIndexed(spec), overflowCode ? 0 : fallback);
    // A secret is looked for as it is kept.
    columns.push(spec.secret ? { ...own, folded: false, indexed: true } : own);
    if (overflowCode) columns.push(column(declaredColumn(name), "integer", "declared", false));
    if (reference) columns.push({ ...column(pathColumn(name), "text", "path", false), folded: false });
  }
  for (const count of resource.childCounts) columns.push(column(count.column, "integer", "counted", false, 0));
  return columns;
}

function originOf({ presence, writtenThrough, overflowCode, secret }: FieldSpec): Origin {
  if (overflowCode) return "either";
  if (secret) return "client";
  return presence === "derived" || writtenThrough ? "derived" : "client";
}
