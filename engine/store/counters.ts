/** Caches the change counters and sizes of all collections until the next commit. */
import sql from "sql-template-tag";
import type { Catalog } from "../resource/catalog.ts";
import type { Resource } from "../resource/resource.ts";
import type { Database, Query } from "./database.ts";

/** The change counter and size of a collection. */
export interface Counter {
  /** Grows with every commit that writes the collection. While it stays the same, what was read before is current. */
  readonly changes: number;
  /** The number of records. */
  readonly total: number;
  /** When it began to be read, on the clock of `performance.now()`. */
  readonly readAt: number;
}

/**
 * The counter of several collections together: it grows with every commit that writes one of them, and has the size of the
 * first.
 */
export function combined(counters: readonly Counter[]): Counter {
  const [first, ...others] = counters;
  if (others.length === 0) return first!;
  return {
    changes: counters.reduce((sum, { changes }) => sum + changes, 0),
    total: first!.total,
    readAt: Math.min(...counters.map(({ readAt }) => readAt)),
  };
}

/** Selects the counters of all collections. */
export const SELECT_COUNTERS = sql`SELECT name, changes, total FROM collection_counters`;

/** Where counters are read. */
interface CounterSource extends Pick<Database, "hasNewCommits"> {
  readonly reader: Pick<Database["reader"], "all">;
}

type CountersByResource = ReadonlyMap<Resource, Counter>;

/** Reads the counters from one session. */
export class Counters {
  private readonly database: CounterSource;
  private readonly catalog: Catalog;
  private readonly query: Query;
  private latest: Promise<CountersByResource> | undefined;
  /** Whether the latest query has not been sent yet. Until then, more callers can share it. */
  private isPending = false;

  /** @param query selects the counters */
  constructor(database: CounterSource, catalog: Catalog, query: Query = SELECT_COUNTERS) {
    this.database = database;
    this.catalog = catalog;
    this.query = query;
  }

  /** Returns the counters of some resources, which include every commit before the call. */
  async get(resources: readonly Resource[]): Promise<Counter[]> {
    if (!this.isPending && (this.database.hasNewCommits() || !this.latest)) this.startRead();
    const counters = await this.latest!;
    return resources.map((resource) => counters.get(resource)!);
  }

  /** Starts a read, which is forgotten if it fails, but not one that was started after it. */
  private startRead(): void {
    const reading = this.read();
    this.latest = reading;
    reading.catch(() => {
      if (this.latest === reading) this.latest = undefined;
    });
  }

  /** Sends one query for all calls in the same tick of the event loop, at its end. */
  private async read(): Promise<CountersByResource> {
    this.isPending = true;
    await new Promise((resolve) => setImmediate(resolve));
    this.isPending = false;
    const readAt = performance.now();
    const rows = await this.database.reader.all(this.query);
    return new Map(
      rows.map((row) => [
        this.catalog.resource(row.name as string),
        { changes: Number(row.changes), total: Number(row.total), readAt },
      ]),
    );
  }
}
