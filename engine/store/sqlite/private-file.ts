/**
 * Database files that only their owner may read and write, whatever the umask. SQLite gives the mode of a database to the files
 * that it creates next to it.
 */
import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";

/** The files of a database: its write-ahead log, the index of that, and itself. */
export const DATABASE_SUFFIXES = ["-wal", "-shm", ""];

const OWNER_ONLY = 0o600;
/** The permissions of the group and of everybody else. */
const OTHERS = 0o077;

/** Creates an empty file, which SQLite takes for a new database. @throws Error if the path is taken */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, "wx", OWNER_ONLY));
}

/**
 * Creates an empty database unless it exists, and takes the permissions of others from one that does, and from its log.
 * @param path without symbolic links
 */
export function makePrivate(path: string): void {
  // An existing file must not be opened: closing it would release the locks of all SQLite connections of this process.
  if (!existsSync(path)) createUnlessTaken(path);
  for (const suffix of DATABASE_SUFFIXES) if (existsSync(path + suffix)) restrict(path + suffix);
}

/** Another process may create the same file at the same time. */
function createUnlessTaken(path: string): void {
  try {
    createPrivateFile(path);
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code !== "EEXIST") throw reason;
  }
}

/** Takes the permissions of others from a file. */
function restrict(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & ~OTHERS);
  } catch (reason) {
    // It is gone meanwhile, or belongs to another user, who decides who may read it.
    if (!["ENOENT", "EPERM", "EROFS"].includes((reason as NodeJS.ErrnoException).code ?? "")) throw reason;
  }
}
