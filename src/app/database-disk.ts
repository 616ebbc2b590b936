/** Watches the disk of a SQLite file: logs when little space is left. */
import { dirname } from "node:path";
import type { Logger } from "pino";
import { DiskSpace } from "../store/health/disk-space.ts";
import type { Config } from "./config.ts";

const MIB = 1_048_576;

/** Begins to watch the disk of the database; undefined if that is on a server. */
export async function watchDatabaseDisk(
  { database, diskSpace }: Pick<Config, "database" | "diskSpace">,
  logger: Logger,
): Promise<DiskSpace | undefined> {
  if (!("sqlite" in database)) return undefined;
  const limits = { warn: diskSpace.warnMib * MIB, min: diskSpace.minMib * MIB };
  const disk = new DiskSpace(dirname(database.sqlite), limits, (level, free) => {
    const state = { free_mb: Math.floor(free / MIB) };
    if (level === "enough") logger.info(state, "the disk of the database has space again");
    else if (level === "little") logger.warn(state, "the disk of the database has little space left");
    else logger.error(state, "the disk of the database has too little space left: writes are refused, except DELETE");
  });
  await disk.watch();
  return disk;
}
