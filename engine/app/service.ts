/** Assembles the service from its parts: access, rate limits, HTTP application, operations, webhooks. It does not listen yet. */
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { openAccess } from "../access/authenticate.ts";
import { RefusedRequests } from "../access/refused-requests.ts";
import { buildApp } from "../http/app.ts";
import type { HttpContext } from "../http/context.ts";
import { requestExecutor } from "../http/handlers/deferred-requests.ts";
import { aggregatedMetrics } from "../http/metrics/aggregate.ts";
import { METRICS_TYPE, prometheusMetrics } from "../http/metrics/prometheus.ts";
import { RequestMetrics } from "../http/metrics/requests.ts";
import { readExplorer } from "../http/pages/explorer/build.ts";
import { BodyReader } from "../http/request/body-parser.ts";
import { clientAddress, clientFinder } from "../http/request/client-address.ts";
import { eventLoopLoad, type Load, Overload } from "../http/request/overload.ts";
import { Exports } from "../http/response/exports.ts";
import { FixedBody } from "../http/response/fixed-body.ts";
import { EventStreams } from "../http/response/sse.ts";
import { localBroadcast, parentBroadcast } from "../operations/broadcast.ts";
import { OperationRunner } from "../operations/runner.ts";
import { isReported } from "../problem.ts";
import { parentRateLimiter } from "../rate-limit/parent-process.ts";
import { memoryRateLimiter } from "../rate-limit/token-bucket.ts";
import type { Clock } from "../runtime/clock.ts";
import type { IpcPeer } from "../runtime/ipc.ts";
import { keepFor } from "../runtime/memoize.ts";
import { VERSION } from "../runtime/package.ts";
import { PollingWorker } from "../runtime/polling-worker.ts";
import { WebhookDispatcher } from "../webhooks/dispatcher.ts";
import type { OpenRegistry } from "./bootstrap.ts";
import type { Config } from "./config.ts";
import { readStoredDataset } from "./data/base.ts";
import { watchDatabaseDisk } from "./database.ts";
import { drain } from "./drain.ts";
import { startEventExport } from "./event-export.ts";
import { openRateLimiting } from "./rate-limiting.ts";

/** How often each process deletes what has expired; of several at once, the first one does it, and the others find nothing. */
const CLEANUP_MS = 60_000;

/** Where `scripts/explorer.mjs` keeps the builds of the explorer. */
const EXPLORER = fileURLToPath(new URL("../../explorer/dist", import.meta.url));

/** For how long the text of `/metrics` is kept: to collect it takes longer than most requests, and anybody may ask for it. */
const METRICS_KEPT_MS = 1_000;

/** The assembled service. */
export interface RunningService {
  readonly app: FastifyInstance;
  /** Serves the metrics, if they have an address of their own. */
  readonly metricsServer: Server | undefined;
  /** Delivers events to webhooks. The caller starts it. */
  readonly webhooks: WebhookDispatcher;
  /** Deletes what was stored for a limited time. */
  readonly cleanup: PollingWorker;
  /** Refuses new requests, waits up to `timeoutMs` for running ones, and closes the database. */
  stop(timeoutMs?: number): Promise<void>;
}

/** The parts that tests and workers supply. */
export interface Dependencies {
  readonly load?: Load | undefined;
  /** In a worker: the parent process, which holds what the workers share. */
  readonly parent?: IpcPeer | undefined;
  /** The folder with the builds of the explorer. */
  readonly explorer?: string | undefined;
  /** For how long the text of `/metrics` is kept, in milliseconds. */
  readonly metricsKeptFor?: number;
}

/**
 * Assembles the service of a registry, and starts to run pending operations unless it is quiet. The service closes the store when it stops.
 */
