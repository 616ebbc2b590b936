/** The database at DATABASE_URL, for commands that need an existing one. */

import type { Config } from "../../app/config.ts";
import { missingFile } from "../../app/database.ts";
import { SettingError } from "../../app/setting-values.ts";

/** Throws SettingError if there is no database: opening would create one, even under a mistyped name. */
export function requireDatabase(config: Config): Config {
  const missing = missingFile(config);
  if (missing !== undefined) throw new SettingError(`DATABASE_URL: there is no database at ${missing}.`);
  return config;
}
