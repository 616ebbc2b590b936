/** Assembles the service from its parts: access, rate limits, HTTP application, operations, webhooks. It does not listen yet. */
import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { openAccess } from "../access/authenticate.ts";
import { jwtVerifier } from "../access/jwt.ts";
import { buildApp } from "../http/app.ts";
import type { HttpContext } from "../http/context.ts";
import { requestExecutor } from "../http/handlers/deferred-requests.ts";
import { aggregatedMetrics } from "../http/metrics/aggregate.ts";
import { prometheusMetrics } from "../http/metrics/prometheus.ts";
import { RequestMetrics } from "../http/metrics/requests.ts";
import { eventLoopLoad, type Load, Overload } from "../http/request/overload.ts";
import type { RateLimiting } from "../http/request/rate-limit.ts";
import { EventStreams } from "../http/response/sse.ts";
import { OperationRunner } from "../operations/runner.ts";
import { parentRateLimiter } from "../rate-limit/parent-process.ts";
import { redisRateLimiter } from "../rate-limit/redis.ts";
import { memoryRateLimiter, type RateLimiter } from "../rate-limit/token-bucket.ts";
import type { Clock } from "../runtime/clock.ts";
import type { IpcPeer } from "../runtime/ipc.ts";
import { VERSION } from "../runtime/product.ts";
import { WebhookDispatcher } from "../webhooks/dispatcher.ts";
import type { Registry } from "./bootstrap.ts";
import type { Config } from "./config.ts";

/** The assembled service. */
export interface RunningService {
  readonly app: FastifyInstance;
  /** Delivers events to webhooks. The caller starts it. */
  readonly webhooks: WebhookDispatcher;
  /** Refuses new requests, waits up to `timeoutMs` for running ones, and closes the database. */
  stop(timeoutMs?: number): Promise<void>;
}

/** The parts that tests and workers supply. */
export interface Dependencies {
  readonly load?: Load | undefined;
  /** In a worker: the parent process, which holds what the workers share. */
  readonly parent?: IpcPeer | undefined;
}

/**
 * Assembles the service of a registry, and starts to run pending operations. The service closes the store when it stops.
 */
export async function startService(
  { store, egress }: Pick<Registry, "store" | "egress">,
  config: Config,
  clock: Clock,
  logger: Logger,
  { load = eventLoopLoad(), parent }: Dependencies = {},
): Promise<RunningService> {
  const access = await openAccess(
    store,
    config,
    clock,
    (error) => logger.error({ err: error }, "the use of an API key could not be recorded"),
    config.tokens && jwtVerifier(config.tokens, clock, logger),
  );
  const rateLimiting = await openRateLimiting(
    config,
    parent ? parentRateLimiter(parent) : memoryRateLimiter(clock),
    logger,
  );
  const streams = new EventStreams(store.log!, access);
  const operations = new OperationRunner(store, clock, (error) =>
    logger.error({ err: error }, "an operation could not be run"),
  );
  const webhooks = new WebhookDispatcher({
    store,
    clock,
    egress,
    readScopesOf: access.readScopes,
    onError: (error) => logger.error({ err: error }, "webhooks could not be delivered"),
    random: Math.random,
  });
  let draining = false;
  const requestMetrics = new RequestMetrics(logger, config.slowRequest);
  const overload = new Overload(load, config.overload, () => requestMetrics.running, logger);
  const processMetrics = prometheusMetrics({
    requestMetrics,
    overload,
    version: VERSION,
    databaseStats: () => store.stats(),
    rateLimitState: () => rateLimiting?.limits.sharedState?.(),
  });
  const { pageSizes, bodyLimit, bulkBodyLimit, headersTimeout, bodyTimeout, handlerTimeout } = config;
  const context: HttpContext = {
    store,
    access,
    operations,
    rateLimiting,
    pageSizes,
    bodyLimit,
    bulkBodyLimit,
    version: VERSION,
    streams,
    ready: () => !draining,
    metrics: parent ? aggregatedMetrics(parent, processMetrics) : processMetrics.text,
  };
  const app = buildApp(context, {
    ...{ logger, requestMetrics, overload, headersTimeout, bodyTimeout, handlerTimeout },
    authentication: config.authentication,
  });
  operations.start(requestExecutor(context));
  return {
    app,
    webhooks,
    stop: async (timeoutMs = 0) => {
      draining = true;
      streams.end();
      const stopped = Promise.all([operations.stop(timeoutMs), webhooks.stop(timeoutMs)]);
      await drain(app.server, requestMetrics, timeoutMs);
      await app.close();
      await stopped;
      await access.flush();
      rateLimiting?.limits.close();
      load.close();
      await store.close();
    },
  };
}

/**
 * Opens the rate limiter, which uses Redis if that is configured. Returns undefined if rate limiting is off.
 * @param local the limiter of this machine
 */
async function openRateLimiting(
  { rates, redis, trustedProxies }: Config,
  local: RateLimiter,
  logger: Logger,
): Promise<RateLimiting | undefined> {
  if (!rates) return undefined;
  return {
    limits: redis === undefined ? local : await redisRateLimiter(redis, local, logger),
    anonymous: { name: "anonymous", ...rates.anonymous },
    authenticated: { name: "authenticated", ...rates.authenticated },
    trustedProxies,
  };
}

/** How often a draining server checks whether it is idle. */
const POLL_MS = 25;

/**
 * Waits until all connections are closed and all requests have finished, even those whose client has disconnected. New
 * requests get 503 meanwhile. After `timeoutMs`, the remaining connections are cut.
 */
async function drain(server: Server, requestMetrics: RequestMetrics, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const countConnections = promisify(server.getConnections.bind(server));
  // Not in the loop, where this would also close connections that were just opened, because they look idle.
  server.closeIdleConnections();
  server.keepAliveTimeout = 1;
  while ((requestMetrics.running > 0 || (await countConnections()) > 0) && performance.now() < deadline)
    await setTimeout(POLL_MS);
  server.closeAllConnections();
}