export async function startService(
  { store, egress }: Pick<OpenRegistry, "store" | "egress">,
  config: Config,
  clock: Clock,
  logger: Logger,
  { load = eventLoopLoad(), parent, explorer = EXPLORER, metricsKeptFor = METRICS_KEPT_MS }: Dependencies = {},
): Promise<RunningService> {
  /** Logs the errors of background work, except those whose cause is logged by itself. */
  const logErrors = (message: string) => (error: unknown) => {
    if (!isReported(error)) logger.error({ err: error }, message);
  };
  const unrecorded = logErrors("the use of an API key could not be recorded");
  const access = await openAccess(store, config, clock, logger, unrecorded);
  const refusedRequests = config.authentication
    ? new RefusedRequests(store, clock, logErrors("refused requests could not be recorded"))
    : undefined;
  const addressOf = clientAddress(config.trustedProxies);
  const clientOf = clientFinder(addressOf);
  const rateLimiting = await openRateLimiting(
    config,
    clientOf,
    parent ? parentRateLimiter(parent, memoryRateLimiter(clock), logger) : memoryRateLimiter(clock),
    logger,
  );
  const streams = new EventStreams(store.log!, access);
  const exports = new Exports();
  const bodies = new BodyReader(config, clientOf);
  const operations = new OperationRunner(
    store,
    clock,
    logErrors("an operation could not be run"),
    store.broadcast ?? (parent ? parentBroadcast(parent) : localBroadcast()),
  );
  const webhooks = new WebhookDispatcher({
    store,
    clock,
    egress,
    userAgent: `${config.name}-webhooks`,
    readScopesOf: access.readScopes,
    onError: logErrors("webhooks could not be delivered"),
    random: Math.random,
  });
  const diskSpace = await watchDatabaseDisk(config, logger);
  const cleanup = new PollingWorker({
    everyMs: CLEANUP_MS,
    round: async () => {
      await store.deleteExpired();
      await operations.operations.deleteExpired();
    },
    onError: logErrors("what has expired could not be deleted"),
  });
  let draining = false;
  const requestMetrics = new RequestMetrics(logger, config.slowRequest, load);
  const overload = new Overload(load, config.overload, () => requestMetrics.running, logger);
  const unmeasured = logErrors("the size of the history could not be measured");
  const processMetrics = prometheusMetrics({
    requestMetrics,
    overload,
    exports,
    bodies,
    version: VERSION,
    storeStats: () => store.stats(),
    diskFree: () => diskSpace?.free,
    historySize: () => store.history.size.latest((error) => draining || unmeasured(error)),
    rateLimitState: () => rateLimiting?.limits.sharedState?.(),
  });
  const collectMetrics = parent ? aggregatedMetrics(parent, processMetrics) : processMetrics.text;
  const metrics = keepFor(metricsKeptFor, async () =>
    new FixedBody(await collectMetrics(), { headers: { "content-type": METRICS_TYPE } }).withStatus(200),
  );
  // A module that imports `node:http` makes Node load its own client, which takes 50 ms and 16 MB.
  const metricsServer =
    config.metricsAddress && (await import("../http/metrics/server.ts")).createMetricsServer(metrics);
  const { pageSizes, bodyLimit, bulkBodyLimit, headersTimeout, bodyTimeout, handlerTimeout } = config;
  const { maxConnections, writeTimeout, trustedProxies } = config;
  const context: HttpContext = {
    store,
    access,
    publicHistory: config.publicHistory,
    publicUrl: config.publicUrl,
    embedOrigins: config.embedOrigins,
    operations,
    rateLimiting,
    clientOf,
    bodies,
    refusedRequests,
    addressOf,
    pageSizes,
    bodyLimit,
    bulkBodyLimit,
    title: config.title,
    about: config.about,
    version: VERSION,
    dataset: () => readStoredDataset(store),
    streams,
    exports,
    clock,
    diskSpace,
    ready: () => !draining,
    metrics: metricsServer ? undefined : metrics,
  };
  const app = buildApp(context, {
    ...{ logger, requestMetrics, overload, headersTimeout, bodyTimeout, handlerTimeout },
    connections: { maxConnections, writeTimeout, trustedProxies },
    authentication: config.authentication,
    realm: config.name,
    explorer: readExplorer(explorer),
  });
  if (!config.quiet) operations.start(requestExecutor(context));
  const exporter = startEventExport(store, config, clock, logger);
  cleanup.start();
  return {
    app,
    webhooks,
    cleanup,
    metricsServer,
    stop: async (timeoutMs = 0) => {
      draining = true;
      streams.end();
      const stopped = Promise.all([
        operations.stop(timeoutMs),
        webhooks.stop(timeoutMs),
        cleanup.stop(),
        exporter?.stop(),
      ]);
      await drain(app.server, requestMetrics, timeoutMs);
      exports.abort();
      app.server.closeAllConnections();
      await app.close();
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      await stopped;
      await Promise.all([access.flush(), refusedRequests?.stop()]);
      rateLimiting?.limits.close();
      load.close();
      diskSpace?.stop();
      await store.close();
    },
  };
}
