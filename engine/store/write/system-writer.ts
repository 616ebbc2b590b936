/** Writes the service's own records and metadata. No client's rules apply; changes propagate as usual. */
import sql, { join } from "sql-template-tag";
import type { Values } from "../../declare/values.ts";
import { declaredColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import { timeOrderedUuid } from "../../runtime/uuid.ts";
import type { RecordedChange } from "../events/change-event.ts";
import type { StoredRecord } from "../tables.ts";
import { deleteRecords, propagate } from "./propagate.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** Writes within a unit of work. */
export class SystemWriter {
  private readonly unit: UnitOfWork;

  constructor(unit: UnitOfWork) {
    this.unit = unit;
  }

  find(resource: Resource, id: string): Promise<StoredRecord | undefined> {
    return this.unit.find(resource, id);
  }

  /** Inserts a record with a new id; omitted fields get their fallback. */
  async insert(resource: Resource, values: Values): Promise<StoredRecord> {
    const fallbacks = [...resource.fields].map(([name, { fallback }]) => [name, fallback]);
    const complete = { ...Object.fromEntries(fallbacks), ...values, id: timeOrderedUuid() };
    const { records } = await this.unit.insertAll(resource, [complete]);
    const [record] = records;
    await propagate(this.unit, resource, [{ before: null, after: record! }]);
    return record!;
  }

  /** Sets fields of a record, if it still exists. Emits no event: the log would fill with the service's own bookkeeping. */
  async patch(resource: Resource, id: string, values: Values): Promise<void> {
    const before = await this.unit.find(resource, id);
    if (!before) return;
    const after = await this.unit.update(resource, before, values, {
      bumpRevision: isVisible(resource, values),
      emitEvent: false,
    });
    if (after !== before) await propagate(this.unit, resource, [{ before, after }]);
  }

  /** Counts the records with a value in a column. */
  count(resource: Resource, column: string, value: string): Promise<number> {
    return this.unit.countBy(resource, column, value);
  }

  /** Deletes the records, unless they are already deleted. */
  async deleteAll(resource: Resource, records: readonly StoredRecord[]): Promise<void> {
    if (records.length === 0) return;
    const keys = join(records.map(({ n }) => n));
    await deleteRecords(this.unit, resource, await this.unit.select(resource, sql`n IN (${keys}) ORDER BY n`));
  }

  /** Emits an event of something that changes no record. */
  emit(change: RecordedChange): void {
    this.unit.changed.emit(change);
  }

  /** The change counter of a collection, without the changes of this unit of work. */
  changes(resource: Resource): number {
    return this.unit.changes(resource);
  }

  /** Advances the change counter of a collection although no record changes: all processes read again what they cache of it. */
  touch(resource: Resource): void {
    this.unit.changed.touch(resource);
  }

  /** The time of all changes of this unit of work. */
  get now(): string {
    return this.unit.now;
  }

  /** Reads the text under a name. */
  metadata(name: string): Promise<string | undefined> {
    return this.unit.metadata(name);
  }

  /** Stores a text under a name; undefined deletes it. */
  setMetadata(name: string, value: string | undefined): Promise<void> {
    return this.unit.setMetadata(name, value);
  }
}

/** Whether any of these columns is part of a representation. Hidden fields and declared numbers are not. */
export function isVisible({ fields }: Resource, values: Values): boolean {
  const invisible = new Set([...fields].map(([name, { hidden }]) => (hidden ? name : declaredColumn(name))));
  return Object.keys(values).some((column) => !invisible.has(column));
}
