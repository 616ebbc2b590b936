/** Normalizes a submission into the values of a record: defaults, merge patches, values that the service sets. */

import { type FieldSpec, isVirtual } from "../../declare/field-spec.ts";
import { type Json, sameJson, type Values } from "../../declare/values.ts";
import { kindOf } from "../../kinds/kinds.ts";
import type { Fault } from "../../problem.ts";
import { formatList } from "../../problem.ts";
import { declaredColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Submission } from "../../resource/submission.ts";
import { faultsInValue } from "../../resource/validation.ts";
import { countColumn } from "../../resource/views/properties.ts";
import { memoize } from "../../runtime/memoize.ts";
import { blankRecord, type StoredRecord } from "../tables.ts";

/** What a record is normalized from. */
export interface Input {
  readonly submission: Submission;
  /** The columns that the path determines: the parent's id and the record's own. */
  readonly identity: Values;
  /** The current record; null for a new one. */
  readonly before: StoredRecord | null;
}

/** The values of a record, with the faults found on the way. */
export interface NormalizedRecord {
  /** The stored values by column, the identity included. */
  readonly values: Values;
  /** The values for fields that the declaration's `writeThrough` handles. */
  readonly writtenThrough: Values;
  /** Fields without a value; a declaration may compute a default for them. */
  readonly unset: readonly string[];
  readonly faults: readonly Fault[];
  /** The fields whose values were faulty before they were normalized. */
  readonly faulty: ReadonlySet<string>;
}

interface Context extends Input, NormalizedRecord {
  readonly resource: Resource;
  readonly unset: string[];
  readonly faults: Fault[];
}

const NONE: ReadonlySet<string> = new Set();

type Normalizer = (name: string, spec: FieldSpec, context: Context) => Json;

/** Computes the value of every field, by the origin of its value. */
export function normalize(resource: Resource, input: Input): NormalizedRecord {
  const { submission, identity, before } = input;
  const { body, pointer, asyncFaults } = submission;
  const fieldOf = (fault: Fault) => fault.pointer!.slice(pointer.length + 1).split("/")[0]!;
  const isUnchanged = (field: string) => before !== null && sameJson(before[field] ?? null, body[field] ?? null);
  const faults = [...submission.faults, ...asyncFaults.filter((fault) => !isUnchanged(fieldOf(fault)))];
  const faulty = faults.length === 0 ? NONE : new Set(faults.map(fieldOf));
  const values: Values = { ...(before ?? blankRecord(resource)), ...identity };
  const context: Context = { ...input, resource, values, writtenThrough: {}, unset: [], faults, faulty };
  const { fields, byAuthor, conditional } = normalizersOf(resource);
  for (const [name, spec, normalizer] of fields) values[name] = normalizer(name, spec, context);
  // These depend on the values of other fields.
  for (const [name, spec] of conditional) values[name] = derivedWhilePresent(name, spec, context);
  for (const [name, next] of byAuthor)
    if (submission.author) values[name] = next(values[name]!, submission.author, { before, after: values });
  return { values, writtenThrough: context.writtenThrough, unset: context.unset, faults, faulty };
}

/** The normalizer of each field that has a column, chosen by the origin of its value. */
const normalizersOf = memoize((resource: Resource) => {
  const fields = [...resource.fields]
    .filter(([name, spec]) => !(spec.presence === "derived" && spec.count) && !isVirtual(name, spec))
    .map(([name, spec]): [string, FieldSpec, Normalizer] => [name, spec, NORMALIZERS[originOf(spec)]]);
  return {
    fields,
    byAuthor: [...resource.fields].flatMap(([name, { byAuthor }]) => (byAuthor ? [[name, byAuthor] as const] : [])),
    conditional: [...resource.fields].filter(([, { derivedWith }]) => derivedWith),
  };
});

function originOf({
  presence,
  secret,
  writtenThrough,
  overflowCode,
  transitions,
}: FieldSpec): keyof typeof NORMALIZERS {
  if (presence === "derived") return secret ? "secret" : "service";
  if (writtenThrough) return "otherCollection";
  if (overflowCode) return "clientOrCount";
  return transitions ? "lifecycle" : "client";
}

