/** The lock of a journal: one process at a time sends the rows of a file. */
import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { isBusy } from "../../../engine/store/sqlite/errors.ts";
import { Refused } from "../../console/exit-codes.ts";

/** Releases a lock. */
export type Release = () => void;

/**
 * Locks a file for this process. The operating system releases the lock of a process that dies, however it dies; Node cannot
 * lock files, but SQLite does. The file stays empty.
 * @param path the lock file, which is removed when the lock is released
 * @param what is locked, as a message names it
 * @throws Refused if another process has the lock
 */
export function lockFile(path: string, what: string): Release {
  for (;;) {
    // An existing file must not be opened otherwise: closing it would release a lock of this process.
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    const before = inodeOf(path);
    const connection = new Sqlite(path, { timeout: 0 });
    try {
      connection.pragma("journal_mode = MEMORY");
      connection.exec("BEGIN EXCLUSIVE");
    } catch (error) {
      connection.close();
      if (!isBusy(error)) throw error;
      throw new Refused(`Another command is writing the records of ${what} at the moment; wait until it ends.`);
    }
    // Another process may have released and removed the file meanwhile: the lock would be of a file that nobody finds.
    if (before !== undefined && inodeOf(path) === before)
      return () => {
        rmSync(path, { force: true });
        connection.close();
      };
    connection.close();
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
