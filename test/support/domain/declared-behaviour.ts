/** The behaviour that a declaration implies: methods, fields, filters, scopes. It is derived from declarations, not from the engine. */

import type { FieldSpec } from "../../../engine/declare/field-spec.ts";
import type { Json } from "../../../engine/declare/values.ts";
import type { Kind } from "../../../engine/kinds/kinds.ts";
import type { Catalog } from "../../../engine/resource/catalog.ts";
import type { Resource, View } from "../../../engine/resource/resource.ts";
import type { Body } from "../http/serve.ts";
import type { CreatedRecord } from "./record-factory.ts";

/** The methods of a view's paths. */
export function methodsOf({ role, resource }: View): readonly string[] {
  // Flat views and reference lists are read-only.
  if (role !== "own") return ["GET"];
  return resource.methods;
}

/** All scopes that a method of a view's paths needs (§5.2). */
export function scopesNeeded({ role, path, resource }: View, method: string): string[] {
  // Records of a caller need any valid credential.
  if (resource.ownedBy) return [];
  const access = ["GET", "HEAD", "QUERY"].includes(method) ? "read" : "write";
  const scopeFor = (name: string) => (name === "admin" ? name : `${name}:${access}`);
  const collection = (role === "flat" ? resource.views[0]!.path : path).split("/")[2]!;
  // The scopes of the records listed, and of the one that they refer to.
  if (role === "referring") return [...new Set([scopeFor(collection), scopeFor(resource.name)])];
  const ownScope = scopeFor(role === "reverse" ? collection : (resource.private ?? collection));
  const childScopes = resource.children.flatMap((child) => (child.private ? [scopeFor(child.private)] : []));
  return method === "DELETE" ? [...new Set([ownScope, ...childScopes])] : [ownScope];
}

/** Whether a list has no paths of records: a member's list of its memberships, or one of what refers to a record. */
export function isReferenceList({ role }: View): boolean {
  return role === "reverse" || role === "referring";
}

/** The id in the path of the view's list that has a record. */
export function idInPath({ role, parent }: View, { id, parentId, draft }: CreatedRecord): string {
  if (role === "reverse") return id;
  return role === "referring" ? String(draft[parent!.column]) : parentId;
}

/** The methods of the list of a view, and of its items. */
export function methodsAt(view: View): { list: string[]; item: string[] } {
  const methods = methodsOf(view);
  return {
    list: [...methods.filter((method) => method === "GET" || method === "POST"), "QUERY"],
    item: methods.filter((method) => method !== "POST"),
  };
}

/** The resources with PUT. */
export function writableResources({ resources }: Catalog): Resource[] {
  return resources.filter((resource) => methodsOf(resource.views[0]!).includes("PUT"));
}

/** The declared fields that are shown. */
function shownFields({ fields }: Resource): [name: string, facts: FieldSpec][] {
  return [...fields].filter(([, spec]) => !spec.secret && !spec.hidden && !spec.filterOnly);
}

/** The fields of a full representation, sorted. */
export function shownNames(resource: Resource): string[] {
  const { lifecycle } = resource;
  return [
    ...["id", "created_at", "updated_at", "_links"],
    ...contextFields(resource),
    ...shownFields(resource).map(([name]) => name),
    ...(lifecycle ? ["allowed_transitions"] : []),
  ].sort();
}

/** The fields of an item in a list. */
export function summaryNames({ role, resource }: View): string[] {
  const { fields, reverse } = resource;
  if (role === "reverse" && reverse) {
    const { shows, showsOwn } = reverse;
    return ["id", "_links", ...shows, ...showsOwn].sort();
  }
  const listed = [...fields]
    .filter(([, { listed, constant, filterOnly }]) => (listed && !filterOnly) || constant)
    .map(([name]) => name);
  return ["id", "_links", ...contextFields(resource), ...listed].sort();
}

/** The fields of an entry's member, or the parent's id. */
function contextFields({ kind, copies, parentKey }: Resource): string[] {
  if (kind === "membership") return copies.filter(({ shown }) => shown).map(({ field }) => field);
  return parentKey ? [parentKey] : [];
}

/** Server-set fields, each with a value that it does not have. */
export function serverSetFields(resource: Resource, shown: Body): [name: string, changed: Json][] {
  const written = [...resource.fields].filter(
    ([, { presence, derivedWith }]) => presence !== "derived" && !(derivedWith && shown[derivedWith] !== null),
  );
  const writableNames = new Set(written.map(([name]) => name));
  return shownNames(resource)
    .filter((name) => !writableNames.has(name))
    .map((name) => [name, changed(shown[name])]);
}

function changed(value: Json): Json {
  if (typeof value === "number") return value + 1;
  if (Array.isArray(value)) return [...value, "more"];
  if (typeof value === "object" && value !== null) return { ...value, self: "/elsewhere" };
  return "2001-02-03";
}

/** A value of another JSON type than the field's; nothing is coerced. */
export function wrongTypeValue({ kind }: FieldSpec): Json {
  if (kind === "integer") return 1.5;
  if (kind === "decimal") return "1";
  if (kind === "boolean") return "true";
  if (kind === "array") return { 0: "x" };
  return kind === "object" ? [] : 3;
}

/** A value of the right JSON type that the field refuses; undefined if it accepts all. */
export function invalidValue({ kind, schema }: FieldSpec): Json | undefined {
  if (kind === "integer") return Number.MAX_SAFE_INTEGER + 1;
  if (kind === "decimal") {
    const bound = (schema.minimum ?? schema.exclusiveMinimum) as number | undefined;
    return bound === undefined ? undefined : bound - 1;
  }
  if (kind === "date") return "2023-02-30";
  if (kind === "instant") return "2023-02-28 00:00";
  if (kind === "duration") return "P1Y";
  if (kind === "enum") return "no such word";
  if (schema.format === "uri") return "no URL";
  return kind === "text" ? "é".repeat((schema.maxLength as number) + 1) : undefined;
}

const WORD = ["_in", "_not", "_not_in", "_exists"];
const TEXT = ["", "_contains", "_starts_with", "_ends_with", ...WORD];
const NUMBER = ["", "_min", "_max", ...WORD];
const TIME = ["", "_after", "_before", ...WORD];

/** The filters of each kind of field, as suffixes of its name (§4.5, §12.7). */
export const FILTERS: Record<Kind, readonly string[]> = {
  id: TEXT,
  serial: TEXT,
  text: TEXT,
  reference: TEXT,
  enum: ["", ...WORD],
  integer: NUMBER,
  decimal: NUMBER,
  duration: NUMBER,
  boolean: ["", "_not", "_exists"],
  date: TIME,
  instant: TIME,
  timestamp: TIME,
  array: ["_exists"],
  key: ["", "_in", "_not", "_not_in"],
  object: [],
};

/** The filters of a field; none if it is constant. */
export function filtersOf({ kind, constant, computed }: FieldSpec): readonly string[] {
  return constant !== undefined || (kind === "array" && computed) ? [] : FILTERS[kind];
}

/** Whether lists can be sorted by a field, and cursors continue after its values. */
export function isSortable(spec: FieldSpec): boolean {
  return spec.kind !== "key" && filtersOf(spec).includes("");
}

/** All suffixes. */
export const SUFFIXES = [...new Set(Object.values(FILTERS).flat())];

/** The filters of a count that is not shown. */
export const COUNT_FILTERS = NUMBER;
