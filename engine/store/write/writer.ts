/** Creates, replaces, patches and deletes records under all rules, within a unit of work. */
import type { RegistryWriter } from "../../declare/hooks.ts";
import { isId } from "../../declare/values.ts";
import { type Fault, refuseFaults } from "../../problem.ts";
import { invalidId, parentNotFound, recordNotFound } from "../../resource/messages.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Submission } from "../../resource/submission.ts";
import { timeOrderedUuid } from "../../runtime/uuid.ts";
import { byCollection, byKind } from "../events/batches.ts";
import { keyAt, type Place, parentIdentity } from "../place.ts";
import type { StoredRecord } from "../tables.ts";
import { type CheckedRecord, check } from "./check.ts";
import { countCascade, refuseDependents } from "./dependents.ts";
import { insertChecked } from "./insert.ts";
import { deleteChildren, deleteRecords, deriveAfter, propagate, updateDerived } from "./propagate.ts";
import { TransactionWriter } from "./registry.ts";
import { SystemWriter } from "./system-writer.ts";
import type { UnitOfWork } from "./unit-of-work.ts";
import { softDelete, updateRecord, writeThrough } from "./update.ts";

/** The record after a replacement, and whether it was created. */
export interface ReplaceResult {
  readonly record: StoredRecord;
  readonly created: boolean;
}

/**
 * Checks the current record (undefined if there is none) in the transaction that changes it, so that of two writers who
 * read the same state only one succeeds.
 * @throws Problem, usually `precondition-failed`
 */
export type Precondition = (record: StoredRecord | undefined) => void;

const noPrecondition: Precondition = () => {};

/** How to delete a record. */
export interface DeleteOptions {
  /** Also deletes the records that the record owns. */
  readonly cascade?: boolean;
  readonly precondition?: Precondition;
}

/** Writes records as clients request it. */
export class Writer {
  /** Reads and writes for the hooks of declarations. */
  readonly registry: RegistryWriter;
  /** Writes for the service itself, without the rules for clients. */
  readonly system: SystemWriter;
  private readonly unit: UnitOfWork;

  constructor(unit: UnitOfWork) {
    this.unit = unit;
    this.registry = new TransactionWriter(unit, this);
    this.system = new SystemWriter(unit);
  }

  /** Creates a record. @throws Problem 404, 422 or 409 */
  async create(resource: Resource, parentId: string | undefined, submission: Submission): Promise<StoredRecord> {
    const [record] = await this.createEach(resource, parentId, [submission]);
    return record!;
  }

  /** Creates several records of one parent, all or none, as one event. @throws Problem with the faults of all records */
  createAll(
    resource: Resource,
    parentId: string | undefined,
    submissions: readonly Submission[],
  ): Promise<StoredRecord[]> {
    return this.unit.changed.together(byCollection, () => this.createEach(resource, parentId, submissions));
  }

  /** The records of one kind that `work` creates are one event. Derived fields are written once, at the end. */
  createTogether<T>(work: () => Promise<T>): Promise<T> {
    return this.unit.changed.together(byKind, () => deriveAfter(this.unit, work));
  }

  /** Creates several records of one parent, all or none. @throws Problem with the faults of all records */
  async createEach(
    resource: Resource,
    parentId: string | undefined,
    submissions: readonly Submission[],
  ): Promise<StoredRecord[]> {
    const parent = await this.findParent(resource, parentId);
    const checked: CheckedRecord[] = [];
    for (const submission of submissions) {
      await this.unit.timeSlice.yieldIfOver();
      const identity = { ...parentIdentity(resource, parentId), [resource.key]: newKey(resource, submission) };
      checked.push(await check(this.unit, resource, { submission, identity, before: null, parent }));
    }
    refuseFaults(checked.flatMap(({ faults }) => faults));
    const { registry } = this;
    const records = await insertChecked(this.unit, resource, checked, { registry, mayBeTaken: true });
    await propagate(
      this.unit,
      resource,
      records.map((after) => ({ before: null, after })),
    );
    return submissions.length === 1
      ? [await writeThrough(this.unit, resource, records[0]!, checked[0]!, registry)]
      : records;
  }

