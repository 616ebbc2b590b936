/** What goes wrong between the service and PostgreSQL, sorted by what may be done about it. */
import pg from "pg";
import { Problem } from "../../problem.ts";

/**
 * SQLSTATE classes and codes (PostgreSQL manual, appendix A) of a transaction that was rolled back through no fault of
 * its own, a server that shuts down or starts, a connection that broke, and a server that became read-only.
 */
const PASSING = /^(40...|08...|57P0[1-5]|25P0[1-4]|25006)$/;
/** Of a server that is there but cannot: a lock or the statement took too long, it is out of space, or lets nobody in. */
const UNABLE = /^(55P03|57014|53...|58...|28...|3D000)$/;

/** Node's words for a network that does not carry, and the driver's for a connection that is no more. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|ENOENT|EACCES)/;
const LOST = /connection (terminated|error|timeout)|was closed|timeout (expired|exceeded)|read timeout|socket/i;

interface Coded {
  readonly code?: string;
  readonly message?: string;
}

/** Whether a connection is no more, so that nobody knows what became of the statement that was sent last. */
export function isLoss(reason: unknown): boolean {
  if (reason instanceof pg.DatabaseError || !(reason instanceof Error)) return false;
  const { code = "", message } = reason as Coded;
  return NETWORK.test(code) || LOST.test(message ?? "");
}

/** Whether the same is worth another try at once, where nothing can have been committed. */
export function isPassing(reason: unknown): boolean {
  if (reason instanceof Error && /timeout/.test(reason.message)) return false;
  return isLoss(reason) || PASSING.test((reason as Coded | undefined)?.code ?? "");
}

/** Whether the database is away or unable, which is not the caller's fault and may pass. */
function isAway(reason: unknown): boolean {
  const { code = "" } = (reason ?? {}) as Coded;
  return isLoss(reason) || PASSING.test(code) || UNABLE.test(code);
}

/** Why a connection did not come about. Whatever it is, a certificate or a right that is missing, the database is away. */
export function notConnected(reason: unknown): unknown {
  return isAway(reason) ? reason : new Error(`connection error: ${reasonOf(reason)}`, {});
}

/** An error in the service's own words; the log is told why. */
export function told(reason: unknown): unknown {
  if (reason instanceof Problem) return reason;
  if (!isAway(reason)) return withoutRecord(reason);
  return Object.assign(new Problem("unavailable", "The database cannot be reached just now."), { cause: reason });
}

/** An error for the log: what PostgreSQL says beside the message repeats the row, or the values of the statement. */
function withoutRecord(reason: unknown): unknown {
  if (!(reason instanceof pg.DatabaseError)) return reason;
  return Object.assign(reason, { detail: undefined, where: undefined });
}

/** What an operator is told, without the credentials of the address. */
export function reasonOf(error: unknown): string {
  const { code, message = "" } = (error ?? {}) as Coded;
  return message || code || "no answer";
}
