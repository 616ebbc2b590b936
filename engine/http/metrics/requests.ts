/** Counts responses and their durations, by route, method and status, and logs slow requests. */
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { Histogram } from "../../runtime/histogram.ts";
import type { Load } from "../request/overload.ts";
import { requestLogFields } from "../request/request-id.ts";

/** The upper bounds of the histogram's buckets, in seconds: from one record to the time limit of a request. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The requests to one route with one method. */
export class RouteMetrics {
  /** In the router's notation, with parameters in place of ids; empty if no route matched. */
  readonly route: string;
  readonly method: string;
  /** The number of responses, by status. */
  readonly statuses = new Map<number, number>();
  /** In seconds, from receiving the whole request to its response. */
  readonly durations = new Histogram(BUCKETS);

  constructor(route: string, method: string) {
    this.route = route;
    this.method = method;
  }

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

/** The metrics of all requests to this process. */
export class RequestMetrics {
  readonly routes = new Map<string, RouteMetrics>();
  /** Requests in progress, with those that exceeded their time limit and still run. */
  running = 0;
  /** Connections that were closed at once, because there were too many. */
  refusedConnections = 0;
  /** Idle connections that were closed to make room for others. */
  evictedConnections = 0;
  private readonly logger: Logger;
  private readonly slow: number;
  private readonly load: Pick<Load, "waitingSince">;

  /**
   * @param slow in milliseconds; requests that take longer are logged
   * @param load says since when a request that is read now may have been waiting
   */
  constructor(logger: Logger, slow: number, load: Pick<Load, "waitingSince">) {
    this.logger = logger;
    this.slow = slow;
    this.load = load;
  }

  /** The metrics of a route, created at first use. */
  of(route: string, method: string): RouteMetrics {
    const key = `${method} ${route}`;
    let metrics = this.routes.get(key);
    if (!metrics) {
      metrics = new RouteMetrics(route, method);
      this.routes.set(key, metrics);
    }
    return metrics;
  }

  /** Notes that a request was received: its header, and later its body. */
  noteReceipt(request: FastifyRequest): void {
    request.receivedAt = this.load.waitingSince();
  }

  /** Counts the response to a request, at the moment when it is sent. */
  countResponse(request: FastifyRequest, status: number): void {
    const duration = performance.now() - request.receivedAt;
    // A request that was refused before its route ran has no metrics yet.
    const metrics = request.metrics ?? this.of(request.routeOptions.url ?? "", request.method);
    metrics.count(status);
    metrics.durations.add(duration / 1_000);
    if (duration >= this.slow) this.log(request, status, duration);
  }

  /** Counts a response to bytes that are not a request. */
  countClientError(status: number): void {
    this.of("", "").count(status);
  }

  countRefusedConnection(): void {
    this.refusedConnections += 1;
  }

  countEvictedConnection(): void {
    this.evictedConnections += 1;
  }

  private log(request: FastifyRequest, status: number, duration: number): void {
    const duration_ms = Math.round(duration * 1_000) / 1_000;
    this.logger.info({ ...requestLogFields(request), status, duration_ms }, "request completed");
  }
}

declare module "fastify" {
  interface FastifyInstance {
    readonly requestMetrics: RequestMetrics;
  }
  interface FastifyRequest {
    /** When it was received as a whole, by `performance.now()`; until then, when its header was. */
    receivedAt: number;
    /** The metrics of its route, once that is known. */
    metrics: RouteMetrics | null;
  }
}
