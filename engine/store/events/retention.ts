/** What the event log keeps, for how long, and how much of it is replayed. */
import { ADMIN } from "../../declare/scopes.ts";
import { PURGED } from "./purge.ts";

/** How long events are kept, and which of them streams resume from and webhooks receive (`replay-window.ts`). */
export interface Retention {
  /** The age, number and size of the events that are replayed, security events aside. */
  readonly days: number;
  readonly maxEvents: number;
  /** Of the contents of events; see `sizeOf`. */
  readonly maxBytes: number;
  /** The age at which changes of records are deleted; undefined if they are kept forever. */
  readonly historyDays: number | undefined;
  /** The age at which security events are deleted. At least `days`. */
  readonly securityDays: number;
}

/** The retention of a store that is opened without one, as in tests. */
export const DEFAULT_RETENTION: Retention = {
  days: 90,
  maxEvents: 1_000_000,
  maxBytes: 1_073_741_824,
  historyDays: undefined,
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

/** Why events were deleted: for their age. Earlier versions also deleted those that were too many, or had too many bytes. */
export type Reason = "age" | "count" | "bytes" | "security_age";

/** The milliseconds of a day. */
export const DAY_MS = 86_400_000;
