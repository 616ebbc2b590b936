/** The properties of a resource's records: its fields, and what the service adds to them. */

import { type FieldSpec, isVirtual, membersOf, type Transitions } from "../../declare/field-spec.ts";
import { integer, list, oneOf, text } from "../../declare/fields.ts";
import { timestamp } from "../../declare/service-fields.ts";
import type { Values } from "../../declare/values.ts";
import { kindOf } from "../../kinds/kinds.ts";
import { keyColumn, memberColumn, pathColumn } from "../column.ts";
import type { Property, Resource } from "../resource.ts";

const ID: FieldSpec = { ...text().upTo(64).spec, kind: "id", presence: "derived" };
const SERIAL_ID: FieldSpec = { ...ID, kind: "serial" };
const COUNT: FieldSpec = { ...integer().atLeast(0).spec, presence: "derived", fallback: 0 };
const TIME: FieldSpec = timestamp().spec;
const TEXT: FieldSpec = { ...text().spec, presence: "derived" };

/** The property with the states to which a record may change. */
export const ALLOWED_TRANSITIONS = "allowed_transitions";

/** The properties of a resource's own view. */
export function ownProperties(resource: Resource): Map<string, Property> {
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

/** The id of a record, as lists show it. */
export function idProperty(column: string): Property {
  return property("id", column, ID, { listed: true });
}

/** A property that lists show, with the members of its objects. */
export function listedProperties(name: string, column: string, spec: FieldSpec): Property[] {
  return [property(name, column, spec, { listed: true }), ...memberProperties(name, column, spec)];
}

/** The members of objects, by which lists are filtered and sorted: `location.body`; the keys of arrays, by which they are filtered. */
function memberProperties(name: string, column: string, spec: FieldSpec): Property[] {
  return membersOf(spec).map((member) => {
    const path = member.elementKey?.parameter ?? [name, ...member.path].join(".");
    const own = memberColumn(column, member.path);
    return property(path, own, member.spec, { shown: false, within: { column, member } });
  });
}

function allowedTransitions(lifecycle: string, transitions: Transitions): Property {
  const value = (values: Values) => [...(transitions[values[lifecycle] as string] ?? [])];
  const states: FieldSpec = { ...list(oneOf(...Object.keys(transitions))).spec, presence: "derived" };
  return property(ALLOWED_TRANSITIONS, "", states, { computed: { from: [lifecycle], value } });
}

function property(name: string, column: string, spec: FieldSpec, options: Partial<Property> = {}): Property {
  const isStored = spec.kind !== "array" || (column !== "" && !spec.computed);
  const filterable = isStored && kindOf(spec.kind).query !== undefined;
  return { name, column, spec, shown: true, listed: false, filterable, ...options };
}

/** The column with the number of a child's records. */
export function countColumn(resource: Resource, child: string): string {
  return resource.childCounts.find((count) => count.child.name === child)!.column;
}
