/** The store on an SQL database: reads composed by `select`, writes done by `change`, whatever the dialect. */
import sql from "sql-template-tag";
import packageJson from "../../package.json" with { type: "json" };
import { isId, type Values } from "../declare/values.ts";
import type { ListQuery } from "../query/list-query.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Projection } from "../resource/representation.ts";
import type { Resource } from "../resource/resource.ts";
import { type Clock, today } from "../runtime/clock.ts";
import { Counters } from "./counters.ts";
import type { Database, DatabaseStats, OpenDatabase, Transaction } from "./dialect.ts";
import { DEFAULT_RETENTION, Outbox, type Retention } from "./events/outbox.ts";
import { EventLogReader } from "./events/reader.ts";
import { readMetadata, writeMetadata } from "./metadata.ts";
import { migrate } from "./migration/migrate.ts";
import { patiently } from "./patience.ts";
import { Pages } from "./read/pages.ts";
import { ReplicaReader } from "./read/replica.ts";
import { selectBy, selectOne, selectScan, toValues } from "./read/select.ts";
import type {
  Counter,
  CursorPage,
  FoundRecord,
  IdempotentRequest,
  ListOptions,
  Page,
  Place,
  Store,
  Write,
} from "./store.ts";
import { quoteIdentifier, type StoredRecord, toStored } from "./tables.ts";
import { runIdempotent } from "./write/idempotency.ts";
import { UnitOfWork, type UnitOptions } from "./write/unit-of-work.ts";
import { Writer } from "./write/writer.ts";

export interface StoreSettings {
  readonly catalog: Catalog;
  readonly clock: Clock;
  /** Of the service. A database that a later version has migrated is refused. */
  readonly version?: string;
  /** How long the event log keeps its events, if the catalog has one. */
  readonly retention?: Retention;
}

/**
 * Opens a store, and migrates its database to the catalog's declarations.
 * @throws MigrationRefused if it cannot be migrated; what `open` throws
 */
export async function openStore(
  open: OpenDatabase,
  { catalog, clock, version = packageJson.version, retention = DEFAULT_RETENTION }: StoreSettings,
): Promise<Store> {
  const outbox = catalog.log && new Outbox(catalog.log, clock, retention);
  const database = await open({ beforeCommit: async (tx) => outbox?.append(tx) });
  try {
    await database.exclusive((session) => migrate({ catalog, version }, database.dialect, session, clock));
  } catch (reason) {
    await database.close();
    throw reason;
  }
  return new SqlStore(database, catalog, clock, outbox);
}

class SqlStore implements Store {
  readonly catalog: Catalog;
  readonly log: EventLogReader | undefined;
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly standing: Counters;
  private readonly pages: Pages;
  private readonly following: ReplicaReader | undefined;
  private readonly outbox: Outbox | undefined;

  constructor(database: Database, catalog: Catalog, clock: Clock, outbox: Outbox | undefined) {
    this.outbox = outbox;
    this.database = database;
    this.catalog = catalog;
    this.clock = clock;
    this.standing = new Counters(database, catalog);
    this.pages = new Pages(database.reader, database.dialect);
    this.following = database.replica && new ReplicaReader(database.replica, database.dialect, catalog);
    const { log } = catalog;
    this.log = log && new EventLogReader(log, database, async () => (await this.standing.of([log]))[0]!);
  }

  beginRead(): void {
    this.database.beginRead();
  }

  async get(shape: Projection, place: Place): Promise<FoundRecord | undefined> {
    if (!mayBe(place.id) || !mayBe(place.of)) return undefined;
    const row = await this.database.reader.one(selectOne(shape, place));
    if (!row) return undefined;
    return {
      revision: Number(row["#revision"]),
      updatedAt: `${row["#updated_at"]}Z`,
      values: toValues(shape, row),
      ...(shape.view.resource.readers ? { rowScope: row["#asks"] as string } : {}),
    };
  }

  async findBy(resource: Resource, column: string, value: string): Promise<StoredRecord | undefined> {
    const row = await this.database.reader.one(selectBy(resource, column, value));
    return row && toStored(resource, row);
  }

  async scan(resource: Resource, is: Values, most: number, after?: StoredRecord): Promise<StoredRecord[]> {
    const rows = await this.database.reader.all(selectScan(resource, is, most, after?.n));
    return rows.map((row) => toStored(resource, row));
  }