const NORMALIZERS = {
  client: (name, spec, context) => orFallback(name, spec, context, writtenValue),
  lifecycle: (name, spec, context) => orFallback(name, spec, context, stateValue),
  clientOrCount: declaredOrCounted,
  otherCollection: writeThroughValue,
  service: serviceValue,
  secret: secretValue,
} satisfies Record<string, Normalizer>;

/** A value, or the fallback if there is none or it has a fault. */
function orFallback(
  name: string,
  spec: FieldSpec,
  context: Context,
  read: (name: string, spec: FieldSpec, context: Context) => Json | undefined,
): Json {
  const { resource, before, submission, faulty, unset } = context;
  const value = faulty.has(name) ? undefined : read(name, spec, context);
  if (value === undefined && resource.computeDefault.has(name)) unset.push(name);
  if (faulty.has(name)) return before?.[name] ?? spec.fallback ?? submission.body[name] ?? null;
  return value ?? spec.fallback;
}

function writtenValue(name: string, spec: FieldSpec, context: Context): Json | undefined {
  const { before, submission, faults } = context;
  const current = before?.[name] ?? undefined;
  const written = submission.body[name];
  if (submission.action === "patch") {
    if (written === undefined) return current;
    if (written === null && spec.presence === "required") {
      faults.push(fault(context, name, "required", `${name} is required and cannot be null.`));
      return current;
    }
    if (spec.kind === "object" && written !== null) {
      const merged = mergePatch(current ?? null, written);
      const found = faultsInValue(spec.schema, merged, `${submission.pointer}/${name}`);
      faults.push(...found.map((each) => ({ ...each, in: "value" as const })));
      return merged;
    }
  }
  if (written === undefined || written === null) return undefined;
  return kindOf(spec.kind).normalize?.(written) ?? written;
}

function stateValue(name: string, { transitions }: FieldSpec, context: Context): Json | undefined {
  const written = context.submission.body[name];
  if (written === null) {
    const states = formatList(Object.keys(transitions!));
    context.faults.push(fault(context, name, "required", `${name} cannot be null. Send one of ${states}, or omit it.`));
  }
  return written ?? context.before?.[name] ?? undefined;
}

/** A number that is declared, or else counted. A client that sends back the count that it read does not declare it. */
function declaredOrCounted(name: string, spec: FieldSpec, context: Context): Json {
  const { resource, before, submission, values } = context;
  orFallback(name, spec, context, writtenValue);
  const counted = (before?.[countColumn(resource, spec.count!)] ?? 0) as number;
  const declaredBefore = (before?.[declaredColumn(name)] ?? null) as number | null;
  const written = submission.body[name];
  const isOmitted = written === undefined && submission.action === "patch";
  const isEcho = before !== null && declaredBefore === null && written === before[name];
  const declared = isOmitted ? declaredBefore : isEcho ? null : ((written ?? null) as number | null);
  values[declaredColumn(name)] = declared;
  return declared ?? counted;
}

function writeThroughValue(name: string, _: FieldSpec, { before, submission, writtenThrough }: Context): Json {
  const written = submission.body[name];
  if (written !== undefined) writtenThrough[name] = written;
  return before?.[name] ?? null;
}

function serviceValue(name: string, { fallback }: FieldSpec, { before }: Context): Json {
  return before?.[name] ?? fallback;
}

function secretValue(name: string, { secret }: FieldSpec, { before, submission }: Context): Json {
  return before?.[name] ?? secret!.toStored(submission.secrets[name]!);
}

/** A value that is derived while another field has a value. It remains if that other value is removed. */
function derivedWhilePresent(
  name: string,
  { derivedWith, fallback }: FieldSpec,
  { before, submission, values }: Context,
): Json {
  const current = before?.[name] ?? null;
  if (values[derivedWith!] !== null) return current;
  const written = submission.body[name];
  if (written !== undefined) return written;
  const wasDerived = before !== null && before[derivedWith!] !== null;
  return wasDerived || submission.action === "patch" ? current : fallback;
}

function fault({ submission }: Context, name: string, code: string, message: string): Fault {
  return { in: "value", pointer: `${submission.pointer}/${name}`, code, message };
}

/** Applies a JSON Merge Patch (RFC 7396 §2). */
function mergePatch(target: Json, patch: Json): Json {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const base = target !== null && typeof target === "object" && !Array.isArray(target) ? target : {};
  const merged = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name) ?? null, value));
  }
  return Object.fromEntries(merged);
}
