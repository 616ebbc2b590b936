/**
 * What an event says of one record, as it is stored and as it is shown. It is stored without what is elsewhere in the
 * event or can be computed: ids, which are in the subject, the event's own time, links, null, and in `before` the
 * values that have not changed. That is most of a representation.
 */

import { type Json, sameJson, type Values } from "../../declare/values.ts";
import type { Kind } from "../../kinds/kinds.ts";
import { fullProjection, represent } from "../../resource/representation.ts";
import type { Resource, View } from "../../resource/resource.ts";
import { parsePath } from "../../resource/templates.ts";
import { type FormerName, withCurrentNames } from "./former-names.ts";

/** The kinds of fields that hold ids. */
const ID_KINDS: readonly Kind[] = ["id", "reference"];
/** The times of a record, which are often that of the event. */
const TIMES = ["created_at", "updated_at"];

/**
 * The stored form of a change; `before` or `after` is null if the record did not exist then.
 * @param time the time of the change
 */
export function storedChange(resource: Resource, before: Values | null, after: Values | null, time: string): Values {
  const [former, current] = [before && storedValues(resource, before), after && storedValues(resource, after)];
  if (!former) return { after: withoutTime(current!, time) };
  if (!current) return { before: former };
  const changed: Values = {};
  for (const name of new Set([...Object.keys(former), ...Object.keys(current)])) {
    const value = former[name] ?? null;
    if (!sameJson(value, current[name] ?? null)) changed[name] = value;
  }
  return { before: changed, after: withoutTime(current, time) };
}

/** The values that a representation needs, by property, without ids and null. */
function storedValues({ views, key, parentKey }: Resource, record: Values): Values {
  const values: Values = {};
  for (const { name, column } of fullProjection(views[0]!).needed) {
    const value = record[column] ?? null;
    if (value !== null && column !== key && column !== parentKey) values[name] = value;
  }
  return values;
}

function withoutTime(values: Values, time: string): Values {
  for (const name of TIMES) if (values[name] === time) delete values[name];
  return values;
}

/** The properties of an event that tell what it says of records. */
export interface StoredEvent {
  readonly id: string;
  readonly subject: string;
  readonly actor: string;
  /** The time of the change. */
  readonly created_at: string;
  readonly data: { readonly before?: Values; readonly after?: Values; readonly deleted_with?: number };
}

/**
 * The data of an event as clients see it.
 * @param resource the resource whose record or records changed; undefined if it is no longer declared
 * @param names the fields that were renamed since events were stored
 */
export function shownData(
  resource: Resource | undefined,
  { id, subject, actor, created_at, data }: StoredEvent,
  names: readonly FormerName[],
): Values {
  const { before, after, deleted_with: _, ...others } = data;
  // The record is private, or it is a batch.
  if (!before && !after) return { ...others, actor };
  const times = { created_at, updated_at: created_at };
  const current = after && (isWhole(after) ? after : { ...times, ...after });
  const former = before && (isWhole(before) ? before : { ...current, ...before });
  const show = (values: Values | undefined) =>
    values && resource
      ? shownRecord(resource, subject, withCurrentNames(names, resource.table, Number(id), values))
      : values;
  return { before: show(former) ?? null, after: show(current) ?? null, actor };
}

/** Whether this is a representation: earlier versions stored events as they are shown. */
function isWhole(values: Values): boolean {
  return "_links" in values;
}

/** A record as this version shows it, with the values of fields that are no longer declared. */
function shownRecord(resource: Resource, subject: string, values: Values): Values {
  const [view, ids] = [resource.views[0]!, parsePath(resource.path, subject)];
  if (isWhole(values)) return withLowerCaseIds(view, values);
  const projection = fullProjection(view);
  const needed = projection.needed.map(({ name, column }) => [name, ids[column] ?? values[name] ?? null]);
  // Names with two underscores are columns of the service.
  const undeclared = Object.entries(values).filter(([name]) => !view.properties.has(name) && !name.includes("__"));
  return { ...Object.fromEntries(undeclared), ...represent(projection, Object.fromEntries(needed)) };
}

/** A representation of an earlier version, whose ids may have had capitals. Its subject was migrated. */
function withLowerCaseIds(view: View, values: Values): Values {
  const isId = (name: string): boolean => ID_KINDS.includes(view.properties.get(name)?.spec.kind as Kind);
  const entries = Object.entries(values).map(([name, value]) => [name, isId(name) ? lowerCased(value) : value]);
  const links = Object.entries(values._links as Values).map(([name, path]) => [name, lowerCased(path)]);
  return { ...Object.fromEntries(entries), _links: Object.fromEntries(links) };
}

function lowerCased(value: Json): Json {
  return typeof value === "string" ? value.toLowerCase() : value;
}
