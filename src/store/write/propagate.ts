/** What a write changes elsewhere: counts on parents, copies in memberships, derived fields of members. */

import type { RegistryReader } from "../../declare/hooks.ts";
import type { Values } from "../../declare/values.ts";
import { conflict } from "../../problem.ts";
import { type ChildCount, declaredColumn, type Resource } from "../../resource/resource.ts";
import type { StoredRecord } from "../tables.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** A record as it was and as it is; null where it was not there, or is not any more. */
export interface RecordChange {
  readonly before: StoredRecord | null;
  readonly after: StoredRecord | null;
}

/**
 * Carries out all consequences of records of one resource having been written.
 * @throws Problem when a count would exceed what a parent declares
 */
export async function propagate(
  unit: UnitOfWork,
  resource: Resource,
  written: readonly RecordChange[],
  registry: RegistryReader,
): Promise<void> {
  for (const tally of resource.countedIn) await recount(unit, tally, written, registry);
  const stale = new Map<string, { resource: Resource; id: string }>();
  const derives = (side: Resource | undefined, id: unknown) => {
    if (side?.declaration.derive) stale.set(`${side.name} ${id}`, { resource: side, id: id as string });
  };
  if (resource.kind === "membership") {
    for (const { before, after } of written) {
      derives(resource.member, (after ?? before)![resource.key]);
      derives(resource.parent, (after ?? before)![resource.parentKey!]);
    }
  }
  for (const { before, after } of written) {
    if (before && after) await repeat(unit, resource, before, after, derives);
  }
  for (const { resource: side, id } of stale.values()) await updateDerived(unit, side, id, registry);
}

/** Adds what was made to, and takes what was deleted from, the count that a parent keeps. */
async function recount(
  unit: UnitOfWork,
  tally: ChildCount,
  written: readonly RecordChange[],
  registry: RegistryReader,
): Promise<void> {
  const deltas = new Map<string, number>();
  const add = (id: unknown, delta: number) => {
    if (typeof id === "string") deltas.set(id, (deltas.get(id) ?? 0) + delta);
  };
  for (const { before, after } of written) {
    add(before?.[tally.by], -1);
    add(after?.[tally.by], 1);
  }
  for (const [id, delta] of deltas) {
    const parent = delta === 0 ? undefined : await unit.find(tally.on, id);
    if (!parent) continue;
    const total = (parent[tally.column] as number) + delta;
    const changes: Values = { [tally.column]: total };
    let visible = false;
    for (const [field, spec] of tally.on.fields) {
      if (spec.count !== tally.child.name) continue;
      const declared = spec.full ? (parent[declaredColumn(field)] as number | null) : null;
      if (declared === null) visible = true;
      else if (delta > 0 && total > declared)
        throw conflict(spec.full!, `${field} is declared as ${declared}, and that many are assigned.`);
      if (spec.full) changes[field] = declared ?? total;
    }
    const now = await unit.update(tally.on, parent, changes, visible);
    if (visible) await propagate(unit, tally.on, [{ before: parent, after: now }], registry);
  }
}

/** Brings the copies of a record's fields in the memberships that it owns or is a member of up to date. */
async function repeat(
  unit: UnitOfWork,
  resource: Resource,
  before: StoredRecord,
  after: StoredRecord,
  derives: (side: Resource | undefined, id: unknown) => void,
): Promise<void> {
  for (const side of ["owner", "member"] as const) {
    const memberships =
      side === "owner" ? resource.children.filter((child) => child.kind === "membership") : resource.memberOf;
    for (const membership of memberships) {
      const copies = membership.copies.filter((copy) => copy.side === side && before[copy.field] !== after[copy.field]);
      if (copies.length === 0) continue;
      const changes: Values = Object.fromEntries(copies.map((copy) => [copy.column, after[copy.field]!]));
      const column = side === "owner" ? membership.parentKey! : membership.key;
      for (const entry of await unit.findAllBy(membership, column, after[resource.key] as string)) {
        await unit.update(
          membership,
          entry,
          changes,
          copies.some((copy) => copy.shown),
        );
        if (side === "owner") derives(membership.member, entry[membership.key]);
        else derives(membership.parent, entry[membership.parentKey!]);
      }
    }
  }
}

/** Works out the derived fields of a record, and writes them where they differ. */
export async function updateDerived(
  unit: UnitOfWork,
  resource: Resource,
  id: string,
  registry: RegistryReader,
): Promise<void> {
  const record = await unit.find(resource, id);
  if (!record) return;
  const derived = (await resource.declaration.derive!(record, registry)) as Values;
  const now = await unit.update(resource, record, derived, true);
  if (now !== record) await propagate(unit, resource, [{ before: record, after: now }], registry);
}
