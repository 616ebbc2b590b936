/** Creates, replaces, patches and deletes records under all rules, within a unit of work. */
import { v7 as timeOrderedUuid } from "uuid";
import type { RegistryWriter } from "../../declare/hooks.ts";
import { isId, sameJson } from "../../declare/values.ts";
import { conflict, type Fault, notFound, recordNotFound, refuseFaults } from "../../problem.ts";
import { ID_MESSAGE } from "../../resource/messages.ts";
import { nameInText, type Resource } from "../../resource/resource.ts";
import type { Submission } from "../../resource/submission.ts";
import { keyAt, type Place, parentIdentity } from "../place.ts";
import type { StoredRecord } from "../tables.ts";
import { type CheckedRecord, check } from "./check.ts";
import { refuseConflicts } from "./conflicts.ts";
import { countCascade, refuseDependents } from "./dependents.ts";
import { deleteRecords, propagate, updateDerived } from "./propagate.ts";
import { TransactionWriter } from "./registry.ts";
import { isVisible, SystemWriter } from "./system-writer.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

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
    const [record] = await this.createAll(resource, parentId, [submission]);
    return record!;
  }

  /** Creates several records of one parent, all or none. @throws Problem with the faults of all records */
  async createAll(
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
    const records: StoredRecord[] = [];
    for (const each of checked) {
      await this.unit.timeSlice.yieldIfOver();
      records.push(await this.insert(resource, each));
    }
    await propagate(
      this.unit,
      resource,
      records.map((after) => ({ before: null, after })),
    );
    return submissions.length === 1 ? [await this.writeThrough(resource, records[0]!, checked[0]!)] : records;
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
    if (before) return { record: await this.update(resource, before, submission), created: false };
    const faults: Fault[] = isId(key) ? [] : [{ in: "value", pointer: "/id", code: "invalid_id", message: ID_MESSAGE }];
    const identity = { ...parentIdentity(resource, place.parentId), [resource.key]: key };
    const checked = await check(this.unit, resource, { submission, identity, before: null, parent });
    refuseFaults([...faults, ...checked.faults]);
    const record = await this.insert(resource, checked);
    await propagate(this.unit, resource, [{ before: null, after: record }]);
    return { record: await this.writeThrough(resource, record, checked), created: true };
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
    return this.update(resource, record, submission);
  }

  /** Deletes a record, or marks it as deleted if the declaration has `softDelete`. @throws Problem 404 or 409 */
  async delete(
    resource: Resource,
    place: Place,
    { cascade = false, precondition = noPrecondition }: DeleteOptions = {},
  ): Promise<StoredRecord> {
    const record = await this.findAt(resource, place);
    precondition(record);
    if (resource.softDelete) return this.softDelete(resource, record);
    await refuseDependents(this.unit, resource, record, { cascade });
    for (const child of resource.children) {
      const children = await this.unit.findAllBy(child, child.parentKey!, record[resource.key] as string);
      await deleteRecords(this.unit, child, children);
    }
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
    if (!parent) throw notFound(`There is no ${nameInText(resource.parent)} with the id ${JSON.stringify(parentId)}.`);
    return parent;
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
    if (!record) throw recordNotFound(resource);
    return record;
  }

  private async insert(resource: Resource, { values, submission }: CheckedRecord): Promise<StoredRecord> {
    for (const { column } of resource.childCounts) values[column] = 0;
    await refuseConflicts(this.unit, resource, values, null);
    if (resource.derive) Object.assign(values, await resource.derive(values, this.registry));
    const record = await this.unit.insert(resource, values);
    if (record) return record;
    throw conflict(
      "already_exists",
      resource.member
        ? `${JSON.stringify(values[resource.key])} is already on this list. Change its entry instead.`
        : `Another ${nameInText(resource)} already has the id ${JSON.stringify(values[resource.key])}. Choose a different one.`,
      `${submission.pointer}/${resource.member ? resource.key : "id"}`,
    );
  }

  private async update(resource: Resource, before: StoredRecord, submission: Submission): Promise<StoredRecord> {
    const identity = {
      ...parentIdentity(resource, before[resource.parentKey ?? ""] as string),
      [resource.key]: before[resource.key]!,
    };
    const checked = await check(this.unit, resource, { submission, identity, before, parent: undefined });
    refuseFaults(checked.faults);
    const values = { ...before, ...checked.values };
    await refuseConflicts(this.unit, resource, values, before);
    if (resource.derive) Object.assign(values, await resource.derive(values, this.registry));
    const changes = Object.fromEntries(
      Object.entries(values).filter(([column, value]) => !sameJson(before[column] ?? null, value)),
    );
    const after = await this.unit.update(resource, before, changes, { bumpRevision: isVisible(resource, changes) });
    if (after !== before) await propagate(this.unit, resource, [{ before, after }]);
    return this.writeThrough(resource, after, checked);
  }

  private async softDelete(resource: Resource, before: StoredRecord): Promise<StoredRecord> {
    const changes = resource.softDelete!.changes(before, this.unit.now);
    await refuseConflicts(this.unit, resource, { ...before, ...changes }, before);
    const after = await this.unit.update(resource, before, changes, { bumpRevision: true });
    await propagate(this.unit, resource, [{ before, after }]);
    return after;
  }

  /** Passes the values of write-through fields to the declaration. @returns the record as it is after that */
  private async writeThrough(
    resource: Resource,
    record: StoredRecord,
    { writtenThrough }: CheckedRecord,
  ): Promise<StoredRecord> {
    const { writeThrough } = resource;
    const hasChanges = Object.entries(writtenThrough).some(([field, value]) => value !== record[field]);
    if (writeThrough && hasChanges) await writeThrough(writtenThrough, record, this.registry);
    const isStale = (writeThrough && hasChanges) || resource.countedIn.some(({ parent }) => parent === resource);
    if (!isStale) return record;
    const parent = record[resource.parentKey ?? ""] as string | undefined;
    return (await this.unit.find(resource, record[resource.key] as string, parent))!;
  }
}

/** The key of a new record: the member's id, the id in the body, or a new one. */
function newKey(resource: Resource, { body }: Submission) {
  return resource.member ? body[resource.key]! : (body.id ?? timeOrderedUuid());
}
