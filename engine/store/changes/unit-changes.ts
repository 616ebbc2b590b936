/** What a unit of work has changed so far, for those who follow it: change counters, kept lists, the event log. */
import type { Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import type { AddressOf } from "../events/batches.ts";
import type { ChangeEvent, RecordedChange } from "../events/change-event.ts";
import { ChangeRecorder, type DeletedChildren } from "../events/recorder.ts";
import type { StoredRecord } from "../tables.ts";
import { MAX_ROWS, RowChanges } from "./row-changes.ts";

/** Collects changes after they were written. */
export class UnitChanges {
  /** The change in the number of records of each resource that was written. */
  readonly growth = new Map<Resource, number>();
  /** What changed in each row, for lists that follow it. */
  readonly rows = new RowChanges();
  private readonly recorder = new ChangeRecorder();

  created(resource: Resource, records: readonly StoredRecord[]): void {
    this.grow(resource, records.length);
    for (const record of records) {
      this.rows.inserted(resource, record);
      this.recorder.created(resource, record);
    }
  }

  /** @param emitEvent whether the update is a change event */
  updated(resource: Resource, record: StoredRecord, written: Values, emitEvent: boolean): void {
    this.grow(resource, 0);
    this.rows.updated(resource, record, written);
    this.recorder.updated(resource, record, written, { emitEvent });
  }

  /** @param deletedWith the integer key of the parent whose deletion deleted it, or `ALONE` */
  deleted(resource: Resource, record: StoredRecord, deletedWith: number): void {
    this.grow(resource, -1);
    this.rows.deleted(resource, record);
    this.recorder.deleted(resource, record, deletedWith);
  }

  /**
   * All records with a value in a column were deleted with their parent; they are one event.
   * @param read those that were read before; more than `MAX_ROWS` if not all were
   * @param total how many there were
   */
  deletedAll(resource: Resource, children: DeletedChildren, read: readonly StoredRecord[], total: number): void {
    this.grow(resource, -total);
    if (read.length > MAX_ROWS) this.rows.deletedUnread(resource);
    else for (const record of read) this.rows.deleted(resource, record);
    this.recorder.deletedAll(resource, children, total);
  }

  /** Advances the change counter of a collection although no record changes: all processes read again what they cache of it. */
  touch(resource: Resource): void {
    this.grow(resource, 0);
  }

  /** The records of one kind that `work` creates are one event, and so are those that it deletes. */
  together<T>(addressOf: AddressOf, work: () => Promise<T>): Promise<T> {
    return this.recorder.together(addressOf, work);
  }

  /** Records what is no change of a record. */
  emit(change: RecordedChange): void {
    this.recorder.emit(change);
  }

  /** The events of all changes so far. @param time of the unit of work */
  events(actor: string, time: string): Iterable<ChangeEvent> {
    return this.recorder.events(actor, time);
  }

  private grow(resource: Resource, delta: number): void {
    this.growth.set(resource, (this.growth.get(resource) ?? 0) + delta);
  }
}
