/** Opens the configured database, and watches the disk of a SQLite file: what the log says of both. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Logger } from "pino";
import { Outage } from "../runtime/outage.ts";
import { type Database, NO_HOOKS } from "../store/database.ts";
import { DiskSpace } from "../store/health/disk-space.ts";
import { openSqlite } from "../store/sqlite/database.ts";
import type { Config } from "./config.ts";
import { SettingError } from "./setting-values.ts";

const MIB = 1_048_576;

/** The path of the SQLite file if it does not exist yet; undefined otherwise. Commands that only read check this, because opening creates the file. */
export function missingFile({ database }: Pick<Config, "database">): string | undefined {
  return "sqlite" in database && !existsSync(database.sqlite) ? database.sqlite : undefined;
}

/**
 * Opens the configured database.
 * @throws SettingError if the database can be neither opened nor created
 */
export async function openDatabase(
  { name, database, handlerTimeout }: Pick<Config, "name" | "database" | "handlerTimeout">,
  logger?: Logger,
  hooks = NO_HOOKS,
): Promise<Database> {
  const outage = logger && new Outage(logger, DATABASE_MESSAGES);
  try {
    if ("sqlite" in database) return openSqlite(database.sqlite, hooks, outage);
    // Loaded only where it is used, because it delays the start.
    const { openPostgres } = await import("../store/postgres/database.ts");
    const { postgres, connections, replica: url } = database;
    const replica = logger && url !== undefined ? { url, onChange: reportReplica(logger) } : undefined;
    const onMissingTrigrams = logger && reportMissingTrigrams(logger);
    const statementTimeoutMs = handlerTimeout * 1_000;
    const settings = { name, readConnections: connections, statementTimeoutMs, replica, onMissingTrigrams, outage };
    return await openPostgres(postgres, settings, hooks);
  } catch (error) {
    throw new SettingError(`DATABASE_URL: ${(error as Error).message}.`);
  }
}

const DATABASE_MESSAGES = {
  level: "error",
  began: "the database is unavailable: requests that need it get 503, or 507 if its disk is full",
  ended: "the database is available again",
} as const;

/** Logs whether lists are read from a replica, when that changes. */
function reportReplica(logger: Logger): (reason: string | undefined) => void {
  return (reason) => {
    if (reason === undefined) logger.info("a replica is available again: lists are read from it");
    else logger.warn({ reason }, "no replica of READ_DATABASE_URL is available: all reads go to DATABASE_URL");
  };
}

/** Logs that searches have no index. */
function reportMissingTrigrams(logger: Logger): (reason: string) => void {
  return (reason) =>
    logger.warn(
      { reason },
      "the PostgreSQL extension pg_trgm is not available: searches read all records, which takes longer",
    );
}

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
