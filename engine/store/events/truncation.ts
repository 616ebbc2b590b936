/** Reports what the retention has deleted from the event log, in the log itself: `events.truncated`. */
import type { Resource } from "../../resource/resource.ts";
import { topLevelPath } from "../../resource/templates.ts";
import type { WriteSession } from "../database.ts";
import { readMetadata, writeMetadata } from "../metadata.ts";
import { type ChangeEvent, SYSTEM } from "./change-event.ts";
import { LOG_EVENTS, type Reason } from "./retention.ts";

/** Some deleted events. */
export interface Deleted {
  readonly count: number;
  /** The times of the first and the last one, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** What was deleted for one reason, and when that was last reported, in milliseconds since 1970. */
interface Report {
  readonly reportedAt: number | null;
  readonly pending: Deleted | null;
}

type Reports = Partial<Record<Reason, Report>>;

/** The metadata's name for the reports, as JSON. */
const TRUNCATIONS = "events_truncated";
/** The shortest time between two reports for the same reason. Later deletions wait for the next one. */
const REPORT_MS = 86_400_000;

/** Combines two deletions. */
export function combine(one: Deleted | null | undefined, other: Deleted): Deleted {
  if (!one) return other;
  return {
    count: one.count + other.count,
    from: Math.min(one.from, other.from),
    to: Math.max(one.to, other.to),
  };
}

/**
 * Adds deletions to what is to be reported.
 * @param now in milliseconds since 1970
 * @returns the events that are due: for each reason at once if the last report is a day old, else a day after it
 */
export async function reportDeleted(
  session: WriteSession,
  log: Resource,
  deleted: ReadonlyMap<Reason, Deleted>,
  now: number,
): Promise<ChangeEvent[]> {
  const stored = (await readMetadata(session, TRUNCATIONS)) ?? "{}";
  const reports = JSON.parse(stored) as Reports;
  for (const [reason, each] of deleted) {
    const report = reports[reason];
    reports[reason] = { reportedAt: report?.reportedAt ?? null, pending: combine(report?.pending, each) };
  }
  const events: ChangeEvent[] = [];
  for (const [reason, { reportedAt, pending }] of Object.entries(reports) as [Reason, Report][]) {
    // A report from the future was dated by a wrong clock.
    const isDue = reportedAt === null || Math.abs(now - reportedAt) >= REPORT_MS;
    if (!pending || !isDue) continue;
    events.push(truncatedEvent(log, reason, pending, now));
    reports[reason] = { reportedAt: now, pending: null };
  }
  const text = JSON.stringify(reports);
  if (text !== stored) await writeMetadata(session, TRUNCATIONS, text);
  return events;
}

function truncatedEvent(log: Resource, why: Reason, { count, from, to }: Deleted, now: number): ChangeEvent {
  const time = (at: number): string => new Date(at).toISOString();
  return {
    type: `${LOG_EVENTS}.truncated`,
    subject: topLevelPath(log),
    time: time(now),
    actor: SYSTEM,
    scope: log.scopes.read,
    data: { count, from: time(from), to: time(to), why },
  };
}
