/**
 * The journal of a restore: a small database next to the one that is restored. While its file exists, the service does not start
 * on the database. Its lock, which ends with the process, keeps out a second restore.
 */
import { existsSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { isBusy } from "./errors.ts";
import { makePrivate } from "./private-file.ts";

/**
 * How far a restore is.
 *
 * - `preparing`: the database is as it was; what was prepared can be discarded.
 * - `switching`: the new database is complete; files are being renamed, and this can only be finished.
 * - `done`: only the journal is left.
 */
export interface RestoreState {
  readonly step: "preparing" | "switching" | "done";
  readonly copy: string;
  /** The path to which the former database is moved; undefined if there was none. */
  readonly aside: string | undefined;
}

const journalOf = (path: string): string => `${path}.restore`;

/** The file to which a path leads, which need not exist. */
export function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    try {
      return resolve(dirname(path), readlinkSync(path));
    } catch {
      return path;
    }
  }
}

/** @throws Error if the database is being restored, or the restore was interrupted */
export function refuseDuringRestore(path: string): void {
  if (existsSync(journalOf(resolveLinks(path))))
    throw new Error("a restore is running, or was interrupted: run the restore command again, which finishes it");
}

/** The journal, open and locked. */
export class RestoreJournal {
  private readonly connection: Sqlite.Database;
  private readonly path: string;

  /**
   * @param path of the database, without symbolic links
   * @throws Error if another process is restoring it
   */
  constructor(path: string) {
    this.path = journalOf(path);
    makePrivate(this.path);
    this.connection = new Sqlite(this.path, { timeout: 0 });
    try {
      this.connection.pragma("locking_mode = EXCLUSIVE");
      this.connection.pragma("synchronous = EXTRA");
      this.connection.exec("BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS state (json TEXT NOT NULL); COMMIT");
    } catch (reason) {
      this.connection.close();
      throw isBusy(reason) ? new Error(`Another restore of ${path} is running.`) : reason;
    }
  }

  /** The state that was written last; undefined if this is a new journal. */
  read(): RestoreState | undefined {
    const json = this.connection.prepare("SELECT json FROM state").pluck().get() as string | undefined;
    return json === undefined ? undefined : JSON.parse(json);
  }

  /** Writes the state, durably. */
  write(state: RestoreState): void {
    this.connection.transaction(() => {
      this.connection.exec("DELETE FROM state");
      this.connection.prepare("INSERT INTO state VALUES (?)").run(JSON.stringify(state));
    })();
  }

  /** Closes the journal. @param options.remove whether there is nothing left to do */
  close({ remove }: { remove: boolean }): void {
    this.connection.close();
    if (remove) rmSync(this.path, { force: true });
  }
}
