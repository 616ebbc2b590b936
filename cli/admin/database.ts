/** The database at DATABASE_URL, for commands that work on it directly. */
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Config, readConfig } from "../../engine/app/config.ts";
import { missingFile } from "../../engine/app/database.ts";
import { SettingError } from "../../engine/app/setting-values.ts";
import type { ServiceNames } from "../../engine/declare/registry/registry.ts";
import { Refused } from "../console/exit-codes.ts";

/**
 * Reads the settings, for a command that works on the database itself.
 * @throws Refused if the command runs as another user than the service: SQLite creates files next to the database, and restored
 *   ones are new, which only their owner may read
 */
export function readDatabaseConfig(names: ServiceNames, environment = process.env): Config {
  const config = readConfig(environment, names);
  if ("sqlite" in config.database) requireOwner(config.database.sqlite);
  return config;
}

/** Throws SettingError if there is no database: opening would create one, even under a mistyped name. */
export function requireDatabase(config: Config): Config {
  const missing = missingFile(config);
  if (missing !== undefined) throw new SettingError(`DATABASE_URL: there is no database at ${missing}.`);
  return config;
}

/** Throws Refused if files that this process creates for a database would belong to another user than the database. */
function requireOwner(path: string): void {
  const user = process.geteuid?.();
  const owner = ownerOf(path);
  if (user === undefined || owner === undefined || user === owner.user) return;
  const { place, reason } = owner;
  throw new Refused(
    `${place} belongs to user ${owner.user}, and this command runs as user ${user}: ${reason}. Run it as the user of the service: sudo --user='#${owner.user}' …`,
  );
}

/** Who owns a database, where that can be seen, and why others must not work on it. */
interface Owner {
  readonly user: number;
  readonly place: string;
  readonly reason: string;
}

/** The owner of a database; of a new one, that of its folder, unless others may write to that as well. */
function ownerOf(path: string): Owner | undefined {
  const reason = "the service could not open the files that it creates";
  try {
    const file = statSync(path, { throwIfNoEntry: false });
    if (file) return { user: file.uid, place: path, reason };
    const folder = statSync(dirname(path), { throwIfNoEntry: false });
    return folder && (folder.mode & OTHERS_WRITE) === 0 ? { user: folder.uid, place: path, reason } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    return ownerOfClosed(resolve(dirname(path)));
  }
}

/** The owner of the folder that this user may not look into: this one, or one above it. */
function ownerOfClosed(folder: string): Owner {
  try {
    return { user: statSync(folder).uid, place: folder, reason: "it may not look into that folder" };
  } catch {
    return ownerOfClosed(dirname(folder));
  }
}

/** The mode bits that let the group or everybody write. */
const OTHERS_WRITE = 0o022;
