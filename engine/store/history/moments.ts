/** Which moments of the past are known, and when what they were is final. */
import { setTimeout } from "node:timers/promises";
import sql from "sql-template-tag";
import { encode } from "../../kinds/kinds.ts";
import { Problem } from "../../problem.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Database, Session } from "../database.ts";
import { readMetadata, writeMetadata } from "../metadata.ts";
import { quoteIdentifier } from "../tables.ts";
import { SavepointSession } from "../transaction/sessions.ts";

/**
 * The metadata's name for the earliest moment of which everything is known, in milliseconds since 1970: the first start, or
 * later, if what was before has been deleted.
 */
export const HISTORY_START = "history_start";
/** No write takes longer, in milliseconds: they are aborted before that. */
const LONGEST_WRITE_MS = 600_000;

/** Notes when the history of a database begins, if that is not known. @param now milliseconds since 1970 */
export async function beginHistory(session: Session, now: number): Promise<void> {
  if ((await readMetadata(session, HISTORY_START)) !== undefined) return;
  await writeMetadata(new SavepointSession(session), HISTORY_START, String(now));
}

/** @throws Problem `gone` if what the records were at a time, in milliseconds since 1970, is not known */
export async function requireHistory(session: Pick<Session, "all">, time: number): Promise<void> {
  const start = Number(await readMetadata(session, HISTORY_START));
  if (time >= start) return;
  const earliest = new Date(start).toISOString();
  const detail = `The history of this registry begins at ${earliest}; what was before is not known.`;
  throw new Problem("gone", detail, { earliest });
}

/**
 * Waits until no later commit can be part of a moment: writes have the time at which they began. A moment to come, such as the
 * end of today, is never final.
 * @param time in milliseconds since 1970
 */
export async function awaitFinal(database: Database, log: Resource, time: number, clock: Clock): Promise<void> {
  if (time > clock.now()) return;
  // The present millisecond may have other commits.
  if (time === clock.now()) await setTimeout(1);
  if (time < clock.now() - LONGEST_WRITE_MS) return;
  const later = sql`SELECT 1 AS found FROM ${quoteIdentifier(log.table)} WHERE time > ${encode("timestamp", new Date(time).toISOString())} LIMIT 1`;
  // Events are in the order of commits.
  if ((await database.reader.all(later)).length > 0) return;
  // All writes that began before this one end before it.
  await database.transaction(async () => {});
}
