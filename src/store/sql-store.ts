/** The store on an SQL database of either dialect. */
import sql from "sql-template-tag";
import { isId, type Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import type { ListQuery } from "../query/list-query.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Projection } from "../resource/representation.ts";
import type { Resource } from "../resource/resource.ts";
import { type Clock, today } from "../runtime/clock.ts";
import { type Counter, Counters } from "./counters.ts";
import type { Database, DatabaseStats, Transaction } from "./dialect.ts";
import type { Outbox } from "./events/outbox.ts";
import { EventLogReader } from "./events/reader.ts";
import { readMetadata, writeMetadata } from "./metadata.ts";
import type { Place } from "./place.ts";
import { type CursorPage, type Page, PageReader } from "./read/pages.ts";
import { ReplicaReader } from "./read/replica.ts";
import { type FoundRecord, selectBy, selectOne, selectScan, toFoundRecord } from "./read/select.ts";
import type { ListOptions, ScanOptions, Store, Write } from "./store.ts";
import { quoteIdentifier, type StoredRecord, toStored } from "./tables.ts";
import { type IdempotentRequest, type IdempotentResult, runIdempotent } from "./write/idempotency.ts";
import { UnitOfWork, type UnitOptions } from "./write/unit-of-work.ts";
import { Writer } from "./write/writer.ts";

/** The metadata's name for the day of the last `startDay`. */
const DAY = "day";

/** The store on an open database. */
export class SqlStore implements Store {
  readonly catalog: Catalog;
  readonly log: EventLogReader | undefined;
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly outbox: Outbox | undefined;
  private readonly allCounters: Counters;
  private readonly pages: PageReader;
  private readonly replica: ReplicaReader | undefined;

  constructor(database: Database, catalog: Catalog, clock: Clock, outbox: Outbox | undefined) {
    this.database = database;
    this.catalog = catalog;
    this.clock = clock;
    this.outbox = outbox;
    this.allCounters = new Counters(database, catalog);
    this.pages = new PageReader(database.reader, database.dialect);
    this.replica = database.replica && new ReplicaReader(database.replica, database.dialect, catalog);
    const { log } = catalog;
    this.log = log && new EventLogReader(log, database, this.allCounters);
  }

  beginRead(): void {
    this.database.beginRead();
  }

  async get(projection: Projection, place: Place): Promise<FoundRecord | undefined> {
    if (!isIdOrUndefined(place.id) || !isIdOrUndefined(place.parentId)) return undefined;
    const row = await this.database.reader.one(selectOne(projection, place));
    return row && toFoundRecord(projection, row);
  }

  async findBy(resource: Resource, column: string, value: string): Promise<StoredRecord | undefined> {
    const row = await this.database.reader.one(selectBy(resource, column, value));
    return row && toStored(resource, row);
  }

  async scan(resource: Resource, match: Values, { limit, after }: ScanOptions): Promise<StoredRecord[]> {
    const rows = await this.database.reader.all(selectScan(resource, match, limit, after?.n));
    return rows.map((row) => toStored(resource, row));
  }

  async *scanBatches(resource: Resource, match: Values, batchSize: number): AsyncGenerator<StoredRecord[], void> {
    for (let after: StoredRecord | undefined; ; ) {
      const batch = await this.scan(resource, match, { limit: batchSize, after });
      if (batch.length > 0) yield batch;
      if (batch.length < batchSize) return;
      after = batch.at(-1);
    }
  }

  async exists(resource: Resource, id: string): Promise<boolean> {
    if (!isId(id)) return false;
    const [row] = await this.database.reader.all(
      sql`SELECT 1 AS found FROM ${quoteIdentifier(resource.table)} WHERE ${quoteIdentifier(resource.key)} = ${id}`,
    );
    return row !== undefined;
  }

  async list(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    options: ListOptions,
  ): Promise<Page> {
    const read = (pages: PageReader, counter: Counter) => pages.readPage(projection, parentId, query, counter, options);
    return this.readPages(projection.view.resource, read, options.counter);
  }

  async listByCursor(projection: Projection, parentId: string | undefined, query: ListQuery): Promise<CursorPage> {
    if (!this.replica) return this.pages.readCursorPage(projection, parentId, query);
    return this.readPages(projection.view.resource, (pages) => pages.readCursorPage(projection, parentId, query));
  }

  /** Reads from a replica that has every change of the collection; from the primary if there is none, or if it fails. */
  private async readPages<T>(
    resource: Resource,
    read: (pages: PageReader, counter: Counter) => Promise<T>,
    knownCounter?: Counter,
  ): Promise<T> {
    const counter = knownCounter ?? (await this.allCounters.get([resource]))[0]!;
    const replica = this.replica && (await this.replica.pagesAt(resource, counter.changes));
    if (!replica) return read(this.pages, counter);
    return read(replica, counter).catch(() => read(this.pages, counter));
  }

  write<T>(work: (tx: Writer) => Promise<T>, actor?: string): Promise<T> {
    return this.database.transaction((transaction) => this.runUnit(transaction, work, { actor }));
  }

  transaction<T>(work: (write: Write) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.database.transaction((transaction) =>
      work((unit, actor) => transaction.session.nested(() => this.runUnit(transaction, unit, { actor, signal }))),
    );
  }

  writeOnce(
    request: IdempotentRequest,
    work: (tx: Writer) => Promise<string>,
    actor?: string,
  ): Promise<IdempotentResult> {
    return this.database.transaction((transaction) =>
      runIdempotent(transaction.session, this.clock, request, () => this.runUnit(transaction, work, { actor })),
    );
  }

  private async runUnit<T>(
    { session, events }: Transaction,
    work: (tx: Writer) => Promise<T>,
    options: UnitOptions = {},
  ): Promise<T> {
    const unit = new UnitOfWork(session, this.catalog, this.clock, options);
    const result = await work(new Writer(unit));
    for (const [resource, growth] of unit.growth) {
      await session.run(
        sql`UPDATE collection_counters SET changes = changes + 1, total = total + ${growth} WHERE name = ${resource.name}`,
      );
    }
    // All at once, so that a unit that is aborted earlier leaves no event.
    for (const event of await unit.changeEvents()) events.push(event);
    return result;
  }

  counters(resources: readonly Resource[]): Promise<readonly Counter[]> {
    return this.allCounters.get(resources);
  }

  async startDay(): Promise<void> {
    const day = today(this.clock);
    if ((await this.getMetadata(DAY)) === day) return;
    for (const resource of this.catalog.resources) {
      if (resource.derivesDaily) await retry(() => this.write((tx) => tx.updateAllDerived(resource)));
    }
    const deleteExpired = () => this.database.transaction(async ({ session }) => this.outbox?.deleteExpired(session));
    // Other writes run between the batches.
    while (await retry(deleteExpired));
    await this.setMetadata(DAY, day);
  }

  getMetadata(name: string): Promise<string | undefined> {
    return readMetadata(this.database.reader, name);
  }

  async setMetadata(name: string, value: string): Promise<void> {
    await retry(() => this.database.transaction(({ session }) => writeMetadata(session, name, value)));
  }

  initialize(name: string, work: (tx: Writer) => Promise<string>): Promise<{ value: string; isNew: boolean }> {
    const run = async (transaction: Transaction) => {
      const stored = await readMetadata(transaction.session, name);
      if (stored !== undefined) return { value: stored, isNew: false };
      const value = await this.runUnit(transaction, work);
      await writeMetadata(transaction.session, name, value);
      return { value, isNew: true };
    };
    return retry(() => this.database.transaction(run));
  }

  stats(): DatabaseStats {
    return this.database.stats();
  }

  async ping(): Promise<void> {
    await this.database.reader.all(sql`SELECT 1 AS alive`);
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/** Whether an id can be passed to a database, which does not accept every text. */
function isIdOrUndefined(id: string | undefined): boolean {
  return id === undefined || isId(id);
}

const MAX_ATTEMPTS = 12;

/** Retries the service's own writes while the database is busy. Each attempt waits as long as a client's write does. */
async function retry<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (reason) {
      const isUnavailable = reason instanceof Problem && reason.slug === "unavailable";
      if (!isUnavailable || attempt === MAX_ATTEMPTS) throw reason;
    }
  }
}
