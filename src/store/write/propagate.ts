/** Propagates a write to other records: counts on parents, copies in memberships, derived fields. */

import type { Values } from "../../declare/values.ts";
import { conflict } from "../../problem.ts";
import { type ChildCount, declaredColumn, type Resource } from "../../resource/resource.ts";
import type { StoredRecord } from "../tables.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** A record before and after a write; null before its creation and after its deletion. */
export interface RecordChange {
  readonly before: StoredRecord | null;
  readonly after: StoredRecord | null;
}

interface RecordId {
  readonly resource: Resource;
  readonly id: string;
}

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
    if (before && after) related.push(...(await updateCopies(unit, resource, before, after)));
  }
  const derived = new Map<string, RecordId>();
  for (const each of related) {
    if (each.resource.derive) derived.set(`${each.resource.name} ${each.id}`, each);
  }
  for (const each of derived.values()) await updateDerived(unit, each.resource, each.id);
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

/** Deletes records and propagates their deletion. */
export async function deleteRecords(
  unit: UnitOfWork,
  resource: Resource,
  records: readonly StoredRecord[],
): Promise<void> {
  for (const record of records) {
    await unit.timeSlice.yieldIfOver();
    await unit.delete(resource, record);
  }
  await propagate(
    unit,
    resource,
    records.map((before) => ({ before, after: null })),
  );
}
