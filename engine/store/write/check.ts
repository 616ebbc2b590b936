/** Checks a record before it is written: normalizes it, applies the rules, looks up its references, and collects all faults. */
import { sameJson, type Values } from "../../declare/values.ts";
import type { Fault } from "../../problem.ts";
import { representStored } from "../../resource/representation.ts";
import type { Resource } from "../../resource/resource.ts";
import { nameInText } from "../../resource/text.ts";
import type { StoredRecord } from "../tables.ts";
import { type Input, type NormalizedRecord, normalize } from "./normalize.ts";
import { elementFaults, resolveReferences } from "./references.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** A normalized record with all of its faults. Only a record without faults is written. */
export interface CheckedRecord extends NormalizedRecord {
  readonly submission: Input["submission"];
}

/**
 * Checks a submission. Collects all faults instead of throwing the first.
 * @param input.parent the parent of a new record, if the resource has one
 */
export async function check(
  unit: UnitOfWork,
  resource: Resource,
  input: Input & { readonly parent: StoredRecord | undefined },
): Promise<CheckedRecord> {
  const { submission, identity, before, parent } = input;
  const normalized = normalize(resource, input);
  const { values } = normalized;
  const faults = [
    ...normalized.faults,
    ...readOnlyFaults(resource, input, normalized),
    ...brokenRules(resource, input, normalized, unit.now),
  ];
  const further = [
    ...(await resolveReferences(unit, resource, values, before, submission.pointer)),
    ...(await elementFaults(unit, resource, values, before, submission.pointer)),
    ...(await writeThroughFaults(unit, resource, input, normalized)),
  ];
  for (const fault of further) {
    // One fault per field is enough: an invalid id is also unknown.
    if (!faults.some(({ pointer }) => pointer === fault.pointer)) faults.push(fault);
  }
  if (resource.member && !before) {
    const member = await unit.find(resource.member, identity[resource.key] as string);
    const pointer = `${submission.pointer}/${resource.key}`;
    if (!member && !submission.faults.some((fault) => fault.pointer === pointer)) {
      faults.push({
        in: "value",
        pointer,
        code: "unknown_reference",
        message: `There is no ${nameInText(resource.member)} with the id ${JSON.stringify(identity[resource.key])}.`,
      });
    }
    for (const { side, field, column } of resource.copies)
      values[column] = (side === "owner" ? parent : member)?.[field] ?? null;
  }
  if (faults.length === 0) await computeDefaults(unit, resource, normalized, before);
  return { ...normalized, faults, submission };
}

/** Returns a fault for each read-only field that is sent with another value than it was read with. */
function readOnlyFaults(
  resource: Resource,
  { submission, identity, before }: Input,
  { values }: NormalizedRecord,
): Fault[] {
  const { body, pointer } = submission;
  const view = resource.views[0]!;
  let shown: Values | undefined;
  const faults: Fault[] = [];
  const fault = (name: string, message: string) =>
    faults.push({ in: "value", pointer: `${pointer}/${name}`, code: "read_only", message });
  for (const [name, written] of Object.entries(body)) {
    const column = view.properties.get(name)?.column ?? name;
    if (column in identity) {
      if (written !== identity[column])
        fault(name, `${name} does not match the path; it must be ${JSON.stringify(identity[column])}.`);
      continue;
    }
    const spec = resource.fields.get(name);
    const isReadOnly =
      !spec || spec.presence === "derived" || (spec.derivedWith !== undefined && values[spec.derivedWith] !== null);
    if (!isReadOnly || name === "id" || (spec?.derivedWith && written === null && !before)) continue;
    if (before) shown ??= representStored(view, before);
    if (shown && sameJson(shown[name] ?? null, written)) continue;
    const allowed = before ? "Send it back as it was read, or omit it." : "Omit it when you create a record.";
    const cause =
      name === "updated_at" && before ? " The record has changed since then; use If-Match to detect that." : "";
    fault(name, `${name} is set by the service. ${allowed}${cause}`);
  }
  return faults;
}

/** Returns a fault for each rule that does not hold. Rules of fields that already have a fault are skipped. */
function brokenRules(
  { rules }: Resource,
  { submission, before }: Input,
  { values, faulty }: NormalizedRecord,
  now: string,
): Fault[] {
  const context = { today: now.slice(0, 10), now, before };
  return rules
    .filter(({ field, holds }) => !faulty.has(field) && !holds(values, context))
    .map(({ field, sentence }) => ({
      in: "value",
      pointer: `${submission.pointer}/${field}`,
      code: "rule_broken",
      message: sentence,
    }));
}

/** The faults of the values that the declaration writes elsewhere, if they differ from those that are shown. */
async function writeThroughFaults(
  { registry }: UnitOfWork,
  { checkWriteThrough }: Resource,
  { submission: { pointer }, before }: Input,
  { writtenThrough }: NormalizedRecord,
): Promise<Fault[]> {
  if (!checkWriteThrough || !isWrittenThrough(writtenThrough, before)) return [];
  const faults = await checkWriteThrough(writtenThrough, before, registry);
  return faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer }));
}

/** Whether a client wants other values than a record shows; null for a new one. */
export function isWrittenThrough(writtenThrough: Values, record: Values | null): boolean {
  return Object.entries(writtenThrough).some(([field, value]) => value !== (record?.[field] ?? null));
}

async function computeDefaults(
  unit: UnitOfWork,
  { computeDefault }: Resource,
  { values, unset }: NormalizedRecord,
  before: StoredRecord | null,
): Promise<void> {
  for (const [field, compute] of computeDefault) {
    if (unset.includes(field)) values[field] = await compute({ ...before, ...values }, unit.registry);
  }
}
