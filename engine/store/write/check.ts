/** Checks a record before it is written: normalizes it, looks up its references, and collects all faults. */
import type { Values } from "../../declare/values.ts";
import type { Fault } from "../../problem.ts";
import { nameInText, type Resource } from "../../resource/resource.ts";
import type { StoredRecord } from "../tables.ts";
import { type Input, type NormalizedRecord, normalize } from "./normalize.ts";
import { resolveReferences } from "./references.ts";
import { brokenRules, readOnlyFaults } from "./rules.ts";
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
