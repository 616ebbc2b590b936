/** From what a client sent to the values of a record: defaults, merge patches, read-only fields, rules. */

import type { FieldSpec } from "../../declare/field-spec.ts";
import { instant, type Json, sameJson, type Values } from "../../declare/values.ts";
import type { Fault } from "../../problem.ts";
import { representStored } from "../../resource/representation.ts";
import { declaredColumn, type Resource } from "../../resource/resource.ts";
import type { Submission } from "../../resource/submission.ts";
import { faultsInValue, listOf } from "../../resource/validation.ts";
import { countColumn } from "../../resource/views.ts";
import type { StoredRecord } from "../tables.ts";

/** A record about to be written. */
export interface NormalizedRecord {
  /** The declared fields by column, and the ids. */
  readonly values: Values;
  /** What was written into fields that go through the declaration's `writeThrough`. */
  readonly through: Values;
  /** Fields that fell back to nothing, which the declaration may work out. */
  readonly left: ReadonlySet<string>;
  readonly faults: readonly Fault[];
}

/**
 * @param identity the columns that the path decides: the parent's id and the record's own
 * @param before the record as it is, null when it is made
 */
export function normalize(
  resource: Resource,
  submission: Submission,
  identity: Values,
  before: StoredRecord | null,
  now: string,
): NormalizedRecord {
  const { body, at, objections = [] } = submission;
  const fieldOf = (fault: Fault) => fault.pointer!.slice(at.length + 1).split("/")[0]!;
  const stays = (field: string) => before !== null && sameJson(before[field] ?? null, body[field] ?? null);
  const faults: Fault[] = [...submission.faults, ...objections.filter((fault) => !stays(fieldOf(fault)))];
  const faulty = new Set(faults.map(fieldOf));
  const values: Values = { ...identity };
  const through: Values = {};
  const left = new Set<string>();
  for (const [name, spec] of resource.fields) {
    if (spec.presence === "derived") {
      const made = spec.secret?.keep(submission.issued[name]!);
      const known = before?.[name] ?? made ?? spec.fallback;
      const { author } = submission;
      if (!spec.count) values[name] = spec.byAuthor && author ? spec.byAuthor(known, author) : known;
      continue;
    }
    if (spec.through) {
      if (body[name] !== undefined) through[name] = body[name];
      values[name] = before?.[name] ?? null;
      continue;
    }
    const value = faulty.has(name) ? undefined : storedValue(name, spec, submission, before, faults);
    values[name] =
      value ?? (faulty.has(name) ? (before?.[name] ?? spec.fallback ?? body[name] ?? null) : spec.fallback);
    if (value === undefined) left.add(name);
    if (spec.full) Object.assign(values, declaredOrCounted(resource, name, spec, submission, before));
  }
  for (const [name, spec] of resource.fields) {
    if (spec.derivedWith) values[name] = derivedOrDeclared(name, spec, submission, before, values);
  }
  faults.push(...readOnlyFaults(resource, submission, identity, before, values));
  for (const [field, rules] of Object.entries(resource.declaration.rules ?? {})) {
    if (faulty.has(field)) continue;
    for (const [sentence, holds] of Object.entries(
      rules as Record<string, (record: Values, today: string, now: string, before: Values | null) => boolean>,
    )) {
      if (!holds(values, now.slice(0, 10), now, before))
        faults.push({ in: "value", pointer: `${at}/${field}`, code: "rule_broken", message: sentence });
    }
  }
  return { values, through, left, faults };
}

