/** Puts a copy in the place of a database. A crash at any step leaves either the former database or the restored one. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { SELECT_COUNTERS } from "../counters.ts";
import type { ChangeCounters } from "../timeline.ts";
import { checkCopy, copySqlite } from "./copy.ts";
import { isInUse } from "./in-use.ts";
import { DATABASE_SUFFIXES, makePrivate } from "./private-file.ts";
import { RestoreJournal, type RestoreState, resolveLinks } from "./restore-journal.ts";

/** What to restore. */
export interface RestoreRequest {
  /** The database. It need not exist, nor be intact. */
  readonly path: string;
  readonly copy: string;
  /** The time, in milliseconds since 1970. */
  readonly now: number;
  /**
   * Prepares the new database before it takes its place.
   * @param former the change counters of the former database; undefined if they cannot be read
   */
  prepare(path: string, former: ChangeCounters | undefined): Promise<void>;
}

/** What was done. */
export interface RestoreResult {
  /** The copy that was restored. It may be another one if an interrupted restore was finished instead. */
  readonly copy: string;
  /** Where the former database is; undefined if there was none. */
  readonly aside: string | undefined;
  /** Whether the former database could be read; undefined if that is not known, because a restore was finished. */
  readonly former?: "intact" | "damaged" | "missing";
}

/**
 * Restores a database from a copy, or finishes a restore that was interrupted while it renamed files.
 * @throws Error that says why not; everything is then as before
 */
export async function restoreSqlite(request: RestoreRequest): Promise<RestoreResult> {
  const path = resolveLinks(request.path);
  mkdirSync(dirname(path), { recursive: true });
  const journal = new RestoreJournal(path);
  const state = journal.read();
  let isOver = true;
  try {
    if (state?.step === "switching") {
      isOver = false;
      switchOver(path, state, journal);
      isOver = true;
      return state;
    }
    const { copy } = request;
    if (resolveLinks(copy) === path) throw new Error(`${copy} is the database itself, not a copy.`);
    checkCopy(copy);
    // The journal exists by now, so no service starts on the database: this stays true.
    if (existsSync(path) && isInUse(path)) throw new Error(`${path} is in use. Stop the service, then try again.`);
    const aside = existsSync(path) ? asidePath(path, request.now) : undefined;
    journal.write({ step: "preparing", copy, aside });
    const former = aside === undefined ? undefined : readCounters(path);
    await prepare(request, preparedPath(path), former);
    const ready: RestoreState = { step: "switching", copy, aside };
    journal.write(ready);
    isOver = false;
    switchOver(path, ready, journal);
    isOver = true;
    return { copy, aside, former: aside === undefined ? "missing" : former ? "intact" : "damaged" };
  } finally {
    if (isOver) discard(preparedPath(path));
    journal.close({ remove: isOver });
  }
}

const preparedPath = (path: string): string => `${path}.restored`;

/** Such as `registry.db.before-20260131T120000.000Z`. */
function asidePath(path: string, now: number): string {
  const aside = `${path}.before-${new Date(now).toISOString().replaceAll(/[-:]/g, "")}`;
  if (DATABASE_SUFFIXES.some((suffix) => existsSync(aside + suffix))) throw new Error(`${aside} already exists.`);
  return aside;
}

async function prepare({ copy, prepare: finish }: RestoreRequest, path: string, former: ChangeCounters | undefined) {
  discard(path);
  copySqlite(copy, path);
  await finish(path, former);
  // `VACUUM INTO` does not wait for the disk.
  synchronize(path);
  synchronize(dirname(path));
}

/** Renames what is not renamed yet. */
function switchOver(path: string, state: RestoreState, journal: RestoreJournal): void {
  const prepared = preparedPath(path);
  if (existsSync(prepared)) {
    if (existsSync(path)) makePrivate(path);
    for (const suffix of DATABASE_SUFFIXES)
      if (state.aside !== undefined && existsSync(path + suffix)) renameSync(path + suffix, state.aside + suffix);
    synchronize(dirname(path));
    renameSync(prepared, path);
    synchronize(dirname(path));
  }
  journal.write({ ...state, step: "done" });
}

function discard(path: string): void {
  for (const suffix of [...DATABASE_SUFFIXES, "-journal"]) rmSync(path + suffix, { force: true });
}

/** Waits until a file or folder is on the disk. */
function synchronize(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The change counters of a database, its log included; undefined if it is damaged. Changes neither. */
function readCounters(path: string): ChangeCounters | undefined {
  const hasLog = existsSync(`${path}-wal`);
  let connection: Sqlite.Database | undefined;
  try {
    connection = new Sqlite(path, { readonly: true });
    const rows = connection.prepare(SELECT_COUNTERS.sql).all() as { name: string; changes: number }[];
    return new Map(rows.map(({ name, changes }) => [name, changes]));
  } catch {
    return undefined;
  } finally {
    connection?.close();
    // Empty ones, which a connection that only reads creates, and leaves behind.
    if (!hasLog) for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  }
}
