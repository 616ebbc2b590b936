/** The store on an SQL database: reads composed by `select`, writes done by `change`, whatever the dialect. */
import sql from "sql-template-tag";
import packageJson from "../../package.json" with { type: "json" };
import { type Clock, today } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { ListQuery } from "../query/list-query.ts";
import type { Catalog } from "../resource/catalog.ts";
import { represent, type Shape } from "../resource/representation.ts";
import type { Resource } from "../resource/resource.ts";
import { isId, type Values } from "../resource/values.ts";
import { carryOutOnce } from "./carry-out-once.ts";
import { Change } from "./change.ts";
import { Counters } from "./counters.ts";
import type { Database, Figures, Row, Session } from "./dialect.ts";
import { migrate } from "./migrate.ts";
import { positionOf, rangesAfter, selectRange } from "./ranges.ts";
import { Remembered } from "./remembered.ts";
import { countRows, listTerms, orderBy, selectBy, selectByKeys, selectKeys, selectOne, toValues } from "./select.ts";
import { readFact, writeFact } from "./service-facts.ts";
import type { Attempt, Counter, Found, Once, Page, Place, Store, Stretch } from "./store.ts";
import { quoted, type Stored, toStored } from "./tables.ts";
import { Unit } from "./unit.ts";

/** Below this depth an unfiltered page is read over its index at once. */
const DEEP = 200;

/**
 * Opens a store, and brings its database to what the catalog declares.
 * @param version of the service, so that an earlier one leaves what a later one made alone
 * @throws MigrationRefused where that cannot be done
 */
export async function openStore(
  database: Database,
  catalog: Catalog,
  clock: Clock,
  version = packageJson.version,
): Promise<Store> {
  await database.transaction((session) => migrate({ catalog, version }, database.dialect, session, clock), true);
  return new SqlStore(database, catalog, clock);
}

class SqlStore implements Store {
  readonly catalog: Catalog;
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly standing: Counters;
  private readonly remembered = new Remembered();

  constructor(database: Database, catalog: Catalog, clock: Clock) {
    this.database = database;
    this.catalog = catalog;
    this.clock = clock;
    this.standing = new Counters(database, catalog);
  }

  async get(shape: Shape, place: Place): Promise<Found | undefined> {
    if (!mayBe(place.id) || !mayBe(place.of)) return undefined;
    const row = await this.database.reader.one(selectOne(shape, place));
    if (!row) return undefined;
    return {
      revision: Number(row["#revision"]),
      updatedAt: `${row["#updated_at"]}Z`,
      shown: represent(shape, toValues(shape, row)),
    };
  }

  async findBy(resource: Resource, column: string, value: string): Promise<Stored | undefined> {
    const row = await this.database.reader.one(selectBy(resource, column, value));
    return row && toStored(resource, row);
  }

  async has(resource: Resource, id: string): Promise<boolean> {
    if (!isId(id)) return false;
    const [row] = await this.database.reader.all(
      sql`SELECT 1 AS found FROM ${quoted(resource.table)} WHERE ${quoted(resource.key)} = ${id}`,
    );
    return row !== undefined;
  }

  async list(shape: Shape, of: string | undefined, query: ListQuery, paged: boolean): Promise<Page> {
    const { view } = shape;
    const { page, limit } = query.paging;
    const terms = listTerms(view, of, query.conditions, this.database.dialect);
    const [counter] = await this.standing.of([view.resource]);
    const { changes, total: all } = counter!;
    const filter = JSON.stringify([
      view.path,
      of,
      query.conditions.map(({ property, operator, values }) => [property.name, operator, values]),
    ]);
    const total =
      terms.length === 0
        ? all
        : await this.remembered.total(filter, changes, async () => {
            const [row] = await this.database.reader.all(countRows(view, terms));
            return Number(row!.total);
          });
    const offset = paged ? (page - 1) * limit : 0;
    const size = paged ? limit : total;
    if (offset >= total) return { items: [], total };
    const worthwhile = paged && (offset >= DEEP || query.conditions.length > 0);
    const order = worthwhile
      ? await this.remembered.order(`${filter}${orderBy(query.sorts).sql}`, changes, total, () =>
          this.database.reader.numbers(selectKeys(view, terms, query.sorts)),
        )
      : undefined;
    const keys = order
      ? Array.from(order.subarray(offset, offset + size))
      : await this.database.reader.numbers(selectKeys(view, terms, query.sorts, size, offset));
    return { items: await this.rows(shape, keys), total };
  }

