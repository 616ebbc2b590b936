/** The service put together: catalog, store, access and application, without listening yet. */
import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import packageJson from "../package.json" with { type: "json" };
import { holding, openAccess } from "./access/access.ts";
import { apiKeys } from "./access/api-keys.ts";
import { type Limits, memoryLimits } from "./access/limits.ts";
import { sharedLimits } from "./access/shared-limits.ts";
import { tokenVerifier } from "./access/tokens.ts";
import type { Clock } from "./clock.ts";
import { type Config, SettingError } from "./config.ts";
import { eventLog } from "./events/log.ts";
import { buildApp } from "./http/app.ts";
import { carrierOf } from "./http/carrying-out.ts";
import { EventStreams } from "./http/event-streams.ts";
import type { Limiting } from "./http/limiting.ts";
import { eventLoopLoad, type Load } from "./http/load.ts";
import { metricsOf } from "./http/metrics.ts";
import { Overload } from "./http/overload.ts";
import type { Service } from "./http/service.ts";
import { Traffic } from "./http/traffic.ts";
import { operations } from "./operations/declaration.ts";
import { Operations } from "./operations/operations.ts";
import { Problem } from "./problem.ts";
import { type Catalog, catalog } from "./resource/catalog.ts";
import type { Declaration } from "./resource/declare.ts";
import type { Database } from "./store/dialect.ts";
import { MigrationRefused } from "./store/migrate.ts";
import { openPostgres } from "./store/postgres.ts";
import { openStore } from "./store/sql-store.ts";
import { openSqlite } from "./store/sqlite.ts";
import type { Store } from "./store/store.ts";
import { Courier } from "./webhooks/courier.ts";
import { webhookDeclarations } from "./webhooks/declaration.ts";
import { type Network, systemNetwork } from "./webhooks/network.ts";
import type { Reach } from "./webhooks/targets.ts";

const { version } = packageJson;

export interface Started {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly catalog: Catalog;
  /** The admin key, when it was made just now. */
  readonly createdKey?: string;
  /** Brings events to webhooks, once it is started. */
  readonly courier: Courier;
  /** Refuses new work, lets running requests finish within so many milliseconds, and closes the database. */
  stop(patience?: number): Promise<void>;
}

const OPEN_INTERNET: Reach = { allowPrivate: false, network: systemNetwork };

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
  const held = holding(resources, publicRead);
  return resources;
}

/**
 * Opens the registry of these declarations and of what the service keeps of its own, and migrates its database.
 * @param logger is told how a standby is; without it none is read from
 * @throws SettingError when the database cannot be opened, or not brought to the declarations without a loss
 */
export async function openRegistry(
  declarations: readonly Declaration[],
  config: Pick<Config, "database" | "handlerTimeout" | "kept">,
  clock: Clock,
  logger?: Logger,
  resources = catalogOf(declarations),
): Promise<{ catalog: Catalog; store: Store }> {
  try {
    return {
      catalog: resources,
      store: await openStore(await openDatabase(config, logger), resources, clock, version, config.kept),
    };
  } catch (error) {
    if (error instanceof Problem || error instanceof MigrationRefused)
      throw new SettingError(`DATABASE_URL: ${error.message}`);
    throw error;
  }
}

/** What a service finds around it; tests put something else there. */
export interface Surroundings {
  readonly load?: Load | undefined;
  /** Limits that are shared with other processes of this machine. */
  readonly limits?: Limits | undefined;
  readonly network?: Network | undefined;
}

/**
 * @throws Error as `openRegistry` does
 */
