/** Updates records: the checked values, what follows from them, and what a write of one record passes on to others. */
import type { RegistryWriter } from "../../declare/hooks.ts";
import { sameJson } from "../../declare/values.ts";
import { refuseFaults } from "../../problem.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Submission } from "../../resource/submission.ts";
import { parentIdentity } from "../place.ts";
import type { StoredRecord } from "../tables.ts";
import { type CheckedRecord, check, isWrittenThrough } from "./check.ts";
import { refuseConflicts, requirePermit } from "./conflicts.ts";
import { propagate } from "./propagate.ts";
import { isVisible } from "./system-writer.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** Applies a submission to a record. @throws Problem 422 or 409 */
export async function updateRecord(
  unit: UnitOfWork,
  resource: Resource,
  before: StoredRecord,
  submission: Submission,
  registry: RegistryWriter,
): Promise<StoredRecord> {
  const identity = {
    ...parentIdentity(resource, before[resource.parentKey ?? ""] as string),
    [resource.key]: before[resource.key]!,
  };
  const checked = await check(unit, resource, { submission, identity, before, parent: undefined });
  refuseFaults(checked.faults);
  const values = { ...before, ...checked.values };
  await requirePermit(resource, submission, { after: values, before, registry });
  await refuseConflicts(unit, resource, values, before);
  if (resource.derive) Object.assign(values, await resource.derive(values, registry));
  const changes = Object.fromEntries(
    Object.entries(values).filter(([column, value]) => !sameJson(before[column] ?? null, value)),
  );
  const after = await unit.update(resource, before, changes, { bumpRevision: isVisible(resource, changes) });
  if (after !== before) await propagate(unit, resource, [{ before, after }]);
  return writeThrough(unit, resource, after, checked, registry);
}

/** Marks a record as deleted, as the declaration's `softDelete` says. @throws Problem 409 */
export async function softDelete(unit: UnitOfWork, resource: Resource, before: StoredRecord): Promise<StoredRecord> {
  const changes = resource.softDelete!.changes(before, unit.now);
  await refuseConflicts(unit, resource, { ...before, ...changes }, before);
  const after = await unit.update(resource, before, changes, { bumpRevision: true });
  await propagate(unit, resource, [{ before, after }]);
  return after;
}

/** Passes the values of write-through fields to the declaration. @returns the record as it is after that */
export async function writeThrough(
  unit: UnitOfWork,
  resource: Resource,
  record: StoredRecord,
  { writtenThrough }: CheckedRecord,
  registry: RegistryWriter,
): Promise<StoredRecord> {
  const isWritten = resource.writeThrough !== undefined && isWrittenThrough(writtenThrough, record);
  if (isWritten) await resource.writeThrough!(writtenThrough, record, registry);
  const isStale = isWritten || resource.countedIn.some(({ parent }) => parent === resource);
  if (!isStale) return record;
  const parent = record[resource.parentKey ?? ""] as string | undefined;
  return (await unit.find(resource, record[resource.key] as string, parent))!;
}
