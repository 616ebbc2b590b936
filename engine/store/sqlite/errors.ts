/** Errors of SQLite: what is `unavailable`, and why; what is damaged. */
import Sqlite from "better-sqlite3";
import sql from "sql-template-tag";
import { diskFull, Problem } from "../../problem.ts";
import type { Select } from "../dialect.ts";
import type { FailureCause } from "../health/availability.ts";

/** Why a database does not serve, by result code: in words for anyone. */
const REASONS: readonly [RegExp, string][] = [
  [/^SQLITE_FULL/, "its disk is full"],
  [/^SQLITE_(BUSY|LOCKED)/, "it is locked by another process"],
  [/^SQLITE_READONLY/, "its file is read-only"],
  [/^SQLITE_CANTOPEN/, "its file cannot be opened"],
  [/^SQLITE_IOERR/, "its disk reports an error"],
  [/^SQLITE_(CORRUPT|NOTADB)/, "its file is damaged"],
];

/** The result codes of a database that is locked, full or missing, which the caller did not cause. */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;

/** Whether a statement had no effect because another process is writing. */
export function isBusy(reason: unknown): boolean {
  return reason instanceof Sqlite.SqliteError && reason.code.startsWith("SQLITE_BUSY");
}

/**
 * Whether a COMMIT that failed may have been executed. After it has written a transaction, SQLite syncs the write-ahead log,
 * and adds the pages to the index of the log, which may have to grow. If one of these fails, this process does not see the
 * transaction; but if it dies before the next one is written, who opens the file finds this one complete. On a full disk
 * the transaction itself is incomplete.
 */
export function mayBeStored(reason: unknown): boolean {
  return reason instanceof Sqlite.SqliteError && reason.code.startsWith("SQLITE_IOERR");
}

/** Explains an error of the database. */
export function causeOf(failure: unknown): FailureCause {
  const reason = failure instanceof Problem ? (failure.cause ?? failure) : failure;
  const { code = "", message } = reason as Partial<InstanceType<typeof Sqlite.SqliteError>> & Error;
  const [, known = "it reports an error"] = REASONS.find(([codes]) => codes.test(code)) ?? [];
  return { message: code === "" ? message : `${message} (${code})`, reason: known };
}

/** The cause of an error, if it says that the database is unavailable. */
export function failureOf(reason: unknown): FailureCause | undefined {
  if (reason instanceof Problem) return reason.slug === "outcome-unknown" ? causeOf(reason) : undefined;
  return reason instanceof Sqlite.SqliteError && UNAVAILABLE.test(reason.code) ? causeOf(reason) : undefined;
}

/** What is wrong with a file that cannot be opened: in words for the operator. */
export function openingFault(reason: unknown): string {
  const { code, message } = reason as Error & { code?: string };
  return code?.startsWith("SQLITE_READONLY") ? "this user may not write the file" : message;
}

/** What is wrong with a database of which a page that every start needs is damaged; undefined for any other error. */
export function damageOf(reason: unknown): string | undefined {
  const isDamage = reason instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(reason.code);
  return isDamage ? `the database is damaged: ${causeOf(reason).message}. See "Damage" in docs/running.md.` : undefined;
}

/** The problem of a write that an unavailable database fails. */
export function notWritten(cause: unknown): Problem {
  const isFull = cause instanceof Sqlite.SqliteError && cause.code.startsWith("SQLITE_FULL");
  return isFull ? diskFull(cause) : unavailable(cause, "The database is currently not writable.");
}

/** The problem of a request that an unavailable database fails. */
export function unavailable(cause: unknown, detail: string): Problem {
  return Object.assign(new Problem("unavailable", detail, { reported: true }), { cause });
}

/** Reads every page, and compares tables with their indexes. Returns at most 20 sentences. */
export async function findSqliteDamage(select: Select): Promise<readonly string[]> {
  try {
    const rows = await select(sql`PRAGMA integrity_check(20)`);
    return damageIn(rows.map((row) => row.integrity_check as string)).map((line) => `${line}.`);
  } catch (reason) {
    return [(reason as Error).message];
  }
}

/** The findings of `PRAGMA integrity_check`; none if the file is intact. A row of it may be several lines below a heading. */
export function damageIn(rows: readonly string[]): readonly string[] {
  const lines = rows.flatMap((row) => row.split("\n"));
  return lines.filter((line) => line !== "ok" && !line.startsWith("***"));
}
