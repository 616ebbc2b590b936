/** Three-way merges of records: as they were shipped, as they are shipped now, and as they are stored. */
import { isVirtual } from "../../declare/field-spec.ts";
import { type Json, sameJson, type Values } from "../../declare/values.ts";
import { declaredColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Submission } from "../../resource/submission.ts";
import { memoize } from "../../runtime/memoize.ts";
import { normalize } from "../../store/write/normalize.ts";

/** The versions of one record: values of the fields that clients write, as they are stored. Undefined where there is none. */
export interface Versions {
  /** As it was shipped before. */
  readonly base: Values | undefined;
  /** As it is shipped now. */
  readonly theirs: Values | undefined;
  /** As it is stored. */
  readonly mine: Values | undefined;
}

/** A field of which the shipped and the stored value differ. */
export interface FieldDifference {
  readonly field: string;
  readonly mine: Json;
  readonly theirs: Json;
}

/** What a merge does with a record. */
export interface Merge {
  /** What is to be done; undefined if the record stays as it is. */
  readonly action: "create" | "update" | "delete" | undefined;
  /** The fields to take over, if it is an update. */
  readonly taken: readonly FieldDifference[];
  /** The fields that stay as they are stored, because somebody has changed them. */
  readonly kept: readonly FieldDifference[];
  /** Whether somebody has deleted the record, or changed one that is shipped no more: it stays so. */
  readonly isOwn: boolean;
}

const NOTHING: Merge = { action: undefined, taken: [], kept: [], isOwn: false };

/** Merges a record. What nobody has touched since it was shipped is as it is shipped now; the rest stays. */
export function merge({ base, theirs, mine }: Versions): Merge {
  if (!mine) {
    if (!theirs) return NOTHING;
    return base ? { ...NOTHING, isOwn: true } : { ...NOTHING, action: "create" };
  }
  if (!theirs) {
    if (!base) return NOTHING;
    const isTouched = Object.keys(base).some((field) => isChanged(base, mine, field));
    return isTouched ? { ...NOTHING, isOwn: true } : { ...NOTHING, action: "delete" };
  }
  const differences = Object.keys(theirs)
    .filter((field) => isChanged(theirs, mine, field))
    .map((field) => ({ field, mine: mine[field] ?? null, theirs: theirs[field]! }));
  const taken = differences.filter(({ field }) => base && !isChanged(base, mine, field));
  const kept = differences.filter((each) => !taken.includes(each));
  return { ...NOTHING, action: taken.length > 0 ? "update" : undefined, taken, kept };
}

function isChanged(before: Values, after: Values, field: string): boolean {
  return field in before && !sameJson(before[field], after[field] ?? null);
}

/**
 * The values of a record that is shipped: all that clients may write, with defaults. Fields that are not declared any more are
 * left out, and without a value those that are computed or derived then.
 */
export function shippedValues(resource: Resource, record: Values): Values {
  const body = Object.fromEntries(Object.entries(record).filter(([name]) => resource.fields.has(name)));
  const { values, unset } = normalize(resource, { submission: { ...NEW, body }, identity: {}, before: null });
  const isLeftOut = ([name]: [string, Json]) =>
    unset.includes(name) || (!(name in body) && resource.fields.get(name)!.derivedWith !== undefined);
  return Object.fromEntries(Object.entries(storedValues(resource, values)).filter((each) => !isLeftOut(each)));
}

const NEW: Omit<Submission, "body"> = {
  action: "create",
  ...{ faults: [], asyncFaults: [], secrets: {}, author: undefined, pointer: "" },
};

/** The values of a record that is stored, by the fields that clients write. */
export function storedValues(resource: Resource, record: Values): Values {
  const columns = writtenFields(resource).map(
    ([name, { overflowCode }]) => [name, overflowCode ? declaredColumn(name) : name] as const,
  );
  return Object.fromEntries(columns.map(([name, column]) => [name, record[column] ?? null]));
}

const writtenFields = memoize(({ fields }: Resource) =>
  [...fields].filter(
    ([name, spec]) => spec.presence !== "derived" && !spec.writtenThrough && !spec.secret && !isVirtual(name, spec),
  ),
);

/** The merge patch (RFC 7396) that takes fields over, and makes what is derived of one of them unknown with it. */
export function patchOf({ fields }: Resource, taken: readonly FieldDifference[]): Values {
  const patch = Object.fromEntries(taken.map(({ field, mine, theirs }) => [field, replacement(mine, theirs)]));
  for (const [name, { derivedWith = "" }] of fields) if (patch[derivedWith] === null) patch[name] ??= null;
  return patch;
}

/** A merge patch (RFC 7396) that makes `after` of `before`: members that are missing there are null. */
function replacement(before: Json, after: Json): Json {
  if (!isObject(before) || !isObject(after)) return after;
  const missing = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const members = Object.entries(after).map(([name, value]) => [name, replacement(before[name] ?? null, value)]);
  return Object.fromEntries([...missing.map((name) => [name, null]), ...members]);
}

function isObject(value: Json): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
