/** Records what a unit of work changes: single records, with their states before and after, and batches. */

import type { Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import { recordPath } from "../../resource/templates.ts";
import type { StoredRecord } from "../tables.ts";
import { type AddressOf, type BatchAddress, byCollection, CreatedBatch, DeletedBatch } from "./batches.ts";
import { storedChange } from "./change-data.ts";
import type { ChangeEvent, RecordedChange } from "./change-event.ts";

/** The last parts of the types of events of one record. */
export const SINGLE_VERBS = ["created", "updated", "deleted"] as const;

/** The change of one record. */
class SingleChange implements RecordedChange {
  readonly resource: Resource;
  readonly before: StoredRecord | null;
  after: StoredRecord | null;
  /** Whether a batch contains its deletion. */
  isInBatch = false;

  constructor(resource: Resource, before: StoredRecord | null, after: StoredRecord) {
    this.resource = resource;
    this.before = before;
    this.after = after;
  }

  get verb(): (typeof SINGLE_VERBS)[number] {
    return this.before ? (this.after ? "updated" : "deleted") : "created";
  }

  get subject(): string {
    return recordPath(this.resource, (this.after ?? this.before)!);
  }

  /** Omits private values, because the event may outlive the record. */
  data(time: string): Values | undefined {
    const { resource, before, after, isInBatch } = this;
    // Without either, the record was created and deleted in the same unit of work.
    if (isInBatch || (!before && !after)) return undefined;
    return resource.private === undefined ? storedChange(resource, before, after, time) : {};
  }
}

/** Records that were deleted with their parent: all with a value in a column. */
export interface DeletedChildren {
  readonly column: string;
  readonly value: string;
  /** The integer key of the parent. */
  readonly deletedWith: number;
}

/** By integer key. */
type ChangesByKey = Map<number, SingleChange | CreatedBatch>;

/** Collects the changes of one unit of work. It ignores resources whose changes are not logged. */
export class ChangeRecorder {
  /** In the order of the first change of each record or batch. */
  private readonly changes: RecordedChange[] = [];
  /** The changes of records that still exist. */
  private readonly byRecord = new Map<Resource, ChangesByKey>();
  private readonly batches = new Map<string, RecordedChange>();
  private addressOf: AddressOf | undefined;

  /** What `work` creates and deletes is recorded in batches. */
  async together<T>(addressOf: AddressOf, work: () => Promise<T>): Promise<T> {
    const outer = this.addressOf;
    this.addressOf = addressOf;
    try {
      return await work();
    } finally {
      this.addressOf = outer;
    }
  }

  /** Records what is no change of a record. */
  emit(change: RecordedChange): void {
    if (change.resource.log) this.changes.push(change);
  }

  created(resource: Resource, record: StoredRecord): void {
    if (!resource.log) return;
    if (!this.addressOf) return void this.add(resource, null, record);
    const batch = this.batch(CreatedBatch, resource, this.addressOf(resource, record));
    batch.add(record);
    this.changesOf(resource).set(record.n, batch);
  }

  /** Without `emitEvent`, the written values appear only if another change of the record emits an event. */
  updated(resource: Resource, before: StoredRecord, written: Values, { emitEvent }: { emitEvent: boolean }): void {
    if (!resource.log) return;
    const change = this.changesOf(resource).get(before.n);
    // The event of a batch does not show its records.
    if (change instanceof CreatedBatch) return;
    // `before` may be older than earlier changes of the record, so only the written values are applied.
    if (change) change.after = { ...change.after, ...written } as StoredRecord;
    else if (emitEvent) this.add(resource, before, { ...before, ...written } as StoredRecord);
  }

  /** @param deletedWith the integer key of the parent whose deletion deleted it, or `ALONE` */
  deleted(resource: Resource, record: StoredRecord, deletedWith: number): void {
    if (!resource.log) return;
    const changes = this.changesOf(resource);
    const change = changes.get(record.n);
    if (change instanceof CreatedBatch) change.remove(record);
    else if (!this.addressOf) (change ?? this.add(resource, record, record)).after = null;
    else {
      if (change) change.isInBatch = true;
      // A record that was created in the same unit of work has never existed for others.
      if (change?.before !== null)
        this.batch(DeletedBatch, resource, this.addressOf(resource, record)).add(1, deletedWith);
    }
    changes.delete(record.n);
  }

  /** Records were deleted unread. None of them is in a batch of this unit of work. */
  deletedAll(resource: Resource, { column, value, deletedWith }: DeletedChildren, count: number): void {
    if (!resource.log) return;
    const batch = this.batch(DeletedBatch, resource, byCollection(resource, { [column]: value }));
    batch.add(count, deletedWith);
    const changes = this.changesOf(resource);
    for (const [key, change] of changes) {
      if (!(change instanceof SingleChange && change.after?.[column] === value)) continue;
      if (change.before === null) batch.add(-1, deletedWith);
      change.isInBatch = true;
      changes.delete(key);
    }
  }

  private changesOf(resource: Resource): ChangesByKey {
    let changes = this.byRecord.get(resource);
    if (!changes) {
      changes = new Map();
      this.byRecord.set(resource, changes);
    }
    return changes;
  }

  private add(resource: Resource, before: StoredRecord | null, after: StoredRecord): SingleChange {
    const change = new SingleChange(resource, before, after);
    this.changes.push(change);
    this.changesOf(resource).set(after.n, change);
    return change;
  }

  /** The batch of a kind and address, which is recorded once. */
  private batch<B extends RecordedChange>(
    Batch: new (resource: Resource, address: BatchAddress) => B,
    resource: Resource,
    address: BatchAddress,
  ): B {
    const key = `${Batch.name} ${resource.name} ${address.subject}`;
    let batch = this.batches.get(key) as B | undefined;
    if (!batch) {
      batch = new Batch(resource, address);
      this.batches.set(key, batch);
      this.changes.push(batch);
    }
    return batch;
  }

  /** Yields the events of all changes. */
  *events(actor: string, time: string): Generator<ChangeEvent, void> {
    for (const change of this.changes) {
      const data = change.data(time);
      if (!data) continue;
      const { resource, verb, subject } = change;
      const type = `${resource.one}.${verb}`;
      yield { type, subject, time, actor, scope: resource.eventScope!, data };
    }
  }
}
