/** Inserts checked records: the last step of their creation before it propagates. */
import type { RegistryReader } from "../../declare/hooks.ts";
import { conflict, type Problem } from "../../problem.ts";
import { nameInText, type Resource } from "../../resource/resource.ts";
import type { StoredRecord } from "../tables.ts";
import type { CheckedRecord } from "./check.ts";
import { refuseConflicts, requirePermit } from "./conflicts.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** The number of records that are inserted at once. Other requests run in between. */
const BATCH = 250;

/** How to insert records. */
export interface InsertOptions {
  /** What `derive` reads. */
  readonly registry: RegistryReader;
  /** Whether a key that the client has chosen may be taken. */
  readonly mayBeTaken: boolean;
}

/** Inserts records, in their order. @throws Problem 409 for the first that conflicts or whose key is taken */
export async function insertChecked(
  unit: UnitOfWork,
  resource: Resource,
  checked: readonly CheckedRecord[],
  { registry, mayBeTaken }: InsertOptions,
): Promise<StoredRecord[]> {
  const inserted: StoredRecord[] = [];
  // Hooks of a record read the records before it.
  const size = resource.derive || resource.conflicts.length > 0 ? 1 : BATCH;
  for (let from = 0; from < checked.length; from += size) {
    await unit.timeSlice.yieldIfOver();
    const batch = checked.slice(from, from + size);
    for (const { values, submission } of batch) {
      for (const { column } of resource.childCounts) values[column] = 0;
      await requirePermit(resource, submission, { after: values, before: null, registry });
      await refuseConflicts(unit, resource, values, null);
      if (resource.derive) Object.assign(values, await resource.derive(values, registry));
    }
    const rows = batch.map(({ values }) => values);
    const hasChosen = mayBeTaken && batch.some((record) => hasChosenKey(resource, record));
    const { records, areInserted } = await unit.insertAll(resource, rows, { mayBeTaken: hasChosen });
    if (!areInserted) throw alreadyExists(resource, batch[await firstTaken(unit, resource, records)]!);
    for (const record of records) inserted.push(record);
  }
  return inserted;
}

function hasChosenKey({ member }: Resource, { submission }: CheckedRecord): boolean {
  return member !== undefined || submission.body.id !== undefined;
}

/** The position of the first of these records that was not inserted, because its key is taken. */
async function firstTaken(unit: UnitOfWork, resource: Resource, records: readonly StoredRecord[]): Promise<number> {
  for (const [index, { n, ...values }] of records.entries()) {
    const parentId = values[resource.parentKey ?? ""] as string | undefined;
    const found = await unit.find(resource, values[resource.key] as string, parentId);
    if (found?.n !== n) return index;
  }
  throw new Error("All of the records were inserted.");
}

function alreadyExists(resource: Resource, { values, submission }: CheckedRecord): Problem {
  const key = JSON.stringify(values[resource.key]);
  const message = resource.member
    ? `${key} is already on this list. Change its entry instead.`
    : `Another ${nameInText(resource)} already has the id ${key}. Choose a different one.`;
  return conflict("already_exists", message, `${submission.pointer}/${resource.member ? resource.key : "id"}`);
}
