/** What an update of the data has to do, and what it leaves as it is because somebody has changed it. */
import type { Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import { recordPath } from "../../resource/templates.ts";
import type { Store } from "../../store/store.ts";
import { type FieldDifference, type Merge, merge, shippedValues, storedValues } from "./merge.ts";
import { inLoadingOrder, keyIn } from "./sources.ts";

/** The records of resources as they are shipped. */
export type Shipped = ReadonlyMap<Resource, readonly Values[]>;

/** A record that an update creates, changes or deletes. */
export interface Change {
  readonly action: "create" | "update" | "delete";
  readonly resource: Resource;
  readonly path: string;
  /** The fields that it changes. */
  readonly fields: readonly FieldDifference[];
}

/** A record, or fields of one, that an update leaves as they are stored. */
export interface Kept extends Omit<Change, "action"> {
  /** Somebody has changed it or deleted it; or the update was refused, by a rule that records of somebody else bring in. */
  readonly reason: "changed" | "deleted" | "refused";
  /** Why the update was refused. */
  readonly message?: string;
}

/** A record to create, change or delete. */
export interface Step {
  readonly action: "create" | "update" | "delete";
  readonly resource: Resource;
  /** As it was shipped before; undefined if it is new. */
  readonly base: Values | undefined;
  /** As it is shipped now; before, if it is no more. */
  readonly record: Values;
  readonly fields: readonly FieldDifference[];
}

/** What there is to do, in the order in which it is most likely allowed: references after their targets. */
export async function plan(store: Store, before: Shipped, now: Shipped): Promise<{ steps: Step[]; kept: Kept[] }> {
  const steps: Step[] = [];
  const deletions: Step[] = [];
  const kept: Kept[] = [];
  for (const resource of inLoadingOrder(store.catalog)) {
    const [base, theirs] = [byKey(resource, before.get(resource)), byKey(resource, now.get(resource))];
    if (base.size + theirs.size === 0) continue;
    const mine = await storedAmong(store, resource, new Set([...base.keys(), ...theirs.keys()]));
    for (const key of new Set([...theirs.keys(), ...base.keys()])) {
      const [was, is] = [base.get(key), theirs.get(key)];
      const versions = {
        base: was && shippedValues(resource, was),
        theirs: is && shippedValues(resource, is),
        mine: mine.get(key),
      };
      const merged = merge(versions);
      const step = { resource, base: was, record: (is ?? was)!, fields: merged.taken };
      if (merged.action === "delete") deletions.push({ ...step, action: merged.action });
      else if (merged.action) steps.push({ ...step, action: merged.action });
      kept.push(...keptOf(step, merged, versions.mine !== undefined));
    }
  }
  return { steps: [...steps, ...deletions.reverse()], kept };
}

/** Records by what identifies them. Those that get an id when they are stored are not known again, and left out. */
export function byKey(resource: Resource, records: readonly Values[] = []): Map<string, Values> {
  const keyed = records.map((record) => [keyIn(resource, record), record] as const);
  return new Map(keyed.filter((each): each is [string, Values] => each[0] !== undefined));
}

/** Reads the stored records with these keys. */
async function storedAmong(store: Store, resource: Resource, keys: ReadonlySet<string>): Promise<Map<string, Values>> {
  const found = new Map<string, Values>();
  for await (const batch of store.scanBatches(resource, {}, BATCH)) {
    for (const record of batch) {
      const key = keyIn(resource, record)!;
      if (keys.has(key)) found.set(key, storedValues(resource, record));
    }
  }
  return found;
}

const BATCH = 1_000;

function keptOf(step: Omit<Step, "action">, { kept, isOwn }: Merge, isStored: boolean): Kept[] {
  if (isOwn) return [{ ...keptIn(step, isStored ? "changed" : "deleted"), fields: [] }];
  return kept.length > 0 ? [{ ...keptIn(step, "changed"), fields: kept }] : [];
}

/** What a step would have changed, if it was not done. */
export function keptIn({ resource, record, fields }: Omit<Step, "action">, reason: Kept["reason"]): Kept {
  return { resource, path: recordPath(resource, record), fields, reason };
}
