/** The one place where records are written: created, replaced, patched and removed, under all rules, within a unit of work. */
import sql from "sql-template-tag";
import type { RegistryWriter } from "../../declare/hooks.ts";
import { isId, sameJson, type Values } from "../../declare/values.ts";
import { conflict, type Fault, noneHere, notFound, refuse } from "../../problem.ts";
import type { Resource } from "../../resource/resource.ts";
import { type Submission, submit } from "../../resource/submission.ts";
import { ID_MESSAGE } from "../../resource/validation.ts";
import type { Place } from "../store.ts";
import { quoteIdentifier, type StoredRecord } from "../tables.ts";
import { type CheckedRecord, check } from "./check.ts";
import { refuseConflicts } from "./conflicts.ts";
import { refuseDependents } from "./dependents.ts";
import { keyOf, newIdentity, parentIdentity } from "./identity.ts";
import { propagate, updateDerived } from "./propagate.ts";
import { isVisible, SystemWriter } from "./system-writer.ts";

/** A record as it was written, and whether it is new. */
export interface ReplaceResult {
  readonly record: StoredRecord;
  readonly created: boolean;
}

/**
 * Looks at the record as it is (undefined where there is none), within the transaction that will change it, so that of
 * two writers who saw the same state only one goes on.
 * @throws Problem `precondition-failed`
 */
export type Precondition = (record: StoredRecord | undefined) => void;

const noPrecondition: Precondition = () => {};

export class Writer extends SystemWriter implements RegistryWriter {
  /** Makes one record. @throws Problem 404, 422 or 409 */
  async create(resource: Resource, of: string | undefined, submission: Submission): Promise<StoredRecord> {
    const [record] = await this.createAll(resource, of, [submission]);
    return record!;
  }

  /** Makes several records of one parent, all or none. @throws Problem with the faults of all of them */
  async createAll(
    resource: Resource,
    of: string | undefined,
    submissions: readonly Submission[],
  ): Promise<StoredRecord[]> {
    const parent = await this.parentOf(resource, of);
    const candidates: CheckedRecord[] = [];
    for (const submission of submissions) {
      await this.unit.timeSlice.next();
      candidates.push(
        await check(this.unit, this, resource, submission, newIdentity(resource, of, submission), null, parent),
      );
    }
    refuse(candidates.flatMap((candidate) => candidate.faults));
    const records: StoredRecord[] = [];
    for (const candidate of candidates) {
      await this.unit.timeSlice.next();
      records.push(await this.insert(resource, candidate));
    }
    await propagate(
      this.unit,
      resource,
      records.map((after) => ({ before: null, after })),
      this,
    );
    return submissions.length === 1 ? [await this.finish(resource, records[0]!, candidates[0]!)] : records;
  }

  /** Puts a complete record at a place, new or instead of what is there. @throws Problem 404, 422 or 409 */
  async replace(
    resource: Resource,
    place: Place,
    submission: Submission,
    guard = noPrecondition,
  ): Promise<ReplaceResult> {
    const parent = await this.parentOf(resource, place.of);
    const key = keyOf(resource, place);
    const before = await this.unit.find(resource, key, place.of);
    guard(before);
    if (before) return { record: await this.rewrite(resource, before, submission), created: false };
    const faults: Fault[] = isId(key) ? [] : [{ in: "value", pointer: "/id", code: "invalid_id", message: ID_MESSAGE }];
    const identity = { ...parentIdentity(resource, place.of), [resource.key]: key };
    const checked = await check(this.unit, this, resource, submission, identity, null, parent);
    refuse([...faults, ...checked.faults]);
    const record = await this.insert(resource, checked);
    await propagate(this.unit, resource, [{ before: null, after: record }], this);
    return { record: await this.finish(resource, record, checked), created: true };
  }

  /** Applies a merge patch to the record at a place. @throws Problem 404, 422 or 409 */
  async patch(resource: Resource, place: Place, submission: Submission, guard = noPrecondition): Promise<StoredRecord> {
    const record = await this.present(resource, place);
    guard(record);
    return this.rewrite(resource, record, submission);
  }

  /** Takes a record away, and what it owns with it; or retires it. @throws Problem 404 or 409 */
  async remove(resource: Resource, place: Place, cascade: boolean, guard = noPrecondition): Promise<StoredRecord> {
    const record = await this.present(resource, place);
    guard(record);
    if (resource.softDelete) return this.retire(resource, record);
    await refuseDependents(this.unit, resource, record, cascade);
    for (const child of resource.children) {
      await this.removeAll(child, await this.unit.findAllBy(child, child.parentKey!, record[resource.key] as string));
    }
    await this.removeAll(resource, [record]);
    return record;
  }

