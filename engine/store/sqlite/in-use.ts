/** Whether any process has a database file open. */
import { linkSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { isBusy } from "./errors.ts";

/**
 * Whether another process has the file open: every connection in WAL mode locks it from its first read until it is closed, even
 * while it is idle, and the lock of a process that is killed is gone. A log that such a process has left behind is no lock.
 *
 * The exclusive lock that this tries to take belongs to the file, whatever its name. Through a second name, for which there is
 * no log, SQLite neither reads nor copies the log of the database: the files are left as they are.
 *
 * Returns false for a file that is not a database. @param path without symbolic links
 */
export function isInUse(path: string): boolean {
  const link = `${path}.lock-check`;
  const remove = (): void => {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(link + suffix, { force: true });
  };
  remove();
  linkSync(path, link);
  const connection = new Sqlite(link, { timeout: 0 });
  try {
    connection.pragma("locking_mode = EXCLUSIVE");
    connection.prepare("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch (reason) {
    return isBusy(reason);
  } finally {
    connection.close();
    remove();
  }
}