  /** Replaces the record at a place, or creates it. @throws Problem 404, 422 or 409 */
  async replace(
    resource: Resource,
    place: Place,
    submission: Submission,
    precondition = noPrecondition,
  ): Promise<ReplaceResult> {
    const parent = await this.findParent(resource, place.parentId);
    const key = keyAt(resource, place);
    const before = await this.unit.find(resource, key, place.parentId);
    precondition(before);
    const { registry } = this;
    if (before)
      return { record: await updateRecord(this.unit, resource, before, submission, registry), created: false };
    const faults: Fault[] = isId(key)
      ? []
      : [{ in: "value", pointer: "/id", code: "invalid_id", message: invalidId(key) }];
    const identity = { ...parentIdentity(resource, place.parentId), [resource.key]: key };
    const checked = await check(this.unit, resource, { submission, identity, before: null, parent });
    refuseFaults([...faults, ...checked.faults]);
    const [record] = await insertChecked(this.unit, resource, [checked], { registry, mayBeTaken: false });
    await propagate(this.unit, resource, [{ before: null, after: record! }]);
    return { record: await writeThrough(this.unit, resource, record!, checked, registry), created: true };
  }

  /** Applies a merge patch to the record at a place. @throws Problem 404, 422 or 409 */
  async patch(
    resource: Resource,
    place: Place,
    submission: Submission,
    precondition = noPrecondition,
  ): Promise<StoredRecord> {
    const record = await this.findAt(resource, place);
    precondition(record);
    return updateRecord(this.unit, resource, record, submission, this.registry);
  }

  /** Deletes a record, or marks it as deleted if the declaration has `softDelete`. @throws Problem 404 or 409 */
  async delete(
    resource: Resource,
    place: Place,
    { cascade = false, precondition = noPrecondition }: DeleteOptions = {},
  ): Promise<StoredRecord> {
    const record = await this.findAt(resource, place);
    precondition(record);
    if (resource.softDelete) return softDelete(this.unit, resource, record);
    await refuseDependents(this.unit, resource, record, { cascade });
    for (const child of resource.children) await deleteChildren(this.unit, child, record);
    await deleteRecords(this.unit, resource, [record]);
    return record;
  }

  /** Counts the records that a cascading deletion would delete. @throws Problem 404, and what `precondition` throws */
  async countDeletions(resource: Resource, place: Place, precondition: Precondition): Promise<number> {
    const record = await this.findAt(resource, place);
    precondition(record);
    return countCascade(this.unit, resource, record);
  }

  /** Finds the parent of a new record. @throws Problem 404 */
  async findParent(resource: Resource, parentId: string | undefined): Promise<StoredRecord | undefined> {
    if (!resource.parent) return undefined;
    const parent = await this.unit.find(resource.parent, parentId!);
    if (parent) return parent;
    const hint = resource.private ? "" : await this.unit.suggestId(resource.parent, { id: parentId });
    throw parentNotFound(resource.parent, parentId, hint);
  }

  /** Updates the derived fields of all records. */
  async updateAllDerived(resource: Resource): Promise<void> {
    for await (const record of this.unit.scan(resource))
      await updateDerived(this.unit, resource, record[resource.key] as string);
  }

  // The steps of a write.

  private async findAt(resource: Resource, place: Place): Promise<StoredRecord> {
    await this.findParent(resource, place.parentId);
    const record = await this.unit.find(resource, keyAt(resource, place), place.parentId);
    if (!record) throw recordNotFound(resource, await this.unit.suggestId(resource, place));
    return record;
  }
}

/** The key of a new record: the member's id, the id in the body, or a new one. */
function newKey(resource: Resource, { body }: Submission) {
  return resource.member ? body[resource.key]! : (body.id ?? timeOrderedUuid());
}