  private async retire(resource: Resource, before: StoredRecord): Promise<StoredRecord> {
    const changes = resource.softDelete!.as(before, this.unit.now);
    await refuseConflicts(resource, { ...before, ...changes }, before, this);
    const after = await this.unit.update(resource, before, changes, true);
    await propagate(this.unit, resource, [{ before, after }], this);
    return after;
  }

  /**
   * How many records a removal would take away.
   * @throws Problem 404, and what the guard throws
   */
  async countDeletions(resource: Resource, place: Place, guard: Precondition): Promise<number> {
    const record = await this.present(resource, place);
    guard(record);
    let total = 1;
    for (const child of resource.children)
      total += await this.unit.count(child, sql`${quoteIdentifier(child.parentKey!)} = ${record[resource.key]}`);
    return total;
  }

  // What declarations may do.

  async assign(membership: string, of: string, member: string, values: Values): Promise<void> {
    const resource = this.unit.catalog.resource(membership);
    await this.create(resource, of, submit(resource, "create", { [resource.key]: member, ...values }));
  }

  async amend(membership: string, of: string, member: string, values: Values): Promise<void> {
    const resource = this.unit.catalog.resource(membership);
    await this.patch(resource, { of, id: member }, submit(resource, "patch", values));
  }

  async release(membership: string, of: string, member: string): Promise<void> {
    await this.remove(this.unit.catalog.resource(membership), { of, id: member }, false);
  }

  /** Works out the derived fields of all records anew. */
  async rederiveAll(resource: Resource): Promise<void> {
    for await (const record of this.unit.scan(resource))
      await updateDerived(this.unit, resource, record[resource.key] as string, this);
  }

  /** The parent under which a record would be made. @throws Problem 404 */
  async parentOf(resource: Resource, of: string | undefined): Promise<StoredRecord | undefined> {
    if (!resource.parent) return undefined;
    const parent = await this.unit.find(resource.parent, of!);
    if (!parent) throw notFound(`There is no ${resource.parent.one} with the id ${JSON.stringify(of)}.`);
    return parent;
  }

  // The steps of a write.

  private async present(resource: Resource, place: Place): Promise<StoredRecord> {
    await this.parentOf(resource, place.of);
    const record = await this.unit.find(resource, keyOf(resource, place), place.of);
    if (!record) throw noneHere(resource);
    return record;
  }

  private async insert(resource: Resource, { values, submission }: CheckedRecord): Promise<StoredRecord> {
    for (const tally of resource.childCounts) values[tally.column] = 0;
    await refuseConflicts(resource, values, null, this);
    if (resource.declaration.derive) Object.assign(values, await resource.declaration.derive(values, this));
    const record = await this.unit.insert(resource, values);
    if (record) return record;
    throw conflict(
      "already_exists",
      `There is a ${resource.one} with the id ${JSON.stringify(values[resource.key])} already.`,
      `${submission.at}/${resource.member ? resource.key : "id"}`,
    );
  }

  private async rewrite(resource: Resource, before: StoredRecord, submission: Submission): Promise<StoredRecord> {
    const identity = {
      ...parentIdentity(resource, before[resource.parentKey ?? ""] as string),
      [resource.key]: before[resource.key]!,
    };
    const checked = await check(this.unit, this, resource, submission, identity, before, undefined);
    refuse(checked.faults);
    const after = { ...before, ...checked.values };
    await refuseConflicts(resource, after, before, this);
    if (resource.declaration.derive) Object.assign(after, await resource.declaration.derive(after, this));
    const changes = Object.fromEntries(
      Object.entries(after).filter(([column, value]) => !sameJson(before[column] ?? null, value)),
    );
    const record = await this.unit.update(resource, before, changes, isVisible(resource, changes));
    if (record !== before) await propagate(this.unit, resource, [{ before, after: record }], this);
    return this.finish(resource, record, checked);
  }

  /** Hands what was written through to the declaration; the record may have changed by that. */
  private async finish(resource: Resource, record: StoredRecord, { through }: CheckedRecord): Promise<StoredRecord> {
    const { writeThrough } = resource.declaration;
    const differs = Object.entries(through).some(([field, value]) => value !== record[field]);
    if (writeThrough && differs) await writeThrough(through, record, this);
    const rewritten = (writeThrough && differs) || resource.countedIn.some((tally) => tally.on === resource);
    return rewritten
      ? (await this.unit.find(
          resource,
          record[resource.key] as string,
          record[resource.parentKey ?? ""] as string | undefined,
        ))!
      : record;
  }
}
