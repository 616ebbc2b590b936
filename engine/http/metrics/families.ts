/** The metrics of the service: names, descriptions, and where their values come from. */
import type { SharedState } from "../../rate-limit/token-bucket.ts";
import type { HistorySize } from "../../store/history/size.ts";
import type { StoreStats } from "../../store/store.ts";
import type { Overload } from "../request/overload.ts";
import { histogramPoints, labelled, type Point, requestPoints } from "./points.ts";
import type { RequestMetrics } from "./requests.ts";

/** Where the values come from. */
export interface MetricSources {
  readonly requestMetrics: RequestMetrics;
  readonly overload: Overload;
  /** The number of exports that run, and that were refused. */
  readonly exports: { readonly running: number; readonly refused: number };
  readonly bodies: { readonly longArrays: { readonly running: number; readonly waiting: number } };
  readonly version: string;
  storeStats(): StoreStats;
  /** The free bytes on the disk of the database; undefined if that is on a server. */
  diskFree(): number | undefined;
  /** Undefined before it was measured. */
  historySize(): HistorySize | undefined;
  /** Undefined if rate limits are not shared with other machines. */
  rateLimitState(): SharedState | undefined;
}

/** A metric with all its label combinations. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** How the values of several processes are aggregated; the sum by default. */
  readonly aggregator?: "first" | "max" | "min";
  points(): readonly Point[];
}

/** All of them; the values are read when a scrape asks for them. */
export function families(sources: MetricSources): Family[] {
  const { requestMetrics, overload, exports, bodies, version, storeStats, diskFree, historySize, rateLimitState } =
    sources;
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
      help: "Time from receiving the whole request, with its wait for the event loop, to sending its response.",
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
      name: "http_long_arrays",
      help: "Arrays over 128 KiB in progress, and waiting for their turn, by state.",
      type: "gauge",
      points: () => labelled("state", bodies.longArrays, ["running", "waiting"]),
    },
    {
      name: "http_connections_refused_total",
      help: "Connections closed at once because there were too many, in all or from one address.",
      type: "counter",
      points: () => single(requestMetrics.refusedConnections),
    },
    {
      name: "http_connections_evicted_total",
      help: "Idle connections closed to make room for others.",
      type: "counter",
      points: () => single(requestMetrics.evictedConnections),
    },
    {
      name: "exports_active",
      help: "Exports of lists in progress.",
      type: "gauge",
      points: () => single(exports.running),
    },
    {
      name: "exports_refused_total",
      help: "Exports refused because too many were in progress.",
      type: "counter",
      points: () => single(exports.refused),
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
        Object.entries(storeStats().connections ?? {}).flatMap(([server, { idle, used }]) =>
          Object.entries({ idle, used }).map(([state, value]) => ({ value, labels: { server, state } })),
        ),
    },
    {
      name: "database_queue_length",
      help: "Reads waiting for a connection and writes waiting for the next transaction, by queue.",
      type: "gauge",
      points: () => labelled("queue", storeStats().waiting),
    },
    {
      name: "database_slow_reads",
      help: "Slow reads (no index can serve them), running and waiting for their turn, by state.",
      type: "gauge",
      points: () => labelled("state", storeStats().slowReads, ["running", "waiting"]),
    },
    {
      name: "database_slow_reads_total",
      help: "Slow reads (no index can serve them), started, and refused because too many were waiting, by outcome.",
      type: "counter",
      points: () => labelled("outcome", storeStats().slowReads, ["started", "refused"]),
    },
    {
      name: "database_errors_total",
      help: "Failures because the database was unavailable.",
      type: "counter",
      points: () => single(storeStats().failures),
    },
    {
      name: "database_disk_free_bytes",
      help: "Free bytes on the disk of a SQLite file.",
      type: "gauge",
      aggregator: "min",
      points: () => optional(diskFree()),
    },
    {
      name: "database_bytes",
      help: "Size of the whole database, measured once a day.",
      type: "gauge",
      aggregator: "max",
      points: () => optional(historySize()?.databaseBytes),
    },
    {
      name: "history_rows",
      help: "Earlier versions of records, and events, measured once a day, by kind.",
      type: "gauge",
      aggregator: "max",
      points: () => historyPoints(historySize(), "rows"),
    },
    {
      name: "history_bytes",
      help: "Bytes of earlier versions and of events in the database, with their indexes, measured once a day, by kind.",
      type: "gauge",
      aggregator: "max",
      points: () => historyPoints(historySize(), "bytes"),
    },
    {
      name: "database_write_group_size",
      help: "Writes per transaction.",
      type: "histogram",
      points: () => histogramPoints("database_write_group_size", storeStats().groupSizes),
    },
    {
      name: "list_cache_updates_total",
      help: "Updates of kept totals and orders of lists: built by reading the list, or followed change by change.",
      type: "counter",
      points: () =>
        Object.entries(storeStats().lists).flatMap(([kept, { built, followed }]) =>
          Object.entries({ built, followed }).map(([how, value]) => ({ value, labels: { kept, how } })),
        ),
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

function historyPoints(size: HistorySize | undefined, unit: "rows" | "bytes"): Point[] {
  return size ? labelled("kind", { versions: size.versions[unit], events: size.events[unit] }) : [];
}
