/** Reads the history of the records of a database. */
import type { Moment } from "../../query/history/as-of.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { datedProjection, fullProjection } from "../../resource/representation.ts";
import type { Resource, View } from "../../resource/resource.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import type { Database } from "../database.ts";
import { SERVICE } from "../read/pages/page.ts";
import type { History, RecordStore } from "../record-store.ts";
import { type DeletedOptions, type DeletedRecord, readDeleted } from "./deleted.ts";
import { awaitFinal, requireHistory } from "./moments.ts";
import { allRowsAt } from "./past-source.ts";
import { PastStore } from "./past-store.ts";
import { DailyHistorySize, measureHistory } from "./size.ts";
import { rowsDeletedWith } from "./versions.ts";

/** `History` says what its methods do. */
export class SqlHistory implements History {
  readonly size: DailyHistorySize;
  private readonly database: Database;
  private readonly catalog: Catalog;
  private readonly clock: Clock;
  private readonly present: RecordStore["counters"];

  /** @param present reads the counters of the present */
  constructor(database: Database, catalog: Catalog, clock: Clock, present: RecordStore["counters"]) {
    this.database = database;
    this.catalog = catalog;
    this.clock = clock;
    this.present = present;
    this.size = new DailyHistorySize(() => measureHistory(database, catalog), clock);
  }

  requireSince(time: number): Promise<void> {
    return requireHistory(this.database.reader, time);
  }

  async asOf({ time, text }: Moment, requester: Requester): Promise<RecordStore> {
    const { dialect } = this.database;
    await this.requireSince(time);
    await awaitFinal(this.database, this.catalog.log!, time, this.clock);
    const versioned = this.catalog.resources.filter(({ hasHistory }) => hasHistory);
    return new PastStore(this.database, allRowsAt(versioned, time, dialect), requester, {
      time,
      present: this.present,
      isOpen: time > this.clock.now(),
      projectionOf: (view) => datedProjection(fullProjection(view), text),
    });
  }

  deletedWith(resource: Resource, key: number, requester: Requester): RecordStore {
    return new PastStore(this.database, new Map([[resource, rowsDeletedWith(resource, key)]]), requester);
  }

  /** As `RecordStore` does, of the present. */
  listDeleted(
    view: View,
    parentId: string | undefined,
    since: number,
    { limit, requester = SERVICE }: DeletedOptions,
  ): Promise<readonly DeletedRecord[]> {
    return readDeleted(this.database.slowReader(requester), { view, parentId, since }, limit);
  }
}
