/** What serves, put together: access, limits, application, operations and webhooks, without listening yet. */
import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import packageJson from "../../package.json" with { type: "json" };
import { openAccess } from "../access/authenticate.ts";
import { jwtVerifier } from "../access/jwt.ts";
import { buildApp } from "../http/app.ts";
import type { HttpContext } from "../http/context.ts";
import { requestExecutor } from "../http/handlers/deferred-requests.ts";
import { metricsOfAll } from "../http/metrics/aggregate.ts";
import { metricsOf } from "../http/metrics/prometheus.ts";
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
import { WebhookDispatcher } from "../webhooks/dispatcher.ts";
import type { Registry } from "./bootstrap.ts";
import type { Config } from "./config.ts";

const { version } = packageJson;

export interface Started {
  readonly app: FastifyInstance;
  /** Brings events to webhooks, once it is started. */
  readonly courier: WebhookDispatcher;
  /** Refuses new work, lets running requests finish within so many milliseconds, and closes the database. */
  stop(patience?: number): Promise<void>;
}

/** What a service finds around it. */
export interface Dependencies {
  readonly load?: Load | undefined;
  /** Of a worker: the process that keeps what it shares with others of this machine. */
  readonly parent?: IpcPeer | undefined;
}

/**
 * Puts together what serves a registry that was prepared, and takes up the operations that wait there. From then on the
 * store is the service's to close.
 */
export async function startService(
  { store, reach }: Pick<Registry, "store" | "reach">,
  config: Config,
  clock: Clock,
  logger: Logger,
  { load = eventLoopLoad(), parent }: Dependencies = {},
): Promise<Started> {
  const access = await openAccess(
    store,
    config,
    clock,
    (error) => logger.error({ err: error }, "the use of a key could not be noted"),
    config.tokens && jwtVerifier(config.tokens, clock, logger),
  );
  const limiting = await openLimiting(config, parent ? parentRateLimiter(parent) : memoryRateLimiter(clock), logger);
  const streams = new EventStreams(store.log!, access);
  const work = new OperationRunner(store, clock, (error) =>
    logger.error({ err: error }, "an operation could not go on"),
  );
  const failed = (error: unknown) => logger.error({ err: error }, "webhooks could not be looked after");
  const courier = new WebhookDispatcher({
    store,
    clock,
    egress: reach,
    readScopesOf: access.readScopes,
    onError: failed,
    random: Math.random,
  });
  let draining = false;
  const requestMetrics = new RequestMetrics(logger, config.slowRequest);
  const overload = new Overload(load, config.overload, () => requestMetrics.running, logger);
  const own = metricsOf({
    requestMetrics,
    overload,
    version,
    figures: () => store.stats(),
    sharing: () => limiting?.limits.sharedState?.(),
  });
  const { pageSizes, bodyLimit, bulkBodyLimit, headersTimeout, bodyTimeout, handlerTimeout } = config;
  const service: HttpContext = {
    store,
    access,
    operations: work,
    rateLimiting: limiting,
    pageSizes,
    bodyLimit,
    bulkBodyLimit,
    version,
    streams,
    ready: () => !draining,
    metrics: parent ? metricsOfAll(parent, own) : own.text,
  };
  const app = buildApp(service, {
    ...{ logger, requestMetrics, overload, headersTimeout, bodyTimeout, handlerTimeout },
    tutorial: !config.authentication,
  });
  work.start(requestExecutor(service));
  return {
    app,
    courier,
    stop: async (patience = 0) => {
      draining = true;
      streams.end();
      const stopped = Promise.all([work.stop(patience), courier.stop(patience)]);
      await drained(app.server, requestMetrics, patience);
      await app.close();
      await stopped;
      await access.flush();
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
  alone: RateLimiter,
  logger: Logger,
): Promise<RateLimiting | undefined> {
  if (!rates) return undefined;
  return {
    limits: redis === undefined ? alone : await redisRateLimiter(redis, alone, logger),
    anonymous: { name: "anonymous", ...rates.anonymous },
    authenticated: { name: "authenticated", ...rates.authenticated },
    trustedProxies,
  };
}

/** How often a draining server looks whether it is done. */
const LOOK_MS = 25;

/**
 * Waits until no connection is left, nor a request whose caller left, while new ones are still told that the service
 * drains; whatever runs after so many milliseconds is cut off.
 */
async function drained(server: Server, requestMetrics: RequestMetrics, patience: number): Promise<void> {
  const until = performance.now() + patience;
  const open = promisify(server.getConnections.bind(server));
  // Once, and not in the loop: a connection that was opened just now looks idle too.
  server.closeIdleConnections();
  server.keepAliveTimeout = 1;
  while ((requestMetrics.running > 0 || (await open()) > 0) && performance.now() < until) await setTimeout(LOOK_MS);
  server.closeAllConnections();
}
