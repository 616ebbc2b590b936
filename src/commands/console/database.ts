/** The database at DATABASE_URL, for commands that work on it directly. */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { type Config, readConfig } from "../../app/config.ts";
import { missingFile } from "../../app/database.ts";
import { SettingError } from "../../app/setting-values.ts";
import { Refused } from "./exit-codes.ts";

/**
 * Reads the settings, for a command that works on the database itself.
 * @throws Refused if the command runs as another user than the service: SQLite creates files next to the database, and restored
 *   ones are new, which only their owner may read
 */
export function readDatabaseConfig(environment = process.env): Config {
  const config = readConfig(environment);
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
  if (user === undefined || owner === undefined || user === owner) return;
  throw new Refused(
    `${path} belongs to user ${owner}, and this command runs as user ${user}: the service could not open the files that it creates. Run it as the user of the service: sudo --user='#${owner}' …`,
  );
}

/** The user id of the owner of a database; of a new one, that of its folder, unless others may write to that as well. */
function ownerOf(path: string): number | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file) return file.uid;
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  return folder && (folder.mode & OTHERS_WRITE) === 0 ? folder.uid : undefined;
}

/** The mode bits that let the group or everybody write. */
const OTHERS_WRITE = 0o022;
