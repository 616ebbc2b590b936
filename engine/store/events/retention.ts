/** What the event log keeps, and for how long. */
import { ADMIN } from "../../declare/scopes.ts";
import { PURGED } from "./purge.ts";

/** The age, number and size of events beyond which the log deletes the oldest. */
export interface Retention {
  readonly days: number;
  readonly maxEvents: number;
  /** Of the contents of events; see `sizeOf`. */
  readonly maxBytes: number;
  /** The age of security events; they do not count towards the other limits. At least `days`. */
  readonly securityDays: number;
}

/** The retention of a store that is opened without one, as in tests. */
export const DEFAULT_RETENTION: Retention = {
  days: 90,
  maxEvents: 1_000_000,
  maxBytes: 1_073_741_824,
  securityDays: 400,
};

/** The first part of the types of events about the log itself. */
export const LOG_EVENTS = "events";

/**
 * Whether an event is kept as a security event: one that only the admin may read, or one about the log itself, such as a purge. The
 * others cannot displace it.
 */
export function isSecurityEvent({ scope, type }: { readonly scope: unknown; readonly type: unknown }): boolean {
  const [kind, verb] = `${type}`.split(".");
  return scope === ADMIN || kind === LOG_EVENTS || verb === PURGED;
}

/** Why events were deleted: for their age, or because there were too many, or too many bytes. */
export type Reason = "age" | "count" | "bytes" | "security_age";

/** An event that the retention considers. */
export interface AgingEvent {
  readonly isSecurity: boolean;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The number of later events that are no security events, and their size in bytes. */
  readonly laterEvents: number;
  readonly laterBytes: number;
}

const DAY_MS = 86_400_000;

/** Whether an event is older than a number of days. @param now the trusted time */
export function isOlder({ time }: AgingEvent, days: number, now: number): boolean {
  return now - time > days * DAY_MS;
}

/**
 * Returns why an event is to be deleted; undefined if it is kept.
 * @param now the trusted time
 */
export function reasonToDelete(event: AgingEvent, retention: Retention, now: number): Reason | undefined {
  if (event.isSecurity) return isOlder(event, retention.securityDays, now) ? "security_age" : undefined;
  if (isOlder(event, retention.days, now)) return "age";
  if (event.laterEvents >= retention.maxEvents) return "count";
  return event.laterBytes >= retention.maxBytes ? "bytes" : undefined;
}
