/** The store on an SQL database of either dialect. */
import sql from "sql-template-tag";
import { isId, type Values } from "../declare/values.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Projection } from "../resource/representation.ts";
import type { Resource } from "../resource/resource.ts";
import { type Clock, today } from "../runtime/clock.ts";
import type { ChangeJournal } from "./changes/journal.ts";
import { type Counter, Counters } from "./counters.ts";
import type { Database } from "./database.ts";
import type { Outbox } from "./events/outbox.ts";
import { Purge, type PurgeRequest, type PurgeResult } from "./events/purge.ts";
import { EventLogReader } from "./events/reader.ts";
import { ReplayWindow } from "./events/replay-window.ts";
import type { Retention } from "./events/retention.ts";
import type { TrustedClock } from "./events/trusted-clock.ts";
import { SqlHistory } from "./history/sql-history.ts";
import { ListReads } from "./lists.ts";
import { readMetadata, writeMetadata } from "./metadata.ts";
import { UNDERIVED } from "./migration/backfill.ts";
import { isIdOf, type Place } from "./place.ts";
import { type FoundRecord, selectBy, selectOne, selectScan, selectUntil, toFoundRecord } from "./read/select.ts";
import { NameSearcher } from "./search/name-search.ts";
import { suggestId } from "./search/similar-ids.ts";
import { Vocabularies } from "./search/vocabularies.ts";
import type { ScanOptions, Store, StoreStats, Write, WriteOptions } from "./store.ts";
import { hasKey, quoteIdentifier, type StoredRecord, toStored } from "./tables.ts";
import { retry, Units } from "./units.ts";
import type { IdempotentRequest, IdempotentResult } from "./write/idempotency.ts";
import type { Writer } from "./write/writer.ts";

/** The metadata's name for the day of the last `startDay`. */
const DAY = "day";

/** What the hooks of the database feed. */
export interface StoreParts {
  /** Writes the event log, if the catalog has one. */
  readonly outbox: Outbox | undefined;
  readonly journal: ChangeJournal;
  /** When an earlier state was restored last, as a timestamp. */
  readonly restoredAt: string | undefined;
  readonly trustedClock: TrustedClock;
  readonly retention: Retention;
}

/** The store on an open database. */
export class SqlStore implements Store {
  readonly catalog: Catalog;
  readonly log: EventLogReader | undefined;
  readonly trustedClock: TrustedClock;
  readonly broadcast: Store["broadcast"];
  readonly embed: Store["embed"];
  readonly findByName: Store["findByName"];
  readonly list: Store["list"];
  readonly listByCursor: Store["listByCursor"];
  readonly listGroups: Store["listGroups"];
  readonly listBatch: Store["listBatch"];
  readonly listDeleted: Store["listDeleted"];
  readonly history: Store["history"];
  readonly isUnchanged: Store["isUnchanged"];
  readonly lastModified: Store["lastModified"];
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly outbox: Outbox | undefined;
  private readonly units: Units;
  private readonly allCounters: Counters;
  private readonly lists: ListReads;

  constructor(database: Database, catalog: Catalog, clock: Clock, parts: StoreParts) {
    const { outbox, journal, restoredAt = "", trustedClock, retention } = parts;
    this.database = database;
    this.broadcast = database.broadcast;
    this.catalog = catalog;
    this.clock = clock;
    this.outbox = outbox;
    this.trustedClock = trustedClock;
    this.lastModified = (updatedAt) => (updatedAt < restoredAt ? restoredAt : updatedAt);
    this.units = new Units(database, catalog, clock);
    this.allCounters = new Counters(database, catalog);
    const vocabularies = new Vocabularies(database, this.allCounters, journal);
    const names = new NameSearcher(database, database.dialect, vocabularies);
    this.findByName = names.find.bind(names);
    const lists = new ListReads(database, catalog, this.allCounters, journal);
    this.lists = lists;
    this.embed = lists.embed.bind(lists);
    this.list = lists.page.bind(lists);
    this.listByCursor = lists.cursorPage.bind(lists);
    this.listGroups = lists.groups.bind(lists);
    this.listBatch = lists.batch.bind(lists);
    const history = new SqlHistory(database, catalog, clock, (resources) => this.counters(resources));
    this.history = history;
    this.listDeleted = history.listDeleted.bind(history);
    this.isUnchanged = lists.isUnchanged.bind(lists);
    const { log } = catalog;
    const window = log && new ReplayWindow(log, database.reader, trustedClock, retention);
    this.log = window && new EventLogReader(log, database, this.allCounters, window);
  }

  beginRead(): void {
    this.database.beginRead();
  }

  async get(projection: Projection, place: Place): Promise<FoundRecord | undefined> {
    const { id, parentId } = place;
    if (id !== undefined && !isIdOf(projection.view.resource, id)) return undefined;
    if (parentId !== undefined && !isId(parentId)) return undefined;
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

  async findUntil(resource: Resource, column: string, until: string, limit: number): Promise<StoredRecord[]> {
    const rows = await this.database.reader.all(selectUntil(resource, column, until, limit));
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
    if (!isIdOf(resource, id)) return false;
    const [row] = await this.database.reader.all(
      sql`SELECT 1 AS found FROM ${quoteIdentifier(resource.table)} WHERE ${hasKey(resource, id)}`,
    );
    return row !== undefined;
  }

  suggestId(resource: Resource, place: Place): Promise<string> {
    return suggestId(this.database.reader, resource, place);
  }

  write<T>(work: (tx: Writer) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.units.write(work, options);
  }

  transaction<T>(work: (write: Write) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.units.transaction(work, signal);
  }

  writeOnce(
    request: IdempotentRequest,
    work: (tx: Writer) => Promise<string>,
    options?: WriteOptions,
  ): Promise<IdempotentResult> {
    return this.units.writeOnce(request, work, options);
  }

  deleteExpired(): Promise<void> {
    return this.units.deleteExpired(this.trustedClock.now());
  }

  counters(resources: readonly Resource[]): Promise<readonly Counter[]> {
    return this.allCounters.get(resources);
  }

  /** Derives the fields of all records again if a migration has left that to the store. */
  async deriveAgain(): Promise<void> {
    if ((await this.getMetadata(UNDERIVED)) === undefined) return;
    const work = async (tx: Writer): Promise<void> => {
      for (const resource of this.catalog.resources) if (resource.derive) await tx.updateAllDerived(resource);
      await tx.system.setMetadata(UNDERIVED, undefined);
    };
    await retry(() => this.write(work, { isLong: true }));
  }

  async startDay(): Promise<void> {
    const day = today(this.clock);
    if ((await this.getMetadata(DAY)) === day) return;
    for (const resource of this.catalog.resources) {
      if (resource.derivesDaily) await retry(() => this.write((tx) => tx.updateAllDerived(resource), { isLong: true }));
    }
    const deleteExpired = () =>
      this.database.transaction(async (transaction) => this.outbox?.deleteExpired(transaction));
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
    return this.units.initialize(name, work);
  }

  purgeHistory(request: PurgeRequest): Promise<PurgeResult> {
    return new Purge(this.database, this.catalog.log!, this.clock, request).run();
  }

  stats(): StoreStats {
    return { ...this.database.stats(), lists: this.lists.stats };
  }

  ping(): Promise<void> {
    return this.database.availability.check();
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
