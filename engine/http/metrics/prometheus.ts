/** `/metrics` for Prometheus. Each scrape reads the values from their sources. */
import { type Metric, Registry } from "prom-client";
import { families, type MetricSources } from "./families.ts";
import { processRegistry } from "./process.ts";

/** The metrics of a process as JSON, which can be sent by IPC. */
export type MetricsJson = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** The current metrics of a process. */
export interface Metrics {
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  json(): Promise<MetricsJson>;
}

/** Where the metrics are. */
export const METRICS = "/metrics";

/** The media type of the text format. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The metrics of this process. */
export function prometheusMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  for (const { name, help, type, aggregator = "sum", points } of families(sources)) {
    // The library's own metrics would look up their labels at every request.
    const get = async () => ({ name, help, type, aggregator, values: points() });
    registry.registerMetric({ name, get } as unknown as Metric);
  }
  const all = () => Registry.merge([registry, processRegistry()]);
  return { text: () => all().metrics(), json: () => all().getMetricsAsJSON() };
}
