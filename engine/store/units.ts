/** Runs units of work in transactions: each is carried out as a whole, with its events and row changes, or not at all. */
import { isUnavailable } from "../problem.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Database, Transaction } from "./database.ts";
import { readMetadata, writeMetadata } from "./metadata.ts";
import type { Write, WriteOptions } from "./store.ts";
import { type IdempotentRequest, IdempotentRequests, type IdempotentResult } from "./write/idempotency.ts";
import { SystemWriter } from "./write/system-writer.ts";
import { UnitOfWork, type UnitOptions } from "./write/unit-of-work.ts";
import { Writer } from "./write/writer.ts";

/** Implements the methods of `Store` that write. */
export class Units {
  private readonly database: Database;
  private readonly catalog: Catalog;
  private readonly clock: Clock;
  private readonly idempotentRequests: IdempotentRequests;

  constructor(database: Database, catalog: Catalog, clock: Clock) {
    this.database = database;
    this.catalog = catalog;
    this.clock = clock;
    this.idempotentRequests = new IdempotentRequests(clock);
  }

  write<T>(
    work: (tx: Writer) => Promise<T>,
    { actor, isCorrection, authorize, ...options }: WriteOptions = {},
  ): Promise<T> {
    const run = async (transaction: Transaction) => {
      await this.authorize(transaction, authorize);
      return this.run(transaction, work, { actor, isCorrection, signal: options.waiter });
    };
    return this.database.transaction(run, options);
  }

  transaction<T>(work: (write: Write) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const run = (transaction: Transaction) =>
      work((unit, { actor, isCorrection } = {}) =>
        transaction.session.nested(() => this.run(transaction, unit, { actor, isCorrection, signal })),
      );
    return this.database.transaction(run, { isLong: true });
  }

  writeOnce(
    request: IdempotentRequest,
    work: (tx: Writer) => Promise<string>,
    { actor, authorize, ...options }: WriteOptions = {},
  ): Promise<IdempotentResult> {
    const unit = { actor, signal: options.waiter };
    const run = async (transaction: Transaction) => {
      await this.authorize(transaction, authorize);
      return this.idempotentRequests.run(transaction.session, request, () => this.run(transaction, work, unit));
    };
    return this.database.transaction(run, options);
  }

  initialize(name: string, work: (tx: Writer) => Promise<string>): Promise<{ value: string; isNew: boolean }> {
    const run = async (transaction: Transaction) => {
      const stored = await readMetadata(transaction.session, name);
      if (stored !== undefined) return { value: stored, isNew: false };
      const value = await this.run(transaction, work);
      await writeMetadata(transaction.session, name, value);
      return { value, isNew: true };
    };
    return retry(() => this.database.transaction(run));
  }

  private async authorize(transaction: Transaction, authorize: WriteOptions["authorize"]): Promise<void> {
    await authorize?.(new SystemWriter(this.unitOf(transaction)));
  }

  /** @param now in milliseconds since 1970 */
  async deleteExpired(now: number): Promise<void> {
    const { database, idempotentRequests } = this;
    // Other writes run between the batches.
    while ((await database.reader.all(idempotentRequests.expired(now))).length > 0)
      await database.transaction(({ session }) => idempotentRequests.deleteExpired(session, now));
  }

  private unitOf(transaction: Transaction, options?: UnitOptions): UnitOfWork {
    const { dialect } = this.database;
    return new UnitOfWork({ ...transaction, dialect }, this.catalog, this.clock, options);
  }

  private async run<T>(
    transaction: Transaction,
    work: (tx: Writer) => Promise<T>,
    options: UnitOptions = {},
  ): Promise<T> {
    const unit = this.unitOf(transaction, options);
    const result = await work(new Writer(unit));
    const events = await unit.changeEvents();
    // All at once, so that a unit that is aborted earlier leaves no trace.
    for (const event of events) transaction.events.push(event);
    for (const [resource, growth] of unit.changed.growth) {
      const to = transaction.counters.advance(resource, 1, growth);
      transaction.changes.push({ resource, from: to - 1, to, rows: unit.changed.rows.of(resource) });
    }
    return result;
  }
}

const MAX_ATTEMPTS = 12;

/** Retries the service's own writes while the database is busy. Each attempt waits as long as a client's write does. */
export async function retry<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (reason) {
      if (!isUnavailable(reason) || attempt === MAX_ATTEMPTS) throw reason;
    }
  }
}