export async function startService(
  declarations: readonly Declaration[],
  config: Config,
  clock: Clock,
  logger: Logger,
  { load = eventLoopLoad(), limits, network = systemNetwork }: Surroundings = {},
): Promise<Started> {
  const reach: Reach = { allowPrivate: config.webhookAllowPrivate, network };
  const resources = catalogOf(declarations, reach, config.publicRead);
  const { store } = await openRegistry(declarations, config, clock, logger, resources);
  const { access, created } = await openAccess(
    store,
    config,
    clock,
    (error) => logger.error({ err: error }, "the use of a key could not be noted"),
    config.tokens && tokenVerifier(config.tokens, clock, logger),
  );
  const limiting = await openLimiting(config, limits ?? memoryLimits(clock), logger);
  await store.startDay();
  const streams = new EventStreams(store.log!, access);
  const work = new Operations(store, clock, (error) => logger.error({ err: error }, "an operation could not go on"));
  const failed = (error: unknown) => logger.error({ err: error }, "webhooks could not be looked after");
  const courier = new Courier({ store, clock, reach, holding: access.held, failed, random: Math.random });
  let draining = false;
  const traffic = new Traffic(logger, config.slowRequest);
  const overload = new Overload(load, config.overload, traffic, logger);
  const metrics = metricsOf({ traffic, overload, version, figures: () => store.figures() });
  const { pageSizes, bodyLimit, bulkBodyLimit, headersTimeout, bodyTimeout, handlerTimeout } = config;
  const service: Service = {
    store,
    access,
    operations: work,
    ...(limiting ? { limiting } : {}),
    pageSizes,
    bodyLimit,
    bulkBodyLimit,
    version,
    streams,
    ready: () => !draining,
    metrics,
  };
  const app = buildApp(service, {
    ...{ logger, traffic, overload, headersTimeout, bodyTimeout, handlerTimeout },
    tutorial: !config.authentication,
  });
  work.start(carrierOf(service));
  return {
    app,
    store,
    catalog: resources,
    ...(created ? { createdKey: created } : {}),
    courier,
    stop: async (patience = 0) => {
      draining = true;
      streams.end();
      const stopped = Promise.all([work.stop(patience), courier.stop(patience)]);
      await drained(app.server, patience);
      await app.close();
      await stopped;
      await access.settled();
      limiting?.limits.close();
      load.close();
      await store.close();
    },
  };
}

/**
 * Counts in Redis where several machines share it; undefined where nobody is limited.
 * @param alone the limits of this machine
 */
async function openLimiting(
  { rates, redis, trustedProxies }: Config,
  alone: Limits,
  logger: Logger,
): Promise<Limiting | undefined> {
  if (!rates) return undefined;
  return {
    limits: redis === undefined ? alone : await sharedLimits(redis, alone, logger),
    anonymous: { name: "anonymous", ...rates.anonymous },
    authenticated: { name: "authenticated", ...rates.authenticated },
    trustedProxies,
  };
}

/** @throws SettingError where there is no database, and none can be made */
export async function openDatabase(
  { database, handlerTimeout }: Pick<Config, "database" | "handlerTimeout">,
  logger?: Logger,
): Promise<Database> {
  try {
    if ("sqlite" in database) return openSqlite(database.sqlite);
    // Nobody waits for what takes longer.
    const patience = handlerTimeout * 1_000;
    const { postgres, connections, standby: url } = database;
    const standby = logger && url !== undefined ? { standby: { url, heard: standbyNews(logger) } } : {};
    return await openPostgres(postgres, { connections, patience, ...standby });
  } catch (error) {
    const { message } = error as Error;
    const what = "sqlite" in database ? `cannot open ${database.sqlite} as a SQLite database (${message})` : message;
    throw new SettingError(`DATABASE_URL: ${what}.`);
  }
}

/** Tells an operator where lists are read from, when that changes. */
function standbyNews(logger: Logger): (away: string | undefined) => void {
  return (away) => {
    if (away === undefined) logger.info("the standby is back: lists are read from it again");
    else logger.warn({ reason: away }, "the standby of READ_DATABASE_URL is away: all is read from DATABASE_URL");
  };
}

/** How often a draining server looks whether its connections are done. */
const LOOK_MS = 25;

/**
 * Waits until no connection is left, while new ones are still told that the service drains; whatever runs after so many
 * milliseconds is cut off.
 */
async function drained(server: Server, patience: number): Promise<void> {
  const until = performance.now() + patience;
  const open = promisify(server.getConnections.bind(server));
  // Once, and not in the loop: a connection that was opened just now looks idle too.
  server.closeIdleConnections();
  server.keepAliveTimeout = 1;
  while ((await open()) > 0 && performance.now() < until) await setTimeout(LOOK_MS);
  server.closeAllConnections();
}
