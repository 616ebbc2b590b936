/** `/metrics` for Prometheus. Each scrape reads the values from their sources. */
import { collectDefaultMetrics, type Metric, Registry } from "prom-client";
import type { SharedState } from "../../rate-limit/token-bucket.ts";
import type { Histogram } from "../../runtime/histogram.ts";
import type { DatabaseStats } from "../../store/dialect.ts";
import type { Overload } from "../request/overload.ts";
import type { RequestMetrics, RouteMetrics } from "./requests.ts";

/** Where the values come from. */
export interface MetricSources {
  readonly requestMetrics: RequestMetrics;
  readonly overload: Overload;
  readonly version: string;
  databaseStats(): DatabaseStats;
  /** Undefined if rate limits are not shared with other machines. */
  rateLimitState(): SharedState | undefined;
}

type Labels = Readonly<Record<string, string | number>>;

interface Point {
  readonly value: number;
  readonly labels: Labels;
  /** The name of the sample if it differs from the metric's, as in histograms. */
  readonly metricName?: string;
}

/** A metric with all its label combinations. */
interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** How the values of several processes are aggregated; the sum by default. */
  readonly aggregator?: "first" | "max" | "min";
  points(): readonly Point[];
}

/** The metrics of a process as JSON, which can be sent by IPC. */
export type MetricsJson = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** The current metrics of a process. */
export interface Metrics {
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  json(): Promise<MetricsJson>;
}

/** The media type of the text format. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** CPU, memory, garbage collection and event loop of this process, collected from the first scrape on. */
let processRegistry: Registry | undefined;

/** The metrics of this process. */
export function prometheusMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  for (const { name, help, type, aggregator = "sum", points } of families(sources)) {
    // The library's own metrics would look up their labels at every request.
    const get = async () => ({ name, help, type, aggregator, values: points() });
    registry.registerMetric({ name, get } as unknown as Metric);
  }
  const all = (): Registry => {
    if (!processRegistry) {
      processRegistry = new Registry();
      collectDefaultMetrics({ register: processRegistry });
    }
    return Registry.merge([registry, processRegistry]);
  };
  return { text: () => all().metrics(), json: () => all().getMetricsAsJSON() };
}

function families({ requestMetrics, overload, version, databaseStats, rateLimitState }: MetricSources): Family[] {
  const routes = () => [...requestMetrics.routes.values()];
  const single = (value: number): Point[] => [{ value, labels: {} }];
  const optional = (value: number | boolean | undefined): Point[] => (value === undefined ? [] : single(Number(value)));
  return [
    {
      name: "http_requests_total",
      help: "Responses by route, method and status; the route is empty if none matched.",
      type: "counter",
      points: () => routes().flatMap(requestPoints),
    },
    {
      name: "http_request_duration_seconds",
      help: "Time from receiving the complete request to sending its response.",
      type: "histogram",
      points: () =>
        routes().flatMap(({ route, method, durations }) =>
          histogramPoints("http_request_duration_seconds", durations, { route, method }),
        ),
    },
    {
      name: "http_requests_active",
      help: "Requests in progress.",
      type: "gauge",
      points: () => single(requestMetrics.running),
    },
    {
      name: "http_requests_refused_total",
      help: "Requests refused because the service was overloaded.",
      type: "counter",
      points: () => single(overload.refused),
    },
    {
      name: "event_loop_lag_seconds",
      help: "Recent event-loop lag, as used to detect overload.",
      type: "gauge",
      aggregator: "max",
      points: () => single(overload.load.lag() / 1_000),
    },
    {
      name: "database_connections",
      help: "Read connections to PostgreSQL, by server and state.",
      type: "gauge",
      points: () =>
        Object.entries(databaseStats().connections ?? {}).flatMap(([server, { idle, used }]) =>
          Object.entries({ idle, used }).map(([state, value]) => ({ value, labels: { server, state } })),
        ),
    },
    {
      name: "database_queue_length",
      help: "Reads waiting for a connection and writes waiting for the next transaction, by queue.",
      type: "gauge",
      points: () => Object.entries(databaseStats().waiting).map(([queue, value]) => ({ value, labels: { queue } })),
    },
    {
      name: "database_errors_total",
      help: "Failures because the database was unavailable.",
      type: "counter",
      points: () => single(databaseStats().failures),
    },
    {
      name: "database_write_group_size",
      help: "Writes per transaction.",
      type: "histogram",
      points: () => histogramPoints("database_write_group_size", databaseStats().groupSizes),
    },
    {
      name: "rate_limits_shared",
      help: "Whether rate limits are currently shared through Redis; absent without REDIS_URL.",
      type: "gauge",
      aggregator: "min",
      points: () => optional(rateLimitState()?.shared),
    },
    {
      name: "rate_limits_local_requests_total",
      help: "Requests limited by this machine alone because Redis was unavailable.",
      type: "counter",
      points: () => optional(rateLimitState()?.countedLocally),
    },
    {
      name: "build_info",
      help: "The version of the service.",
      type: "gauge",
      aggregator: "first",
      points: () => [{ value: 1, labels: { version } }],
    },
    {
      name: "processes",
      help: "Processes that these metrics cover: the workers that share a port, or the only process.",
      type: "gauge",
      points: () => single(1),
    },
  ];
}

function requestPoints({ route, method, statuses }: RouteMetrics): Point[] {
  return [...statuses].map(([status, value]) => ({ value, labels: { route, method, status } }));
}

/** A histogram in Prometheus' cumulative form: each bucket includes the smaller ones. */
function histogramPoints(name: string, { bounds, counts, sum }: Histogram, labels: Labels = {}): Point[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return { metricName: `${name}_bucket`, value: total, labels: { ...labels, le: bounds[index] ?? "+Inf" } };
  });
  if (total === 0) return [];
  return [
    ...buckets,
    { metricName: `${name}_sum`, value: sum, labels },
    { metricName: `${name}_count`, value: total, labels },
  ];
}