  async exists(resource: Resource, id: string): Promise<boolean> {
    if (!isId(id)) return false;
    const [row] = await this.database.reader.all(
      sql`SELECT 1 AS found FROM ${quoteIdentifier(resource.table)} WHERE ${quoteIdentifier(resource.key)} = ${id}`,
    );
    return row !== undefined;
  }

  async list(shape: Projection, of: string | undefined, query: ListQuery, options: ListOptions): Promise<Page> {
    const read = (pages: Pages, counter: Counter) => pages.readPage(shape, of, query, counter, options);
    return this.fresh(shape.view.resource, read, options.counter);
  }

  async listByCursor(shape: Projection, of: string | undefined, query: ListQuery): Promise<CursorPage> {
    if (!this.following) return this.pages.readCursorPage(shape, of, query);
    return this.fresh(shape.view.resource, (pages) => pages.readCursorPage(shape, of, query));
  }

  /** Reads on a standby that has every change of a collection, and in the database itself where there is none. */
  private async fresh<T>(
    resource: Resource,
    read: (pages: Pages, counter: Counter) => Promise<T>,
    given?: Counter,
  ): Promise<T> {
    const counter = given ?? (await this.standing.of([resource]))[0]!;
    const elsewhere = this.following && (await this.following.caughtUp(resource, counter.changes));
    if (!elsewhere) return read(this.pages, counter);
    // Whatever goes wrong there, the database itself has it too.
    return read(elsewhere, counter).catch(() => read(this.pages, counter));
  }

  write<T>(work: (change: Writer) => Promise<T>, actor?: string): Promise<T> {
    return this.database.transaction((tx) => this.runUnit(tx, work, { actor }));
  }

  /** Runs a unit of work in a transaction, and advances the counters of the collections that it changed. */
  private async runUnit<T>(
    { session, events }: Transaction,
    work: (change: Writer) => Promise<T>,
    manner: UnitOptions = {},
  ): Promise<T> {
    const unit = new UnitOfWork(session, this.catalog, this.clock, manner);
    const result = await work(new Writer(unit));
    for (const [resource, more] of unit.sizeChanges) {
      await session.run(
        sql`UPDATE collection_counters SET changes = changes + 1, total = total + ${more} WHERE name = ${resource.name}`,
      );
    }
    // All at once: a unit that is aborted before leaves no event.
    for (const event of await unit.changeEvents()) events.push(event);
    return result;
  }

  transaction<T>(work: (attempt: Write) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.database.transaction((tx) =>
      work((part, actor) => tx.session.nested(() => this.runUnit(tx, part, { actor, signal }))),
    );
  }

  writeOnce(
    once: IdempotentRequest,
    work: (change: Writer) => Promise<string>,
    actor?: string,
  ): Promise<{ outcome: string; replayed: boolean }> {
    return this.database.transaction((tx) =>
      runIdempotent(tx.session, this.clock, once, () => this.runUnit(tx, work, { actor })),
    );
  }

  counters(resources: readonly Resource[]): Promise<readonly Counter[]> {
    return this.standing.of(resources);
  }

  async startDay(): Promise<void> {
    const day = today(this.clock);
    if ((await this.getMetadata("day")) === day) return;
    for (const resource of this.catalog.resources) {
      if (resource.declaration.derivesDaily)
        await patiently(() => this.write((change) => change.rederiveAll(resource)));
    }
    const clearing = () => this.database.transaction(async ({ session }) => this.outbox?.clear(session));
    // Others write in between.
    while (await patiently(clearing));
    await this.setMetadata("day", day);
  }

  async getMetadata(name: string): Promise<string | undefined> {
    return readMetadata(this.database.reader, name);
  }

  async setMetadata(name: string, value: string): Promise<void> {
    await patiently(() => this.database.transaction(({ session }) => writeMetadata(session, name, value)));
  }

  initialize(name: string, make: (change: Writer) => Promise<string>): Promise<{ value: string; made: boolean }> {
    const once = async (tx: Transaction) => {
      const known = await readMetadata(tx.session, name);
      if (known !== undefined) return { value: known, made: false };
      const value = await this.runUnit(tx, make);
      await writeMetadata(tx.session, name, value);
      return { value, made: true };
    };
    return patiently(() => this.database.transaction(once));
  }

  stats(): DatabaseStats {
    return this.database.stats();
  }

  async ping(): Promise<void> {
    await this.database.reader.all(sql`SELECT 1 AS alive`);
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}

/** Whether something may be found under an id, if one is asked for: not every text is one that a database takes. */
function mayBe(id: string | undefined): boolean {
  return id === undefined || isId(id);
}
