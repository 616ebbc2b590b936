/** The metrics of a process that the library collects: CPU, memory, files, garbage collection, event loop. */
import { collectDefaultMetrics, Gauge, type Metric, Registry } from "prom-client";

/** The minimum of no delays at all, in seconds: Node starts with the largest integer of nanoseconds. */
const NO_MINIMUM = 2 ** 63 / 1e9;

let registry: Registry | undefined;

/** The metrics of this process, collected from the first scrape on. */
export function processRegistry(): Registry {
  if (registry) return registry;
  const collected = new Registry();
  collectDefaultMetrics({ register: collected });
  registry = new Registry();
  for (const metric of collected.getMetricsAsArray() as unknown[] as Metric[])
    registry.registerMetric(metric instanceof Gauge ? measured(metric) : metric);
  return registry;
}

/**
 * A gauge without the values that nothing was measured for: the delays of the event loop in the first scrape and in two quick
 * ones, and limits that do not exist.
 */
function measured(gauge: Gauge): Metric {
  const get = async () => {
    const data = await gauge.get();
    return { ...data, values: data.values.filter(({ value }) => !Number.isNaN(value) && value !== NO_MINIMUM) };
  };
  return { name: (gauge as unknown as { readonly name: string }).name, get } as unknown as Metric;
}
