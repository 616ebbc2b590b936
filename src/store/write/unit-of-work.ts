/** One unit of work: reads and writes rows in a transaction, and records what it changed. */
import sql, { type Sql } from "sql-template-tag";
import { isId, sameJson, type Values } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import { type Clock, timestamp } from "../../runtime/clock.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import type { Session } from "../dialect.ts";
import type { ChangeEvent } from "../events/change-event.ts";
import { ChangeRecorder } from "../events/recorder.ts";
import { writeMetadata } from "../metadata.ts";
import {
  composeInsert,
  composeUpdate,
  quoteIdentifier,
  type StoredRecord,
  storedColumns,
  toStored,
} from "../tables.ts";
import { TransactionReader } from "./registry.ts";

/** The number of records that `scan` reads per statement. */
const BATCH = 1_000;

/** The actor of the service's own changes. */
const SYSTEM = "system";

/** How a unit of work runs. */
export interface UnitOptions {
  /** The name of the caller; of the service itself by default. */
  readonly actor?: string | undefined;
  /** Aborts long work. */
  readonly signal?: AbortSignal | undefined;
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

/** Writes rows, and bumps revisions and `updated_at` as their representations change. */
export class UnitOfWork {
  readonly catalog: Catalog;
  /** What the hooks of declarations may read. */
  readonly registry: TransactionReader;
  /** The time of this unit of work, which becomes `created_at` and `updated_at` of the records that it writes. */
  readonly now: string;
  /** The change in the number of records of each resource that was written. */
  readonly growth = new Map<Resource, number>();
  /** Long work regularly awaits its `yieldIfOver()`. */
  readonly timeSlice: TimeSlice;
  private readonly session: Session;
  private readonly preserveTimes: boolean;
  private readonly actor: string;
  private readonly recorder = new ChangeRecorder();
  /** The records that already have a new revision. */
  private readonly revised = new Set<string>();
  private readonly firstRevisions = new Map<Resource, number>();

  constructor(
    session: Session,
    catalog: Catalog,
    clock: Clock,
    { actor = SYSTEM, signal, preserveTimes = false }: UnitOptions = {},
  ) {
    this.session = session;
    this.catalog = catalog;
    this.now = timestamp(clock);
    this.actor = actor;
    this.preserveTimes = preserveTimes;
    this.timeSlice = new TimeSlice(signal);
    this.registry = new TransactionReader(this);
  }

  /** Finds a record by its key, and by `parentId` if keys are unique only within their parent. */
  async find(resource: Resource, key: string, parentId?: string): Promise<StoredRecord | undefined> {
    if (!isId(key) || (parentId !== undefined && !isId(parentId))) return undefined;
    const scope =
      parentId !== undefined && resource.parentKey
        ? sql` AND ${quoteIdentifier(resource.parentKey)} = ${parentId}`
        : sql``;
    const [found] = await this.select(resource, sql`${quoteIdentifier(resource.key)} = ${key}${scope}`);
    return found;
  }

  /** Finds all records with a value in a column, in order of creation. */
  findAllBy(resource: Resource, column: string, value: string): Promise<StoredRecord[]> {
    return this.select(resource, sql`${quoteIdentifier(column)} = ${value} ORDER BY n`);
  }

  async select(resource: Resource, condition: Sql): Promise<StoredRecord[]> {
    const rows = await this.session.all(
      sql`SELECT ${storedColumns(resource)} FROM ${quoteIdentifier(resource.table)} WHERE ${condition}`,
    );
    return rows.map((row) => toStored(resource, row));
  }

  async count(resource: Resource, condition: Sql): Promise<number> {
    const [row] = await this.session.all(
      sql`SELECT count(*) AS total FROM ${quoteIdentifier(resource.table)} WHERE ${condition}`,
    );
    return Number(row!.total);
  }

  /** Yields all records in order of creation. Reads them in batches. */
  async *scan(resource: Resource): AsyncGenerator<StoredRecord, void> {
    for (let after = 0; ; ) {
      const records = await this.select(resource, sql`n > ${after} ORDER BY n LIMIT ${BATCH}`);
      yield* records;
      if (records.length < BATCH) return;
      after = records.at(-1)!.n;
    }
  }

  /** Runs a statement that changes no representation. */
  async run(statement: Sql): Promise<void> {
    await this.session.run(statement);
  }

  /** Inserts a record. Returns undefined if its key is taken. */
  async insert(resource: Resource, values: Values): Promise<StoredRecord | undefined> {
    const complete = { ...values, created_at: this.now, updated_at: this.now };
    const revision = await this.firstRevision(resource);
    const [row] = await this.session.all(sql`${composeInsert(resource, complete, revision)} RETURNING n`);
    if (!row) return undefined;
    const n = Number(row.n);
    this.revised.add(`${resource.name} ${n}`);
    this.grow(resource, 1);
    const record = { ...complete, n, revision };
    this.recorder.created(resource, record);
    return record;
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
    const isFirst = bumpRevision && !this.revised.has(recordKey);
    if (bumpRevision) {
      this.revised.add(recordKey);
      if (!this.preserveTimes) written.updated_at = this.now;
    }
    await this.session.run(composeUpdate(resource, record.n, written, { bumpRevision: isFirst }));
    this.grow(resource, 0);
    this.recorder.updated(resource, record, written, { emitEvent });
    return { ...record, ...written, revision: record.revision + (isFirst ? 1 : 0) };
  }

  async delete(resource: Resource, record: StoredRecord): Promise<void> {
    await this.session.run(sql`DELETE FROM ${quoteIdentifier(resource.table)} WHERE n = ${record.n}`);
    this.grow(resource, -1);
    this.recorder.deleted(resource, record);
  }

  /** The events of all changes so far. */
  async changeEvents(): Promise<ChangeEvent[]> {
    const events: ChangeEvent[] = [];
    for (const event of this.recorder.events(this.actor, this.now)) {
      await this.timeSlice.yieldIfOver();
      events.push(event);
    }
    return events;
  }

  /** Stores a text in the service metadata; undefined deletes it. */
  setMetadata(name: string, value: string | undefined): Promise<void> {
    return writeMetadata(this.session, name, value);
  }

  /**
   * Returns the revision of new records. It is above every earlier revision, because no revision exceeds the change counter.
   * So a record that is deleted and created again never repeats an entity tag.
   */
  private async firstRevision(resource: Resource): Promise<number> {
    let revision = this.firstRevisions.get(resource);
    if (revision === undefined) {
      const [row] = await this.session.all(sql`SELECT changes FROM collection_counters WHERE name = ${resource.name}`);
      revision = Number(row!.changes) + 1;
      this.firstRevisions.set(resource, revision);
    }
    return revision;
  }

  private grow(resource: Resource, delta: number): void {
    this.growth.set(resource, (this.growth.get(resource) ?? 0) + delta);
  }
}
