/** One unit of work against a database: rows are found, inserted, updated and deleted, and what was touched is remembered. */
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
import { insertion, quoteIdentifier, type StoredRecord, storedColumns, toStored, updating } from "../tables.ts";

/** How many records are read together where all are. */
const BATCH = 1_000;

/** Who does what no caller asked for. */
const SYSTEM = "system";

/** How a unit of work goes about it. */
export interface UnitOptions {
  /** Whether `updated_at` stays as it is, since nobody changes anything: the records are kept otherwise. */
  readonly preserveTimes?: boolean;
  /** Who does it; the service itself unless named. */
  readonly actor?: string | undefined;
  /** Ends work that is too long. */
  readonly signal?: AbortSignal | undefined;
}

export class UnitOfWork {
  readonly catalog: Catalog;
  /** When this unit of work happens: `created_at` and `updated_at` of all that it writes. */
  readonly now: string;
  /** How many records of each touched resource there are more than before. */
  readonly sizeChanges = new Map<Resource, number>();
  /** To be awaited by work that may be long. */
  readonly timeSlice: TimeSlice;
  private readonly session: Session;
  private readonly preserveTimes: boolean;
  private readonly actor: string;
  private readonly recorder = new ChangeRecorder();
  private readonly withNewRevision = new Set<string>();
  private readonly firstRevisions = new Map<Resource, number>();

  constructor(
    session: Session,
    catalog: Catalog,
    clock: Clock,
    { preserveTimes: keepsTimes = false, actor = SYSTEM, signal }: UnitOptions = {},
  ) {
    this.actor = actor;
    this.timeSlice = new TimeSlice(signal);
    this.session = session;
    this.preserveTimes = keepsTimes;
    this.catalog = catalog;
    this.now = timestamp(clock);
  }

  /** The current day in UTC. */
  get today(): string {
    return this.now.slice(0, 10);
  }

  /** The record with this key, of this parent where the key is unique only there. */
  async find(resource: Resource, key: string, of?: string): Promise<StoredRecord | undefined> {
    if (!isId(key) || (of !== undefined && !isId(of))) return undefined;
    const scope =
      of !== undefined && resource.parentKey ? sql` AND ${quoteIdentifier(resource.parentKey)} = ${of}` : sql``;
    const [found] = await this.select(resource, sql`${quoteIdentifier(resource.key)} = ${key}${scope}`);
    return found;
  }

  /** All records whose column has this value, in the order in which they were made. */
  findAllBy(resource: Resource, column: string, value: string): Promise<StoredRecord[]> {
    return this.select(resource, sql`${quoteIdentifier(column)} = ${value} ORDER BY n`);
  }

  async count(resource: Resource, condition: Sql): Promise<number> {
    const [row] = await this.session.all(
      sql`SELECT count(*) AS total FROM ${quoteIdentifier(resource.table)} WHERE ${condition}`,
    );
    return Number(row!.total);
  }

  /** Every record, in the order in which they were made, so many in memory at a time. */
  async *scan(resource: Resource): AsyncGenerator<StoredRecord, void> {
    for (let after = 0; ; ) {
      const records = await this.select(resource, sql`n > ${after} ORDER BY n LIMIT ${BATCH}`);
      yield* records;
      if (records.length < BATCH) return;
      after = records.at(-1)!.n;
    }
  }

  /** Carries out a statement that concerns no representation. */
  async run(statement: Sql): Promise<void> {
    await this.session.run(statement);
  }

  async select(resource: Resource, condition: Sql): Promise<StoredRecord[]> {
    const rows = await this.session.all(
      sql`SELECT ${storedColumns(resource)} FROM ${quoteIdentifier(resource.table)} WHERE ${condition}`,
    );
    return rows.map((row) => toStored(resource, row));
  }

  /** Inserts a record; undefined where its identity is taken. */
  async insert(resource: Resource, values: Values): Promise<StoredRecord | undefined> {
    const complete = { ...values, created_at: this.now, updated_at: this.now };
    const revision = await this.nextRevision(resource);
    const [row] = await this.session.all(sql`${insertion(resource, complete, revision)} RETURNING n`);
    if (!row) return undefined;
    const n = Number(row.n);
    this.withNewRevision.add(`${resource.name} ${n}`);
    this.touch(resource, 1);
    const record = { ...complete, n, revision };
    this.recorder.created(resource, record);
    return record;
  }

  /**
   * Writes those of `changes` that differ. A change that shows in the representation advances the revision and
   * `updated_at`, once in a unit of work.
   * @param told whether it is told as something that happened
   * @returns the record as it is now: the same object when nothing differed
   */
  async update(
    resource: Resource,
    record: StoredRecord,
    changes: Values,
    visible: boolean,
    told = visible,
  ): Promise<StoredRecord> {
    const differing = Object.entries(changes).filter(([column, value]) => !sameJson(record[column] ?? null, value));
    if (differing.length === 0) return record;
    const written: Values = Object.fromEntries(differing);
    const mark = `${resource.name} ${record.n}`;
    const bump = visible && !this.withNewRevision.has(mark);
    if (visible) {
      this.withNewRevision.add(mark);
      if (!this.preserveTimes) written.updated_at = this.now;
    }
    await this.session.run(updating(resource, record.n, written, bump));
    this.touch(resource, 0);
    this.recorder.updated(resource, record, written, told);
    return { ...record, ...written, revision: record.revision + (bump ? 1 : 0) };
  }

  async delete(resource: Resource, record: StoredRecord): Promise<void> {
    await this.session.run(sql`DELETE FROM ${quoteIdentifier(resource.table)} WHERE n = ${record.n}`);
    this.touch(resource, -1);
    this.recorder.deleted(resource, record);
  }

  /** What happened so far to records that have a log. */
  async changeEvents(): Promise<ChangeEvent[]> {
    const told: ChangeEvent[] = [];
    for (const each of this.recorder.events(this.actor, this.now)) {
      await this.timeSlice.next();
      told.push(each);
    }
    return told;
  }

  /** Keeps a text under a name, as a fact of the service's; undefined takes it away. */
  setMetadata(name: string, value: string | undefined): Promise<void> {
    return writeMetadata(this.session, name, value);
  }

  /**
   * The revision of a new record: above that of every record there ever was, since no revision is above the change
   * counter. So a record that is deleted and made again does not come back in a state that it was in before.
   */
  private async nextRevision(resource: Resource): Promise<number> {
    let revision = this.firstRevisions.get(resource);
    if (revision === undefined) {
      const [row] = await this.session.all(sql`SELECT changes FROM collection_counters WHERE name = ${resource.name}`);
      revision = Number(row!.changes) + 1;
      this.firstRevisions.set(resource, revision);
    }
    return revision;
  }

  private touch(resource: Resource, more: number): void {
    this.sizeChanges.set(resource, (this.sizeChanges.get(resource) ?? 0) + more);
  }
}
