/** The counters of all collections within one transaction: in memory, because no other writer moves them until its COMMIT. */
import sql, { raw, type Sql } from "sql-template-tag";
import type { Resource } from "../../resource/resource.ts";

/** What counters are read from. */
interface CounterReader {
  all(query: Sql): Promise<Record<string, unknown>[]>;
}

/** What counters are written to. */
interface CounterWriter {
  send(query: Sql): void | Promise<void>;
}

/** The row of one collection in `collection_counters`. */
interface CounterRow {
  readonly changes: number;
  readonly total: number;
  /** The integer key that was assigned last. */
  readonly lastKey: number;
}

/** Counters that are read when a transaction begins, and written back before its COMMIT. */
export class TransactionCounters {
  private current: Map<string, CounterRow>;
  /** The names of the counters to write back. */
  private readonly moved = new Set<string>();
  /** The time of the last change, in milliseconds since 1970. */
  private lastTime: number;

  private constructor(rows: Map<string, CounterRow>, lastTime: number) {
    this.current = rows;
    this.lastTime = lastTime;
  }

  /**
   * Reads the counters in a transaction that locks out other writers.
   * @param log the event log, which has the time of the last change
   */
  static async read(session: CounterReader, log: Resource | undefined): Promise<TransactionCounters> {
    const lastTime = log ? sql`(SELECT time FROM ${raw(`"${log.table}"`)} ORDER BY n DESC LIMIT 1)` : sql`NULL`;
    // In one text, because every transaction reads all of them, and most drivers take long for each row.
    const [row] = await session.all(
      sql`SELECT string_agg(name || ' ' || changes || ' ' || total || ' ' || last_key, ',') AS counters, ${lastTime} AS time FROM collection_counters`,
    );
    const rows = new Map<string, CounterRow>();
    for (const each of (row!.counters as string).split(",")) {
      const [name, changes, total, lastKey] = each.split(" ") as [string, string, string, string];
      rows.set(name, { changes: Number(changes), total: Number(total), lastKey: Number(lastKey) });
    }
    return new TransactionCounters(rows, Number(row!.time ?? 0));
  }

  /** The counters of a database without collections. */
  static none(): TransactionCounters {
    return new TransactionCounters(new Map(), 0);
  }

  /**
   * The time of the next change: never before that of the last one, even if the clock was set back.
   * @param now milliseconds since 1970
   */
  timeAt(now: number): number {
    this.lastTime = Math.max(this.lastTime, now);
    return this.lastTime;
  }

  /** The change counter of a collection. */
  changes({ name }: Resource): number {
    return this.current.get(name)!.changes;
  }

  /** The number of records of a collection. */
  total({ name }: Resource): number {
    return this.current.get(name)!.total;
  }

  /** The integer key that was assigned last. */
  lastKey({ name }: Resource): number {
    return this.current.get(name)!.lastKey;
  }

  /**
   * Assigns integer keys to new records. None is assigned twice, not even after a deletion.
   * @returns the first of `count` consecutive keys
   */
  assignKeys({ name }: Resource, count = 1): number {
    const row = this.current.get(name)!;
    this.set(name, { ...row, lastKey: row.lastKey + count });
    return row.lastKey + 1;
  }

  /**
   * Moves the change counter of a collection, and its size by `growth`.
   * @returns the new change counter
   */
  advance({ name }: Resource, changes: number, growth: number): number {
    const row = this.current.get(name)!;
    this.set(name, { ...row, changes: row.changes + changes, total: row.total + growth });
    return row.changes + changes;
  }

  /** @returns a function that restores the counters as they are now */
  savepoint(): () => void {
    const saved = new Map(this.current);
    return () => {
      this.current = saved;
    };
  }

  /** Writes back the counters that were moved. */
  async write(session: CounterWriter): Promise<void> {
    for (const name of this.moved) {
      const row = this.current.get(name)!;
      await session.send(
        sql`UPDATE collection_counters SET changes = ${row.changes}, total = ${row.total}, last_key = ${row.lastKey} WHERE name = ${name}`,
      );
    }
  }

  private set(name: string, row: CounterRow): void {
    this.current.set(name, row);
    this.moved.add(name);
  }
}
