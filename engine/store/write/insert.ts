/** Inserts checked records: the last step of their creation before it propagates. */
import type { RegistryReader } from "../../declare/hooks.ts";
import { type ConflictFault, conflicts } from "../../problem.ts";
import type { Resource } from "../../resource/resource.ts";
import { nameInText } from "../../resource/text.ts";
import type { StoredRecord } from "../tables.ts";
import type { CheckedRecord } from "./check.ts";
import { hasUniqueKeys, refuseConflicts, requirePermit } from "./conflicts.ts";
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

/**
 * Inserts records, in their order.
 * @throws Problem 409 for the first that conflicts, or for all whose key is taken; if a hook may depend on the records before,
 * for the first of these
 */
export async function insertChecked(
  unit: UnitOfWork,
  resource: Resource,
  checked: readonly CheckedRecord[],
  { registry, mayBeTaken }: InsertOptions,
): Promise<StoredRecord[]> {
  const inserted: StoredRecord[] = [];
  // Hooks of a record read the records before it, and unique keys are looked up among them.
  const size = resource.derive || resource.conflicts.length > 0 || hasUniqueKeys(resource) ? 1 : BATCH;
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
    if (!areInserted) {
      const others = size === 1 ? [] : checked.slice(from + size);
      const taken = await takenAmong(unit, resource, [...batch, ...others], records);
      throw conflicts(
        "already_exists",
        taken.map((record) => alreadyExists(resource, record)),
      );
    }
    for (const record of records) inserted.push(record);
  }
  return inserted;
}

function hasChosenKey({ member }: Resource, { submission }: CheckedRecord): boolean {
  return member !== undefined || submission.body.id !== undefined;
}

/**
 * The records whose key is taken, by a stored record or by one before it.
 * @param attempted the first of them as they were to be inserted; those are stored whose key was not taken
 */
async function takenAmong(
  unit: UnitOfWork,
  resource: Resource,
  checked: readonly CheckedRecord[],
  attempted: readonly StoredRecord[],
): Promise<CheckedRecord[]> {
  const taken: CheckedRecord[] = [];
  const before = new Set<unknown>();
  for (let from = 0; from < checked.length; from += BATCH) {
    await unit.timeSlice.yieldIfOver();
    const batch = checked.slice(from, from + BATCH);
    const keys = batch.map(({ values }) => values[resource.key] as string);
    const parentId = resource.member && (batch[0]?.values[resource.parentKey!] as string | undefined);
    const stored = await unit.findKeys(resource, keys, parentId);
    for (const [index, key] of keys.entries()) {
      const own = attempted[from + index]?.n;
      const isTaken = own === undefined ? stored.has(key) || before.has(key) : stored.get(key) !== own;
      if (isTaken) taken.push(batch[index]!);
      before.add(key);
    }
  }
  return taken;
}

function alreadyExists(resource: Resource, { values, submission }: CheckedRecord): ConflictFault {
  const key = JSON.stringify(values[resource.key]);
  const message = resource.member
    ? `${key} is already on this list. Change its entry instead.`
    : `Another ${nameInText(resource)} already has the id ${key}. Choose a different one.`;
  return { message, pointer: `${submission.pointer}/${resource.member ? resource.key : "id"}` };
}
