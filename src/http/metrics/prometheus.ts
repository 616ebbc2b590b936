/** `/metrics`: what a process has done and how it is, in the words of Prometheus; put together when it is asked for. */
import { collectDefaultMetrics, type Metric, Registry } from "prom-client";
import type { SharedState } from "../../rate-limit/token-bucket.ts";
import type { Histogram } from "../../runtime/histogram.ts";
import type { DatabaseStats } from "../../store/dialect.ts";
import type { Overload } from "../request/overload.ts";
import type { RequestMetrics, RouteMetrics } from "./requests.ts";

/** What there is to tell of a process. */
export interface Observed {
  readonly requestMetrics: RequestMetrics;
  readonly overload: Overload;
  readonly version: string;
  /** How the database is. */
  figures(): DatabaseStats;
  /** How limits are shared with other machines; undefined where they are not to be. */
  sharing(): SharedState | undefined;
}

type Labels = Readonly<Record<string, string | number>>;

interface Point {
  readonly value: number;
  readonly labels: Labels;
  /** Where a metric has points under further names. */
  readonly metricName?: string;
}

/** What is told under one name. */
interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** What the points of several processes come to; their sum, if nothing is said. */
  readonly together?: "first" | "max" | "min";
  points(): readonly Point[];
}

/** What a process tells, as data that can be sent to another one. */
export type Told = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** What a process has to tell, each time anew. */
export interface Metrics {
  /** As Prometheus reads it. */
  text(): Promise<string>;
  told(): Promise<Told>;
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Processor, memory, collector and event loop belong to the process, and are watched from when they are asked for. */
let process: Registry | undefined;

/** The metrics of this process. */
export function prometheusMetrics(observed: Observed): Metrics {
  const registry = new Registry();
  for (const { name, help, type, together = "sum", points } of families(observed)) {
    // The numbers are kept where they arise: a metric of the library's own would look up its labels with each request.
    const get = async () => ({ name, help, type, aggregator: together, values: points() });
    registry.registerMetric({ name, get } as unknown as Metric);
  }
  const all = (): Registry => {
    if (!process) {
      process = new Registry();
      collectDefaultMetrics({ register: process });
    }
    return Registry.merge([registry, process]);
  };
  return { text: () => all().metrics(), told: () => all().getMetricsAsJSON() };
}

function families({ requestMetrics, overload, version, figures, sharing }: Observed): Family[] {
  const routes = () => [...requestMetrics.routes.values()];
  const one = (value: number): Point[] => [{ value, labels: {} }];
  const some = (value: number | boolean | undefined): Point[] => (value === undefined ? [] : one(Number(value)));
  return [
    {
      name: "http_requests_total",
      help: "Answers, by route, method and status; without a route where there is none.",
      type: "counter",
      points: () => routes().flatMap(answers),
    },
    {
      name: "http_request_duration_seconds",
      help: "From when a whole request is there to when its answer is handed over.",
      type: "histogram",
      points: () =>
        routes().flatMap(({ route, method, durations }) =>
          spread("http_request_duration_seconds", durations, { route, method }),
        ),
    },
    {
      name: "http_requests_running",
      help: "Requests that are being carried out.",
      type: "gauge",
      points: () => one(requestMetrics.running),
    },
    {
      name: "http_requests_refused_total",
      help: "Requests that were refused because the service was overloaded.",
      type: "counter",
      points: () => one(overload.refused),
    },
    {
      name: "event_loop_late_seconds",
      help: "By how much the event loop was late in the last seconds, again and again: what decides on overload.",
      type: "gauge",
      together: "max",
      points: () => one(overload.load.lag() / 1_000),
    },
    {
      name: "database_connections",
      help: "Connections that read from PostgreSQL, by server and state.",
      type: "gauge",
      points: () =>
        Object.entries(figures().connections ?? {}).flatMap(([server, { idle, used }]) =>
          Object.entries({ idle, used }).map(([state, value]) => ({ value, labels: { server, state } })),
        ),
    },
    {
      name: "database_waiting",
      help: "What waits: for a connection to read with, or for the next group of writes.",
      type: "gauge",
      points: () => Object.entries(figures().waiting).map(([what, value]) => ({ value, labels: { for: what } })),
    },
    {
      name: "database_errors_total",
      help: "How often the database could not be reached, or was not able.",
      type: "counter",
      points: () => one(figures().failures),
    },
    {
      name: "database_write_group_size",
      help: "How many writes shared a transaction.",
      type: "histogram",
      points: () => spread("database_write_group_size", figures().groupSizes),
    },
    {
      name: "rate_limits_shared",
      help: "Whether requests are limited together with other machines; not told where they are not to be.",
      type: "gauge",
      together: "min",
      points: () => some(sharing()?.shared),
    },
    {
      name: "http_requests_limited_alone_total",
      help: "Requests that were limited by this machine alone because what is shared was away.",
      type: "counter",
      points: () => some(sharing()?.countedLocally),
    },
    {
      name: "build_info",
      help: "The version of the service.",
      type: "gauge",
      together: "first",
      points: () => [{ value: 1, labels: { version } }],
    },
    {
      name: "processes",
      help: "Processes of which this is told: the workers that share a port, or one.",
      type: "gauge",
      points: () => one(1),
    },
  ];
}

function answers({ route, method, statuses }: RouteMetrics): Point[] {
  return [...statuses].map(([status, value]) => ({ value, labels: { route, method, status } }));
}

/** A distribution as Prometheus has it: each bucket counts what the smaller ones count, too. */
function spread(name: string, { bounds, counts, sum }: Histogram, labels: Labels = {}): Point[] {
  let total = 0;
  const buckets = counts.map((count, at) => {
    total += count;
    return { metricName: `${name}_bucket`, value: total, labels: { ...labels, le: bounds[at] ?? "+Inf" } };
  });
  if (total === 0) return [];
  return [
    ...buckets,
    { metricName: `${name}_sum`, value: sum, labels },
    { metricName: `${name}_count`, value: total, labels },
  ];
}
