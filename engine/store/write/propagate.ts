/** Propagates a write to other records: counts on parents, copies in memberships, derived fields. */

import type { Values } from "../../declare/values.ts";
import { conflict } from "../../problem.ts";
import { declaredColumn } from "../../resource/column.ts";
import type { ChildCount, Resource } from "../../resource/resource.ts";
import { byCollection } from "../events/batches.ts";
import type { StoredRecord } from "../tables.ts";
import type { RecordId, Underived, UnitOfWork } from "./unit-of-work.ts";

/** A record before and after a write; null before its creation and after its deletion. */
export interface RecordChange {
  readonly before: StoredRecord | null;
  readonly after: StoredRecord | null;
}

/** How many children that others depend on are in memory at once while their parent is deleted. */
const DELETE_BATCH = 200;

/**
 * Updates the records that depend on those that were written.
 * @throws Problem 409 if a count would exceed the number that its parent declares
 */
export async function propagate(unit: UnitOfWork, resource: Resource, changes: readonly RecordChange[]): Promise<void> {
  for (const childCount of resource.countedIn) await updateCount(unit, childCount, changes);
  const related: RecordId[] = [];
  if (resource.kind === "membership") {
    for (const { before, after } of changes) {
      const entry = (after ?? before)!;
      related.push(memberOf(resource, entry), ownerOf(resource, entry));
    }
  }
  for (const { before, after } of changes) {
    if (before && after) {
      related.push(...(await updateCopies(unit, resource, before, after)));
      const affected = (await resource.affects?.({ before, after, registry: unit.registry })) ?? [];
      related.push(...affected.map(({ name, id }) => ({ resource: unit.catalog.resource(name), id })));
    }
  }
  const underived: Underived = unit.underived ?? new Map();
  for (const each of related) {
    if (each.resource.derive) underived.set(`${each.resource.name} ${each.id}`, each);
  }
  if (underived !== unit.underived) await deriveAll(unit, underived);
}

/** Derives the fields of each record once, after `work`, however often `work` changes what they depend on. */
export async function deriveAfter<T>(unit: UnitOfWork, work: () => Promise<T>): Promise<T> {
  const underived: Underived = new Map();
  unit.underived = underived;
  const result = await work();
  unit.underived = undefined;
  await deriveAll(unit, underived);
  return result;
}

async function deriveAll(unit: UnitOfWork, records: Underived): Promise<void> {
  for (const { resource, id } of records.values()) await updateDerived(unit, resource, id);
}

function memberOf(membership: Resource, entry: StoredRecord): RecordId {
  return { resource: membership.member!, id: entry[membership.key] as string };
}

function ownerOf(membership: Resource, entry: StoredRecord): RecordId {
  return { resource: membership.parent!, id: entry[membership.parentKey!] as string };
}

async function updateCount(
  unit: UnitOfWork,
  { parent, child, foreignKey, column }: ChildCount,
  changes: readonly RecordChange[],
): Promise<void> {
  const deltas = new Map<string, number>();
  const add = (id: unknown, delta: number) => {
    if (typeof id === "string") deltas.set(id, (deltas.get(id) ?? 0) + delta);
  };
  for (const { before, after } of changes) {
    add(before?.[foreignKey], -1);
    add(after?.[foreignKey], 1);
  }
  for (const [id, delta] of deltas) {
    const record = delta === 0 ? undefined : await unit.find(parent, id);
    if (!record) continue;
    const total = (record[column] as number) + delta;
    const values: Values = { [column]: total };
    let isShown = false;
    for (const [field, spec] of parent.fields) {
      if (spec.count !== child.name) continue;
      const declared = spec.overflowCode ? (record[declaredColumn(field)] as number | null) : null;
      if (declared === null) isShown = true;
      else if (delta > 0 && total > declared)
        throw conflict(
          spec.overflowCode!,
          `${field} is ${declared}, and that many are already assigned. Raise ${field}, or remove one first.`,
        );
      if (spec.overflowCode) values[field] = declared ?? total;
    }
    const after = await unit.update(parent, record, values, { bumpRevision: isShown });
    if (isShown) await propagate(unit, parent, [{ before: record, after }]);
  }
}

/**
 * Updates the copies of a record's fields in its memberships.
 * @returns the records on the other side of the memberships that were updated
 */
async function updateCopies(
  unit: UnitOfWork,
  resource: Resource,
  before: StoredRecord,
  after: StoredRecord,
): Promise<RecordId[]> {
  const related: RecordId[] = [];
  for (const side of ["owner", "member"] as const) {
    const memberships =
      side === "owner" ? resource.children.filter((child) => child.kind === "membership") : resource.memberOf;
    for (const membership of memberships) {
      const copies = membership.copies.filter((copy) => copy.side === side && before[copy.field] !== after[copy.field]);
      if (copies.length === 0) continue;
      const values: Values = Object.fromEntries(copies.map((copy) => [copy.column, after[copy.field]!]));
      const bumpRevision = copies.some((copy) => copy.shown);
      const key = side === "owner" ? membership.parentKey! : membership.key;
      for (const entry of await unit.findAllBy(membership, key, after[resource.key] as string)) {
        await unit.update(membership, entry, values, { bumpRevision });
        related.push(side === "owner" ? memberOf(membership, entry) : ownerOf(membership, entry));
      }
    }
  }
  return related;
}

/** Derives the fields of a record again, and writes those that differ. */
export async function updateDerived(unit: UnitOfWork, resource: Resource, id: string): Promise<void> {
  const before = await unit.find(resource, id);
  if (!before) return;
  const derived = await resource.derive!(before, unit.registry);
  const after = await unit.update(resource, before, derived, { bumpRevision: true });
  if (after !== before) await propagate(unit, resource, [{ before, after }]);
}

/**
 * Deletes records and propagates their deletion.
 * @param deletedWith the integer key of the parent whose deletion deletes them, if that does
 */
export async function deleteRecords(
  unit: UnitOfWork,
  resource: Resource,
  records: readonly StoredRecord[],
  deletedWith?: number,
): Promise<void> {
  for (const record of records) {
    await unit.timeSlice.yieldIfOver();
    await unit.delete(resource, record, deletedWith);
  }
  await propagate(
    unit,
    resource,
    records.map((before) => ({ before, after: null })),
  );
}

/** Deletes the children of a record that is about to be deleted. Those of one collection are one event. */
export async function deleteChildren(unit: UnitOfWork, child: Resource, parent: StoredRecord): Promise<void> {
  const parentId = parent[child.parent!.key] as string;
  if (isShownByParentAlone(child)) return unit.deleteAll(child, child.parentKey!, parentId, parent.n);
  const deleteEach = async (): Promise<void> => {
    for await (const records of unit.children(child, parentId, DELETE_BATCH))
      await deleteRecords(unit, child, records, parent.n);
  };
  return child.kind === "single" ? deleteEach() : unit.changed.together(byCollection, deleteEach);
}

/** Whether no other record than their parent depends on the records of a collection. */
function isShownByParentAlone({ kind, parentKey, countedIn }: Resource): boolean {
  return kind === "collection" && countedIn.every(({ foreignKey }) => foreignKey === parentKey);
}
