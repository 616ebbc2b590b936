/**
 * Removes what the event log, the versions of records and stored responses say of records. That something was changed stays in the log, with the time and
 * the caller: events look like those of private records.
 */
import sql, { join, type Sql } from "sql-template-tag";
import { encode } from "../../kinds/kinds.ts";
import type { Resource } from "../../resource/resource.ts";
import { parsePath } from "../../resource/templates.ts";
import { type Clock, timestamp } from "../../runtime/clock.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import type { Database, Transaction } from "../database.ts";
import { forgetVersions } from "../history/versions.ts";
import { startsWith } from "../read/prefixes.ts";
import { quoteIdentifier } from "../tables.ts";
import { SINGLE_VERBS } from "./recorder.ts";

/** What to purge. */
export interface PurgeRequest {
  readonly resource: Resource;
  /** The canonical path of the record, which need not exist any more. */
  readonly subject: string;
  /** Whether to purge the records below it, and those that list it as a member, which repeat some of its fields. */
  readonly below: boolean;
  /** Who purges. */
  readonly actor: string;
  /**
   * What is left of the outcome of an idempotent request.
   * @returns the same text if it says nothing of these records; undefined if nothing is left
   */
  purgeOutcome(outcome: string): string | undefined;
  /** Whether the result of an operation shows one of these records. */
  isPurgedResult(result: string): boolean;
  /** What the names of results in the service metadata begin with. */
  readonly resultPrefix: string;
}

/** How much was removed. */
export interface PurgeResult {
  readonly events: number;
  readonly versions: number;
  readonly responses: number;
}

/** The type of the event that a purge leaves, after the singular. */
export const PURGED = "purged";

/** The number of events or responses per statement. Other work may run between statements. */
const BATCH = 500;

/** Purges in one transaction. */
export class Purge {
  private readonly database: Database;
  private readonly log: Resource;
  private readonly clock: Clock;
  private readonly request: PurgeRequest;

  /** The records, by the columns of their tables. */
  private readonly purged: readonly { readonly resource: Resource; readonly records: Sql }[];

  constructor(database: Database, log: Resource, clock: Clock, request: PurgeRequest) {
    this.database = database;
    this.log = log;
    this.clock = clock;
    this.request = request;
    this.purged = purgedRecords(request);
  }

  async run(): Promise<PurgeResult> {
    // Before the transaction, because other writers wait for it, and some events are found in no index.
    const found = await this.findEvents((query) => this.database.scanner.all(query), 0);
    return this.database.transaction((transaction) => this.purge(transaction, found), { isLong: true });
  }

  private async purge(transaction: Transaction, found: readonly number[]): Promise<PurgeResult> {
    const { session, counters, changes } = transaction;
    const { overwriteDeleted } = this.database.dialect;
    if (overwriteDeleted) await session.all(overwriteDeleted);
    const later = await this.findEvents((query) => session.all(query), found.at(-1) ?? 0);
    const keys = [...found, ...later];
    const timeSlice = new TimeSlice();
    let events = 0;
    for (let from = 0; from < keys.length; from += BATCH) {
      await timeSlice.yieldIfOver();
      const batch = join(keys.slice(from, from + BATCH));
      events += await session.run(
        sql`UPDATE ${quoteIdentifier(this.log.table)} SET data = ${NOTHING}, revision = revision + 1 WHERE n IN (${batch}) AND data <> ${NOTHING}`,
      );
    }
    const { deleted: versions, current } = await this.purgeVersions(transaction);
    const responses = (await this.purgeOutcomes(transaction, timeSlice)) + (await this.purgeResults(transaction));
    // Events of private records have no contents, but their versions do.
    const count = events + responses || versions;
    const result = { events, versions, responses };
    if (count + current === 0) return result;
    // What is kept of these lists is read again; those of the past have the current records no more, nor count them.
    const lists = this.purged.flatMap(({ resource }) => [resource, ...resource.countedIn.map(({ parent }) => parent)]);
    for (const resource of new Set([this.log, ...lists])) {
      const to = counters.advance(resource, 1, 0);
      changes.push({ resource, from: to - 1, to, rows: undefined });
    }
    if (count > 0) this.appendEvent(transaction, count);
    return result;
  }

  private async purgeVersions({ session, counters }: Transaction): Promise<{ deleted: number; current: number }> {
    const now = new Date(counters.timeAt(this.clock.now())).toISOString();
    const purged = { deleted: 0, current: 0 };
    for (const { resource, records } of this.purged) {
      if (!resource.hasHistory) continue;
      const { deleted, current } = await forgetVersions(session, resource, records, now);
      purged.deleted += deleted;
      purged.current += current;
    }
    return purged;
  }

