/** The metrics of several processes: a worker asks the parent, which collects those of all workers and sums them up. */
import { setTimeout } from "node:timers/promises";
import { AggregatorRegistry } from "prom-client";
import { handleRequests, type IpcPeer, openRequests } from "../../runtime/ipc.ts";
import type { Metrics, MetricsJson } from "./prometheus.ts";

const AGGREGATE = "metrics-aggregate";
const COLLECT = "metrics-collect";

/** How long to wait for the metrics of a worker; after that, its previous ones are used. */
const COLLECT_TIMEOUT_MS = 1_000;
/** How long a worker waits for the parent; after that, it shows its own metrics. */
const AGGREGATE_TIMEOUT_MS = 3_000;

/** The worker's side: sends its metrics to the parent. @returns a function that gets the metrics of all workers as text */
export function aggregatedMetrics(
  parent: IpcPeer,
  own: Metrics,
  timeoutMs = AGGREGATE_TIMEOUT_MS,
): () => Promise<string> {
  handleRequests<null, MetricsJson>(parent, COLLECT, () => own.json());
  const request = openRequests<null, string>(parent, AGGREGATE);
  let pending: Promise<string> | undefined;
  return async () => {
    // One request for all that ask meanwhile, so that none pile up while the parent does not reply.
    pending ??= request(null).finally(() => {
      pending = undefined;
    });
    const timeout = setTimeout(timeoutMs, undefined, { ref: false });
    return (await Promise.race([pending, timeout])) ?? own.text();
  };
}

interface WorkerMetrics {
  readonly collect: (request: null) => Promise<MetricsJson>;
  latest: MetricsJson;
}

/** The parent's side. */
export class MetricsAggregator {
  private readonly workers = new Map<IpcPeer, WorkerMetrics>();
  private readonly timeout: () => Promise<unknown>;
  /** Counters and histograms of workers that have exited: a sum that fell would look like a counter reset. */
  private exited: MetricsJson = [];

  /** @param timeout resolves when waiting for workers ends */
  constructor(timeout: () => Promise<unknown> = () => setTimeout(COLLECT_TIMEOUT_MS, undefined, { ref: false })) {
    this.timeout = timeout;
  }

  /** Adds a worker. */
  join(worker: IpcPeer): void {
    this.workers.set(worker, { collect: openRequests<null, MetricsJson>(worker, COLLECT), latest: [] });
    handleRequests<null, string>(worker, AGGREGATE, () => this.aggregate());
  }

  /** Removes a worker that has exited. What it counted until it was last collected stays in the sums. */
  leave(worker: IpcPeer): void {
    const finalMetrics = this.workers.get(worker)?.latest.filter(({ type }) => `${type}` !== "gauge") ?? [];
    this.workers.delete(worker);
    // The library's types do not say that what it aggregates to can be aggregated again.
    this.exited = AggregatorRegistry.aggregate([
      this.exited,
      finalMetrics,
    ]).getMetricsAsArray() as unknown as MetricsJson;
  }

  private async aggregate(): Promise<string> {
    const collecting = [...this.workers.values()].map(async (metrics) => {
      metrics.latest = await metrics.collect(null);
    });
    await Promise.race([Promise.allSettled(collecting), this.timeout()]);
    const latest = [...this.workers.values()].map((metrics) => metrics.latest);
    return AggregatorRegistry.aggregate([this.exited, ...latest]).metrics();
  }
}
