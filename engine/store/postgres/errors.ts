/** Classifies errors of PostgreSQL, its driver and the network: what to retry, and what is `unavailable`. */
import pg from "pg";
import { diskFull, Problem } from "../../problem.ts";
import type { FailureCause, Side } from "../health/availability.ts";

/**
 * SQLSTATE classes and codes (PostgreSQL manual, appendix A) of serialization failures and deadlocks, lost connections,
 * servers that shut down or start, and servers that became read-only.
 */
const TRANSIENT = /^(40...|08...|57P0[1-5]|25P0[1-4]|25006)$/;
/** SQLSTATEs of a server that responds but cannot serve: lock or statement timeout, no space, no access. */
const UNAVAILABLE = /^(55P03|57014|53...|58...|28...|3D000)$/;

/** Node's error codes for an unreachable host, and the driver's messages for a lost connection. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|ENOENT|EACCES)/;
const CONNECTION_LOST =
  /connection (terminated|error|timeout)|was closed|timeout (expired|exceeded)|read timeout|socket/i;

/** SQLSTATE of a disk without space. */
const DISK_FULL = "53100";

interface ErrorWithCode {
  readonly code?: string;
  readonly message?: string;
}

/** Whether the connection was lost, so that the outcome of the last statement is unknown. */
export function isConnectionLost(reason: unknown): boolean {
  if (reason instanceof pg.DatabaseError || !(reason instanceof Error)) return false;
  const { code = "", message } = reason as ErrorWithCode;
  return NETWORK.test(code) || CONNECTION_LOST.test(message ?? "");
}

/** Whether the server has reported an error. It does not commit a transaction after one. */
export function isReported(reason: unknown): boolean {
  return reason instanceof pg.DatabaseError;
}

/** Whether an immediate retry may succeed, provided that nothing can have been committed. */
export function isTransient(reason: unknown): boolean {
  if (reason instanceof Error && /timeout/.test(reason.message)) return false;
  return isConnectionLost(reason) || TRANSIENT.test((reason as ErrorWithCode | undefined)?.code ?? "");
}

/** Whether the database is unreachable or cannot serve, for a reason that the caller did not cause. */
function isUnavailable(reason: unknown): boolean {
  const { code = "" } = (reason ?? {}) as ErrorWithCode;
  return isConnectionLost(reason) || TRANSIENT.test(code) || UNAVAILABLE.test(code);
}

/** Converts the error of a failed connection attempt into one that the functions of this file classify as unavailable. */
export function toConnectionError(reason: unknown): unknown {
  return isUnavailable(reason) ? reason : new Error(`connection error: ${messageOf(reason)}`);
}

/** Why a database does not serve, by SQLSTATE: in words for anyone. */
const REASONS: readonly [RegExp, string][] = [
  [/^25006$/, "it is read-only"],
  [/^53100$/, "its disk is full"],
  [/^53300$/, "it has too many connections"],
  [/^53/, "it lacks resources"],
  [/^55P03$/, "it is locked"],
  [/^58/, "its server reports an error of the system"],
  [/^(28|3D)/, "it refuses access"],
  [/^(08|57P0)/, "it cannot be reached"],
  [/^[0-9A-Z]{5}$/, "its server reports an error"],
];

/** Explains an error of the database. */
export function causeOf(reason: unknown): FailureCause {
  const { code = "" } = (reason ?? {}) as ErrorWithCode;
  const [, known] = REASONS.find(([codes]) => codes.test(code)) ?? [];
  return { message: messageOf(reason), reason: known ?? "it cannot be reached" };
}

/** SQLSTATEs of an error that says nothing about other statements: conflicts between transactions, time limits. */
const SINGLE = /^(40...|25P0[1-4]|57014)$/;

/**
 * The failure behind an error; undefined if the error is none of the database. It is certain if nothing else can succeed: a
 * statement that takes too long proves nothing.
 */
export function failureOf(reason: unknown): { cause: FailureCause; isCertain: boolean } | undefined {
  if (reason instanceof Problem)
    return reason.slug === "outcome-unknown" ? { cause: causeOf(reason.cause), isCertain: false } : undefined;
  if (!isUnavailable(reason)) return undefined;
  const { code = "", message = "" } = reason as ErrorWithCode;
  return { cause: causeOf(reason), isCertain: !SINGLE.test(code) && (code !== "" || !/timeout/.test(message)) };
}

/** Converts an error into the Problem of an unavailable database if it is one; removes the data of records from any other error. */
export function toProblem(side: Side, reason: unknown): unknown {
  if (reason instanceof Problem) return reason;
  if (!isUnavailable(reason)) return redact(reason);
  // A read may need space for its temporary files; then it is unavailable.
  if (side === "write" && (reason as ErrorWithCode).code === DISK_FULL) return diskFull(reason);
  const problem = new Problem("unavailable", "The database is currently unavailable.", { reported: true });
  return Object.assign(problem, { cause: reason });
}

/** Removes what would put a record into the log: `detail` quotes the row, `where` the values of the statement. */
function redact(reason: unknown): unknown {
  if (!(reason instanceof pg.DatabaseError)) return reason;
  return Object.assign(reason, { detail: undefined, where: undefined });
}

/** The message of an error for the operator; it never contains the URL's credentials. */
export function messageOf(error: unknown): string {
  const { code, message = "" } = (error ?? {}) as ErrorWithCode;
  return message || code || "no answer";
}