/** The value to store, or undefined when there is none and the fallback stands in. */
function storedValue(
  name: string,
  spec: FieldSpec,
  submission: Submission,
  before: StoredRecord | null,
  faults: Fault[],
): Json | undefined {
  const { body, intent, at } = submission;
  const given = body[name];
  const fault = (code: string, message: string): void => {
    faults.push({ in: "value", pointer: `${at}/${name}`, code, message });
  };
  if (spec.transitions) {
    if (given === null)
      fault("required", `${name} is one of ${listOf(Object.keys(spec.transitions))}; leave it out to keep it.`);
    return given ?? before?.[name] ?? undefined;
  }
  if (intent === "patch") {
    if (given === undefined) return before?.[name] ?? undefined;
    if (given === null && spec.presence === "required") {
      fault("required", `${name} is required and cannot be cleared.`);
      return before?.[name] ?? undefined;
    }
    if (spec.kind === "object" && given !== null) {
      const merged = mergePatch(before?.[name] ?? null, given);
      faults.push(
        ...faultsInValue(spec.schema, merged, `${at}/${name}`).map((each) => ({ ...each, in: "value" as const })),
      );
      return merged;
    }
  }
  if (given === undefined || given === null) return undefined;
  return spec.kind === "instant" ? (instant(given as string) ?? given) : given;
}

/** Applies a JSON Merge Patch (RFC 7396 §2). */
export function mergePatch(target: Json, patch: Json): Json {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const base = target !== null && typeof target === "object" && !Array.isArray(target) ? target : {};
  const merged = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name) ?? null, value));
  }
  return Object.fromEntries(merged);
}

/** A number that was declared, or follows the count of a child. Sent back as it was shown it is no declaration. */
function declaredOrCounted(
  resource: Resource,
  name: string,
  spec: FieldSpec,
  submission: Submission,
  before: StoredRecord | null,
): Values {
  const counted = (before?.[countColumn(resource, spec.count!)] ?? 0) as number;
  const wasDeclared = (before?.[declaredColumn(name)] ?? null) as number | null;
  const given = submission.body[name];
  const kept = given === undefined && submission.intent === "patch";
  const echoed = before !== null && wasDeclared === null && given === before[name];
  const declared = kept ? wasDeclared : echoed ? null : ((given ?? null) as number | null);
  return { [name]: declared ?? counted, [declaredColumn(name)]: declared };
}

/** A value that is derived while another field has a value; it keeps its last one when that is taken away. */
function derivedOrDeclared(
  name: string,
  spec: FieldSpec,
  submission: Submission,
  before: StoredRecord | null,
  values: Values,
): Json {
  const last = before?.[name] ?? null;
  if (values[spec.derivedWith!] !== null) return last;
  const given = submission.body[name];
  const freed = before !== null && before[spec.derivedWith!] !== null;
  if (given === undefined) return freed || submission.intent === "patch" ? last : spec.fallback;
  return given;
}

/** Server-set fields may come back as they were read; anything else is a fault. */
function readOnlyFaults(
  resource: Resource,
  submission: Submission,
  identity: Values,
  before: StoredRecord | null,
  values: Values,
): Fault[] {
  const { body, at } = submission;
  const view = resource.views[0]!;
  let shown: Values | undefined;
  const faults: Fault[] = [];
  for (const [name, given] of Object.entries(body)) {
    const property = view.properties.get(name);
    const column = property?.column ?? name;
    if (column in identity) {
      if (given !== identity[column])
        faults.push(readOnly(at, name, `${name} is ${JSON.stringify(identity[column])} here, as the path says.`));
      continue;
    }
    const spec = resource.fields.get(name);
    const derived = spec
      ? spec.presence === "derived" || (spec.derivedWith && values[spec.derivedWith] !== null)
      : true;
    if (!derived || name === "id" || (spec?.derivedWith && given === null && !before)) continue;
    if (before) shown ??= representStored(view, before);
    if (shown && sameJson(shown[name] ?? null, given)) continue;
    const stale =
      name === "updated_at" && before ? " Someone else wrote in between; If-Match guards against that." : "";
    faults.push(
      readOnly(
        at,
        name,
        `${name} is set by the service${before ? "; send it back as it was read, or leave it out" : ", and a new record has none yet"}.${stale}`,
      ),
    );
  }
  return faults;
}

function readOnly(at: string, name: string, message: string): Fault {
  return { in: "value", pointer: `${at}/${name}`, code: "read_only", message };
}