  async walk(shape: Shape, of: string | undefined, query: ListQuery): Promise<Stretch> {
    const { conditions, sorts, walk, paging } = query;
    const terms = listTerms(shape.view, of, conditions, this.database.dialect);
    const found: Row[] = [];
    for (const range of rangesAfter(sorts, walk?.after)) {
      // One more tells whether the walk goes on.
      const wanted = paging.limit + 1 - found.length;
      if (wanted === 0) break;
      found.push(...(await this.database.reader.all(selectRange(shape.view, terms, sorts, range, wanted))));
    }
    const last = found.length > paging.limit ? found[paging.limit - 1] : undefined;
    const keys = found.slice(0, paging.limit).map(({ n }) => Number(n));
    return { items: await this.rows(shape, keys), ...(last ? { last: positionOf(last, sorts) } : {}) };
  }

  private async rows(shape: Shape, keys: readonly number[]): Promise<Values[]> {
    if (keys.length === 0) return [];
    const rows = new Map<number, Row>();
    for (const row of await this.database.reader.all(selectByKeys(shape, keys, this.database.dialect)))
      rows.set(Number(row["#"]), row);
    return keys.flatMap((key) => {
      const row = rows.get(key);
      return row ? [represent(shape, toValues(shape, row))] : [];
    });
  }

  write<T>(work: (change: Change) => Promise<T>): Promise<T> {
    return this.database.transaction((session) => this.unit(session, work));
  }

  /** A unit of work within a transaction; the counters it moves are noted in the database. */
  private async unit<T>(session: Session, work: (change: Change) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const unit = new Unit(session, this.catalog, this.clock, { signal });
    const result = await work(new Change(unit));
    for (const [resource, more] of unit.touched) {
      await session.run(
        sql`UPDATE collection_counters SET changes = changes + 1, total = total + ${more} WHERE name = ${resource.name}`,
      );
    }
    return result;
  }

  together<T>(work: (attempt: Attempt) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.database.transaction((session) =>
      work((part) => session.nested(() => this.unit(session, part, signal))),
    );
  }

  writeOnce(once: Once, work: (change: Change) => Promise<string>): Promise<{ outcome: string; replayed: boolean }> {
    return this.database.transaction((session) =>
      carryOutOnce(session, this.clock, once, (inner) => this.unit(inner, work)),
    );
  }

  counters(resources: readonly Resource[]): Promise<readonly Counter[]> {
    return this.standing.of(resources);
  }

  async startDay(): Promise<void> {
    const day = today(this.clock);
    if ((await this.fact("day")) === day) return;
    for (const resource of this.catalog.resources) {
      if (resource.declaration.derivesDaily) await patiently(() => this.write((change) => change.refresh(resource)));
    }
    await this.setFact("day", day);
  }

  async fact(name: string): Promise<string | undefined> {
    return readFact(this.database.reader, name);
  }

  async setFact(name: string, value: string): Promise<void> {
    await patiently(() => this.database.transaction((session) => writeFact(session, name, value)));
  }

  establish(name: string, make: (change: Change) => Promise<string>): Promise<{ value: string; made: boolean }> {
    const once = async (session: Session) => {
      const known = await readFact(session, name);
      if (known !== undefined) return { value: known, made: false };
      const value = await this.unit(session, make);
      await writeFact(session, name, value);
      return { value, made: true };
    };
    return patiently(() => this.database.transaction(once));
  }

  figures(): Figures {
    return this.database.figures();
  }

  async ping(): Promise<void> {
    await this.database.reader.all(sql`SELECT 1 AS alive`);
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}

/** How often the service's own work is begun; it waits each time as long as a write waits for those of others. */
const BEGINNINGS = 12;

/** Work of the service's own, which no caller waits for: another process may be filling the database just now. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await work();
    } catch (reason) {
      const away = reason instanceof Problem && reason.slug === "unavailable";
      if (!away || beginning === BEGINNINGS) throw reason;
    }
  }
}

/** Whether something may be found under an id, if one is asked for: not every text is one that a database takes. */
function mayBe(id: string | undefined): boolean {
  return id === undefined || isId(id);
}