  /** Who purged what, when, and how much of it there was. */
  private appendEvent({ events }: Transaction, count: number): void {
    const { resource, subject, actor } = this.request;
    const type = `${resource.one}.${PURGED}`;
    events.push({ type, subject, time: timestamp(this.clock), actor, scope: resource.eventScope!, data: { count } });
  }

  /** The keys of the events that say something of the records, in order. @param after the key after which to begin */
  private async findEvents(all: (query: Sql) => Promise<Record<string, unknown>[]>, after: number): Promise<number[]> {
    const rows = await all(
      sql`SELECT n FROM ${quoteIdentifier(this.log.table)} WHERE n > ${after} AND data <> ${NOTHING} AND (${join(this.predicates(), " OR ")}) ORDER BY n`,
    );
    return rows.map(({ n }) => Number(n));
  }

  private predicates(): Sql[] {
    const { resource, subject, below } = this.request;
    const own = sql`(subject = ${subject} AND ${hasType([resource])})`;
    if (!below) return [own];
    const descendants = descendantsOf(resource);
    const end = subject.slice(subject.lastIndexOf("/"));
    const { endsWith } = this.database.dialect;
    return [
      own,
      ...(descendants.length > 0
        ? [sql`(${startsWith(sql`subject`, `${subject}/`)} AND ${hasType(descendants)})`]
        : []),
      ...(resource.memberOf.length > 0
        ? [sql`(${hasType(resource.memberOf)} AND ${endsWith(sql`subject`, end)})`]
        : []),
    ];
  }

  private async purgeOutcomes({ session }: Transaction, timeSlice: TimeSlice): Promise<number> {
    const { contains } = this.database.dialect;
    let purged = 0;
    for (let last = ""; ; ) {
      await timeSlice.yieldIfOver();
      const rows = await session.all(
        sql`SELECT key, outcome FROM idempotency_keys WHERE key > ${last} AND ${contains(sql`outcome`, this.request.subject)} ORDER BY key LIMIT ${BATCH}`,
      );
      for (const { key, outcome } of rows as { key: string; outcome: string }[]) {
        const left = this.request.purgeOutcome(outcome);
        if (left === outcome) continue;
        purged += 1;
        await session.send(
          left === undefined
            ? sql`DELETE FROM idempotency_keys WHERE key = ${key}`
            : sql`UPDATE idempotency_keys SET outcome = ${left} WHERE key = ${key}`,
        );
      }
      if (rows.length < BATCH) return purged;
      last = rows.at(-1)!.key as string;
    }
  }

  private async purgeResults({ session }: Transaction): Promise<number> {
    const { contains } = this.database.dialect;
    const { subject, resultPrefix, isPurgedResult } = this.request;
    const rows = await session.all(
      sql`SELECT name, value FROM service_metadata WHERE ${startsWith(sql`name`, resultPrefix)} AND ${contains(sql`value`, subject)}`,
    );
    const purged = (rows as { name: string; value: string }[]).filter(({ value }) => isPurgedResult(value));
    for (const { name } of purged) await session.send(sql`DELETE FROM service_metadata WHERE name = ${name}`);
    return purged.length;
  }
}

/** The stored data of an event without content. */
const NOTHING = encode("object", {}) as string;

/** A predicate: an event is of one record of these resources. */
function hasType(resources: readonly Resource[]): Sql {
  const types = resources.flatMap(({ one }) => SINGLE_VERBS.map((verb) => `${one}.${verb}`));
  return sql`type IN (${join(types)})`;
}

/** The records to purge, by resource. */
function purgedRecords({ resource, subject, below }: PurgeRequest): { resource: Resource; records: Sql }[] {
  const ids = parsePath(resource.path, subject);
  const equal = (column: string, value: unknown) => sql`${quoteIdentifier(column)} = ${value}`;
  const own = join(
    Object.entries(ids).map(([column, id]) => equal(column, id)),
    " AND ",
  );
  const id = ids[resource.key];
  return [
    { resource, records: own },
    ...(below ? resource.children.map((child) => ({ resource: child, records: equal(child.parentKey!, id) })) : []),
    ...(below ? resource.memberOf.map((each) => ({ resource: each, records: equal(each.key, id) })) : []),
  ];
}

/** The resources whose records are below those of a resource. */
function descendantsOf({ children }: Resource): Resource[] {
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}
