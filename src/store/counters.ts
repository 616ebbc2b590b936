/** The change counter and size of every collection: what was read last, while the database says that it still holds. */
import sql from "sql-template-tag";
import type { Catalog } from "../resource/catalog.ts";
import type { Resource } from "../resource/resource.ts";
import type { Database, Query } from "./dialect.ts";

/** The change counter and size of a collection. */
export interface Counter {
  /** Moves with every commit that writes the collection: what was read before is current while the counter stands still. */
  readonly changes: number;
  /** The number of records. */
  readonly total: number;
}

export const READING = sql`SELECT name, changes, total FROM collection_counters`;

type Known = ReadonlyMap<Resource, Counter>;

export class Counters {
  private readonly database: Pick<Database, "reader" | "hasNewCommits">;
  private readonly catalog: Catalog;
  private readonly reading: Query;
  private known: Promise<Known> | undefined;
  /** A reading that was not sent yet, so that whoever asks may join it. */
  private waiting = false;

  /** @param reading the statement that reads them */
  constructor(database: Pick<Database, "reader" | "hasNewCommits">, catalog: Catalog, reading: Query = READING) {
    this.database = database;
    this.catalog = catalog;
    this.reading = reading;
  }

  /** The counters of some resources, with everything that was committed before this was asked. */
  async of(resources: readonly Resource[]): Promise<Counter[]> {
    if (!this.waiting && (this.database.hasNewCommits() || !this.known)) this.known = this.read();
    const known = await this.known!;
    return resources.map((resource) => known.get(resource)!);
  }

  /** One reading for all who ask in the same tick of the event loop, sent at its end. */
  private async read(): Promise<Known> {
    this.waiting = true;
    await new Promise((resolve) => setImmediate(resolve));
    this.waiting = false;
    try {
      const rows = await this.database.reader.all(this.reading);
      return new Map(
        rows.map((row) => [
          this.catalog.resource(row.name as string),
          { changes: Number(row.changes), total: Number(row.total) },
        ]),
      );
    } catch (reason) {
      this.known = undefined;
      throw reason;
    }
  }
}
