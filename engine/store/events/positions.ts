/**
 * The positions of events in the log: how many events, and how many bytes, there are up to each one, without security
 * events. The difference between two positions is what lies between them, so the log is measured without being read.
 */
import sql, { type Sql } from "sql-template-tag";
import { ADMIN } from "../../declare/scopes.ts";
import { MAX_KEY } from "../../declare/values.ts";
import { decode } from "../../kinds/kinds.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Session } from "../database.ts";
import { quoteIdentifier, type StoredRecord } from "../tables.ts";
import { PURGED } from "./purge.ts";
import { isSecurityEvent, LOG_EVENTS } from "./retention.ts";

/** The position of an event. */
export interface Position {
  /** The integer key of the event. */
  readonly key: number;
  /** A timestamp; empty before the first event. */
  readonly time: string;
  readonly ordinal: number;
  readonly bytes: number;
}

/** Before the first event. */
const START: Position = { key: 0, time: "", ordinal: 0, bytes: 0 };

/** What an event takes besides its texts. */
const ROW_BYTES = 100;

/** The size of an event in bytes. Its indexes are not counted. */
function sizeOf({ type, subject, actor }: StoredRecord, data: string): number {
  return ROW_BYTES + [type, subject, actor, data].reduce<number>((sum, text) => sum + Buffer.byteLength(`${text}`), 0);
}

/** The position of a new event. @param data of the event, as it is stored */
export function nextPosition(last: Position, event: StoredRecord, data: string): Position {
  const { n: key, time } = event as StoredRecord & { time: string };
  if (isSecurityEvent(event as StoredRecord & { scope: string; type: string })) return { ...last, key, time };
  return { key, time, ordinal: last.ordinal + 1, bytes: last.bytes + sizeOf(event, data) };
}

/** The position of the last event. */
export function lastPosition(session: Pick<Session, "all">, log: Resource): Promise<Position> {
  return positionAt(session, log, MAX_KEY);
}

/** The position of the last event up to a key; that before the first event if there is none. */
export async function positionAt(session: Pick<Session, "all">, log: Resource, key: number): Promise<Position> {
  const [row] = await session.all(
    sql`SELECT n, time, ordinal, position FROM ${quoteIdentifier(log.table)} WHERE n <= ${key} ORDER BY n DESC LIMIT 1`,
  );
  if (!row) return START;
  const time = decode("timestamp", Number(row.time)) as string;
  return { key: Number(row.n), time, ordinal: Number(row.ordinal), bytes: Number(row.position) };
}

/** A predicate: an event is a security event, as `isSecurityEvent` says. */
export const securityPredicate: Sql = sql`(scope = ${ADMIN} OR type LIKE ${`${LOG_EVENTS}.%`} OR type LIKE ${`%.${PURGED}`})`;

/** Measures the events of a log that an earlier version has written. */
export async function measureLog(session: Session, log: Resource): Promise<void> {
  const table = quoteIdentifier(log.table);
  const [last] = await session.all(sql`SELECT ordinal FROM ${table} ORDER BY n DESC LIMIT 1`);
  if (!last || last.ordinal !== null) return;
  const size = sql`${ROW_BYTES} + octet_length(type) + octet_length(subject) + octet_length(actor) + octet_length(data)`;
  await session.run(
    sql`UPDATE ${table} SET ordinal = measured.ordinal, position = measured.position FROM (SELECT n AS key, sum(CASE WHEN ${securityPredicate} THEN 0 ELSE 1 END) OVER (ORDER BY n) AS ordinal, sum(CASE WHEN ${securityPredicate} THEN 0 ELSE ${size} END) OVER (ORDER BY n) AS position FROM ${table}) AS measured WHERE ${table}.n = measured.key`,
  );
}
