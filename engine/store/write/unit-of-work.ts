/** One unit of work: reads and writes rows in a transaction. */
import sql, { type Sql } from "sql-template-tag";
import { sameJson, type Values } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Clock } from "../../runtime/clock.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import { MAX_ROWS } from "../changes/row-changes.ts";
import { UnitChanges } from "../changes/unit-changes.ts";
import type { Transaction } from "../database.ts";
import { type ChangeEvent, SYSTEM } from "../events/change-event.ts";
import { ALONE, isVersioned, keepVersions } from "../history/versions.ts";
import { readMetadata, writeMetadata } from "../metadata.ts";
import { composeUpdate, insertedValues, insertTarget, quoteIdentifier, type StoredRecord } from "../tables.ts";
import { batchesOf } from "./batches.ts";
import { type ReadContext, RecordReader } from "./record-reader.ts";
import { TransactionReader } from "./registry.ts";

/** How a unit of work runs. */
export interface UnitOptions {
  /** The name of the caller; of the service itself by default. */
  readonly actor?: string | undefined;
  /** Whether states may change against their transitions. */
  readonly isCorrection?: boolean | undefined;
  /** Aborts long work. */
  readonly signal?: Pick<AbortSignal, "throwIfAborted"> | undefined;
  /** Leaves `updated_at` unchanged, as migrations do: no caller has changed the records. */
  readonly preserveTimes?: boolean;
}

/** What an update of a record means for its readers. */
export interface UpdateOptions {
  /** Whether the representation changes: the record then gets a new revision and `updated_at`, once per unit of work. */
  readonly bumpRevision: boolean;
  /** Whether the update emits a change event; by default the same as `bumpRevision`. */
  readonly emitEvent?: boolean;
}

/** Names a record. */
export interface RecordId {
  readonly resource: Resource;
  readonly id: string;
}

/** Records whose derived fields are out of date, by the name of the resource and the id. */
export type Underived = Map<string, RecordId>;

/** Writes rows, and bumps revisions and `updated_at` as their representations change. */
export class UnitOfWork extends RecordReader {
  readonly catalog: Catalog;
  /** What the hooks of declarations may read. */
  readonly registry: TransactionReader;
  /** The time of this unit of work, which becomes `created_at` and `updated_at` of the records that it writes. */
  readonly now: string;
  /** When its versions of records begin, and those before them end: `now`, unless the clock was set back. */
  private readonly moment: string;
  /** What it has changed so far. */
  readonly changed = new UnitChanges();
  /** The records whose fields are derived after a batch; undefined if they are derived after each write. */
  underived: Underived | undefined;
  /** Long work regularly awaits its `yieldIfOver()`. */
  readonly timeSlice: TimeSlice;
  /** Whether states may change against their transitions. */
  readonly isCorrection: boolean;
  private readonly counters: Transaction["counters"];
  private readonly preserveTimes: boolean;
  private readonly actor: string;
  /** The first integer key of the records that were inserted; they have a new revision. */
  private readonly firstKeys = new Map<Resource, number>();
  /** The other records that already have a new revision. */
  private readonly revised = new Set<string>();

  constructor(
    transaction: ReadContext & Pick<Transaction, "counters">,
    catalog: Catalog,
    clock: Clock,
    { actor = SYSTEM, isCorrection = false, signal, preserveTimes = false }: UnitOptions = {},
  ) {
    super(transaction);
    this.counters = transaction.counters;
    this.catalog = catalog;
    const now = clock.now();
    this.now = new Date(now).toISOString();
    this.moment = new Date(transaction.counters.timeAt(now)).toISOString();
    this.actor = actor;
    this.isCorrection = isCorrection;
    this.preserveTimes = preserveTimes;
    this.timeSlice = new TimeSlice(signal);
    this.registry = new TransactionReader(this);
  }

  /** Runs a statement that changes no representation. */
  async run(statement: Sql): Promise<void> {
    await this.session.send(statement);
  }

  /**
   * Inserts records.
   * @param options.mayBeTaken whether a taken key is likely enough to wait for the result; otherwise it undoes the transaction
   * @returns the new records, and whether all of them were inserted; if not, the unit of work has to be undone
   */
  async insertAll(
    resource: Resource,
    rows: readonly Values[],
    { mayBeTaken = false } = {},
  ): Promise<{ records: readonly StoredRecord[]; areInserted: boolean }> {
    // Above every earlier revision, because none exceeds the change counter: a record that is deleted and created again
    // never repeats an entity tag.
    const revision = this.counters.changes(resource) + 1;
    const first = this.counters.assignKeys(resource, rows.length);
    const times = {
      created_at: this.now,
      updated_at: this.now,
      ...(this.moment > this.now && { row__start: this.moment }),
    };
    const records = rows.map((values, index): StoredRecord => ({ ...values, ...times, n: first + index, revision }));
    const encoded = records.map((record) => insertedValues(resource, record, record));
    if (!this.firstKeys.has(resource)) this.firstKeys.set(resource, first);
    const target = insertTarget(resource);
    const insertion = mayBeTaken
      ? this.session.insertUnlessTaken(target, encoded)
      : this.session.insert(target, encoded);
    for (const record of records) this.records?.forget(resource, record);
    if (!(await insertion)) return { records, areInserted: false };
    this.changed.created(resource, records);
    return { records, areInserted: true };
  }

