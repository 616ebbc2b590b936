/** What the history takes: how many versions and events there are, and their part of the database. */
import sql, { join, type Sql } from "sql-template-tag";
import type { Catalog } from "../../resource/catalog.ts";
import { type Clock, today } from "../../runtime/clock.ts";
import type { Database } from "../database.ts";
import { where } from "../read/where.ts";
import { quoteIdentifier } from "../tables.ts";
import { historyOf } from "./versions.ts";

/** Rows, and what they take with their indexes. */
interface Size {
  readonly rows: number;
  readonly bytes: number;
}

/** What the history of a database takes. */
export interface HistorySize {
  /** The earlier versions of records. */
  readonly versions: Size;
  /** The event log, with its security events. */
  readonly events: Size;
  /** The whole database. */
  readonly databaseBytes: number;
}

/** Measures the history. It reads every page of it on SQLite, and all keys on PostgreSQL: a slow read. */
export async function measureHistory(
  database: Pick<Database, "dialect" | "slowReader">,
  { resources, log }: Catalog,
): Promise<HistorySize> {
  const { dialect } = database;
  const versions = resources.filter(({ hasHistory }) => hasHistory).map((resource) => historyOf(resource).table);
  const events = log ? [log.table] : [];
  const rowsOf = (tables: readonly string[]): Sql =>
    join(
      [
        sql`0`,
        ...tables.map((table) => sql`(SELECT count(*) FROM ${quoteIdentifier(table)}${where(dialect.abortable([]))})`),
      ],
      " + ",
    );
  const [row] = await database
    .slowReader({ client: "history size" })
    .all(
      sql`SELECT ${rowsOf(versions)} AS versions, ${dialect.bytesOf(versions)} AS version_bytes, ${rowsOf(events)} AS events, ${dialect.bytesOf(events)} AS event_bytes, ${dialect.databaseBytes} AS database_bytes`,
    );
  return {
    versions: { rows: Number(row!.versions), bytes: Number(row!.version_bytes) },
    events: { rows: Number(row!.events), bytes: Number(row!.event_bytes) },
    databaseBytes: Number(row!.database_bytes),
  };
}

/** Measures the history once a day, while somebody wants to know. */
export class DailyHistorySize {
  private measured: HistorySize | undefined;
  private day = "";
  private readonly measure: () => Promise<HistorySize>;
  private readonly clock: Clock;

  constructor(measure: () => Promise<HistorySize>, clock: Clock) {
    this.measure = measure;
    this.clock = clock;
  }

  /**
   * The size as it was last measured; undefined before that. The first call of each day begins to measure it.
   * @param onError called if it cannot be measured; the next attempt is made on the next day
   */
  latest(onError: (error: unknown) => void): HistorySize | undefined {
    const day = today(this.clock);
    if (day !== this.day) {
      this.day = day;
      this.measure().then((size) => {
        this.measured = size;
      }, onError);
    }
    return this.measured;
  }
}
