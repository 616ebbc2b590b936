/** The registry: the catalog of what there is, and the store that keeps it, opened as the settings say. */
import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { apiKeys } from "../access/api-keys.ts";
import { readScopesFor } from "../access/authenticate.ts";
import type { Declaration } from "../declare/declare.ts";
import { eventLog } from "../events/declaration.ts";
import { operations } from "../operations/declaration.ts";
import { Problem } from "../problem.ts";
import { type Catalog, catalog } from "../resource/catalog.ts";
import type { Clock } from "../runtime/clock.ts";
import { type Database, NO_HOOKS } from "../store/dialect.ts";
import { MigrationRefused } from "../store/migration/migrate.ts";
import { openStore } from "../store/open-store.ts";
import { openPostgres } from "../store/postgres/database.ts";
import { openSqlite } from "../store/sqlite/database.ts";
import type { Store } from "../store/store.ts";
import { webhookDeclarations } from "../webhooks/declaration.ts";
import type { EgressPolicy } from "../webhooks/egress.ts";
import { systemNetwork } from "../webhooks/egress.ts";
import { type Config, SettingError } from "./config.ts";

export interface Registry {
  readonly catalog: Catalog;
  readonly store: Store;
  /** Where its webhooks may send to. */
  readonly reach: EgressPolicy;
}

const OPEN_INTERNET: EgressPolicy = { allowPrivate: false, network: systemNetwork };

/**
 * The catalog of these declarations and of what the service keeps of its own.
 * @param reach where webhooks may send to
 * @param publicRead whether reading what is not private needs no scope
 * @throws Error where they contradict each other
 */
export function catalogOf(declarations: readonly Declaration[], reach = OPEN_INTERNET, publicRead = true): Catalog {
  const log = eventLog(declarations);
  const told = [...declarations.map(({ one }) => one), "api_key"];
  // What is held of the catalog that they are part of.
  const hooks = webhookDeclarations(told, reach, (caller) => held(caller));
  const resources = catalog([...declarations, apiKeys([...declarations, log, ...hooks]), operations, log, ...hooks]);
  const held = readScopesFor(resources, publicRead);
  return resources;
}

/**
 * Opens the registry of these declarations and of what the service keeps of its own, and migrates its database.
 * @param logger logs the state of the replica; without it, no replica is used
 * @param network where the names of webhooks' hosts are looked up
 * @throws SettingError when the database cannot be opened, or not brought to the declarations without a loss
 */
export async function openRegistry(
  declarations: readonly Declaration[],
  config: Pick<Config, "database" | "handlerTimeout" | "kept" | "publicRead" | "webhookAllowPrivate">,
  clock: Clock,
  logger?: Logger,
  network = systemNetwork,
): Promise<Registry> {
  const reach: EgressPolicy = { allowPrivate: config.webhookAllowPrivate, network };
  const resources = catalogOf(declarations, reach, config.publicRead);
  try {
    const store = await openStore((hooks) => openDatabase(config, logger, hooks), {
      catalog: resources,
      clock,
      retention: config.kept,
    });
    return { catalog: resources, store, reach };
  } catch (error) {
    if (error instanceof Problem || error instanceof MigrationRefused)
      throw new SettingError(`DATABASE_URL: ${error.message}`);
    throw error;
  }
}

/** The file of the database, where there is none yet: whoever only looks at it does not make it. */
export function missingFile({ database }: Pick<Config, "database">): string | undefined {
  return "sqlite" in database && !existsSync(database.sqlite) ? database.sqlite : undefined;
}

/** @throws SettingError where there is no database, and none can be made */
export async function openDatabase(
  { database, handlerTimeout }: Pick<Config, "database" | "handlerTimeout">,
  logger?: Logger,
  hooks = NO_HOOKS,
): Promise<Database> {
  try {
    if ("sqlite" in database) return openSqlite(database.sqlite, hooks);
    const { postgres, connections, replica: url } = database;
    const replica = logger && url !== undefined ? { url, onChange: reportReplica(logger) } : undefined;
    const settings = { readConnections: connections, statementTimeoutMs: handlerTimeout * 1_000, replica };
    return await openPostgres(postgres, settings, hooks);
  } catch (error) {
    const { message } = error as Error;
    const what = "sqlite" in database ? `cannot open ${database.sqlite} as a SQLite database (${message})` : message;
    throw new SettingError(`DATABASE_URL: ${what}.`);
  }
}

/** Logs whether lists are read from a replica, when that changes. */
function reportReplica(logger: Logger): (reason: string | undefined) => void {
  return (reason) => {
    if (reason === undefined) logger.info("a replica is available again: lists are read from it");
    else logger.warn({ reason }, "no replica of READ_DATABASE_URL is available: all reads go to DATABASE_URL");
  };
}