  /**
   * Writes those of `changes` that differ from the record.
   * @returns the updated record; the same object if nothing differs
   */
  async update(
    resource: Resource,
    record: StoredRecord,
    changes: Values,
    { bumpRevision, emitEvent = bumpRevision }: UpdateOptions,
  ): Promise<StoredRecord> {
    const differing = Object.entries(changes).filter(([column, value]) => !sameJson(record[column] ?? null, value));
    if (differing.length === 0) return record;
    const written: Values = Object.fromEntries(differing);
    const recordKey = `${resource.name} ${record.n}`;
    const isNew = this.isNew(resource, record);
    const isFirst = bumpRevision && !isNew && !this.revised.has(recordKey);
    // A migration changes how the records of all times are shown.
    if (!isNew && !this.preserveTimes && isVersioned(resource, Object.keys(written))) {
      await this.session.send(keepVersions(resource, sql`n = ${record.n}`, { at: this.moment }));
      written.row__start = this.moment;
    }
    if (bumpRevision) {
      this.revised.add(recordKey);
      if (!this.preserveTimes) written.updated_at = this.now;
    }
    await this.session.send(composeUpdate(resource, record.n, written, { bumpRevision: isFirst }));
    this.records?.update(resource, record, written, { bumpRevision: isFirst });
    this.changed.updated(resource, record, written, emitEvent);
    return { ...record, ...written, revision: record.revision + (isFirst ? 1 : 0) };
  }

  /** @param deletedWith the integer key of the parent whose deletion deletes it, if that does */
  async delete(resource: Resource, record: StoredRecord, deletedWith = ALONE): Promise<void> {
    const { n } = record;
    if (resource.hasHistory && !this.isNew(resource, record))
      await this.session.send(keepVersions(resource, sql`n = ${n}`, { at: this.moment, deletedWith }));
    await this.session.send(sql`DELETE FROM ${quoteIdentifier(resource.table)} WHERE n = ${record.n}`);
    this.records?.forget(resource, record);
    this.changed.deleted(resource, record, deletedWith);
  }

  /**
   * Deletes all records with a value in a column, without reading them if they are many. They are one event.
   * @param deletedWith the integer key of the parent whose deletion deletes them
   */
  async deleteAll(resource: Resource, column: string, value: string, deletedWith: number): Promise<void> {
    const table = quoteIdentifier(resource.table);
    const isFound = sql`${quoteIdentifier(column)} = ${value}`;
    // Few are read, so that lists can follow their deletion.
    const few = await this.select(resource, sql`${isFound} LIMIT ${MAX_ROWS + 1}`);
    if (few.length === 0) return;
    let total = 0;
    for await (const batch of batchesOf(this.session, resource, isFound)) {
      await this.timeSlice.yieldIfOver();
      if (resource.hasHistory) await this.session.send(keepVersions(resource, batch, { at: this.moment, deletedWith }));
      total += await this.session.run(sql`DELETE FROM ${table} WHERE ${batch}`);
    }
    this.records?.forgetAll(resource);
    this.changed.deletedAll(resource, { column, value, deletedWith }, few, total);
  }

  /** Whether this unit of work has inserted a record. */
  private isNew(resource: Resource, { n }: StoredRecord): boolean {
    return n >= (this.firstKeys.get(resource) ?? Number.POSITIVE_INFINITY);
  }

  /** The events of all changes so far. */
  async changeEvents(): Promise<ChangeEvent[]> {
    const events: ChangeEvent[] = [];
    for (const event of this.changed.events(this.actor, this.now)) {
      await this.timeSlice.yieldIfOver();
      events.push(event);
    }
    return events;
  }

  /** Stores a text in the service metadata; undefined deletes it. */
  setMetadata(name: string, value: string | undefined): Promise<void> {
    return writeMetadata(this.session, name, value);
  }

  /** Reads a text of the service metadata. */
  metadata(name: string): Promise<string | undefined> {
    return readMetadata(this.session, name);
  }

  /** The change counter of a collection, without the changes of this unit of work. */
  changes(resource: Resource): number {
    return this.counters.changes(resource);
  }
}
