/**
 * Timelines. A database that goes back to an earlier state forgets which numbers it has given out since: revisions and change
 * counters, of which entity tags are made, and the ids of events. A new timeline starts above all of them, so that no tag and
 * no id comes back for something else.
 */
import sql, { raw } from "sql-template-tag";
import { MAX_KEY, serialId } from "../declare/values.ts";
import { decode } from "../kinds/kinds.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Resource } from "../resource/resource.ts";
import type { Session } from "./database.ts";
import { readMetadata, writeMetadata } from "./metadata.ts";
import { quoteIdentifier } from "./tables.ts";
import { SavepointSession } from "./transaction/sessions.ts";

/** The change counter of each collection, by its name. */
export type ChangeCounters = ReadonlyMap<string, number>;

/** Events that a timeline has lost: those with ids between these two. Reading may continue after either. */
interface LostEvents {
  readonly after: string;
  readonly before: string;
}

/** The metadata's name for the time at which the latest timeline started, as a timestamp. */
export const RESTORED_AT = "restored_at";
/** The metadata's name for the events that earlier timelines have lost, as JSON. */
const LOST_EVENTS = "events_lost";

/** More events than any machine writes in a millisecond for long. */
const EVENTS_PER_MS = 3;

/** Reads the change counters of a database. */
export async function readChangeCounters(session: Pick<Session, "all">): Promise<ChangeCounters> {
  const rows = await session.all(sql`SELECT name, changes FROM collection_counters`);
  return new Map(rows.map(({ name, changes }) => [name as string, Number(changes)]));
}

/**
 * Starts a new timeline in a database that is back at an earlier state. The layout must be that of the catalog.
 * @param session in a transaction that locks out other writers
 * @param former the counters of the database before it went back; undefined if they are unknown
 * @param now milliseconds since 1970
 */
export async function startTimeline(
  session: Session,
  { resources, log }: Catalog,
  former: ChangeCounters | undefined,
  now: number,
): Promise<void> {
  const counters = await readChangeCounters(session);
  for (const resource of resources) {
    const { name, table } = resource;
    const [own, lost] = [counters.get(name) ?? 0, former?.get(name) ?? 0];
    // Microseconds since 1970 exceed any number of commits, so this is safe even if `former` is unknown or not the latest.
    // The counters themselves matter if the clock was set back.
    const start = Math.max(now * 1_000, own + 1, lost + 1);
    if (resource === log) {
      await skipLostEvents(session, log, own, former?.get(name), now);
      continue;
    }
    await session.run(sql`UPDATE ${quoteIdentifier(table)} SET revision = ${start}`);
    await setCounter(session, name, start);
  }
  // HTTP-dates have whole seconds, and this must be after every second in which a record can have been read.
  const restoredAt = new Date(Math.floor(now / 1_000 + 1) * 1_000).toISOString();
  await writeMetadata(new SavepointSession(session), RESTORED_AT, restoredAt);
  // They belong to counters that will not come back.
  await session.run(raw("DELETE FROM recent_changes"));
}

/** Whether an event was lost, or an id belongs to no event because of that. */
export async function isLostEvent(session: Pick<Session, "all">, id: string): Promise<boolean> {
  return (await readLostEvents(session)).some(({ after, before }) => after < id && id < before);
}

/** Moves the counter of the log, of which the ids of events are made. */
async function skipLostEvents(
  session: Session,
  log: Resource,
  own: number,
  former: number | undefined,
  now: number,
): Promise<void> {
  const start = former === undefined ? await estimateStart(session, log, own, now) : Math.max(own, former) + 1;
  await setCounter(session, log.name, start);
  const lost = [...(await readLostEvents(session)), { after: serialId(own), before: serialId(start) }];
  await writeMetadata(new SavepointSession(session), LOST_EVENTS, JSON.stringify(lost));
}

/** An id above all that can have been given out since the last event. At most half of the remaining ids are skipped. */
async function estimateStart(session: Session, log: Resource, own: number, now: number): Promise<number> {
  const [last] = await session.all(sql`SELECT time FROM ${quoteIdentifier(log.table)} ORDER BY n DESC LIMIT 1`);
  const elapsed = last ? Math.max(0, now - Date.parse(decode("timestamp", last.time) as string)) : Infinity;
  return own + Math.min(EVENTS_PER_MS * elapsed + 1_000, Math.floor((MAX_KEY - own) / 2)) + 1;
}

async function readLostEvents(session: Pick<Session, "all">): Promise<LostEvents[]> {
  return JSON.parse((await readMetadata(session, LOST_EVENTS)) ?? "[]");
}

async function setCounter(session: Session, name: string, changes: number): Promise<void> {
  await session.run(sql`UPDATE collection_counters SET changes = ${changes} WHERE name = ${name}`);
}
