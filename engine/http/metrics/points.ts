/** The values of metrics, with their labels. */
import type { Histogram } from "../../runtime/histogram.ts";
import type { RouteMetrics } from "./requests.ts";

type Labels = Readonly<Record<string, string | number>>;

/** A value of a metric. */
export interface Point {
  readonly value: number;
  readonly labels: Labels;
  /** The name of the sample if it differs from the metric's, as in histograms. */
  readonly metricName?: string;
}

/** One point for each of the named values, with its name as a label. */
export function labelled<Name extends string>(
  label: string,
  values: Readonly<Record<Name, number>>,
  names = Object.keys(values) as Name[],
): Point[] {
  return names.map((name) => ({ value: values[name], labels: { [label]: name } }));
}

/** The responses of a route, by status. */
export function requestPoints({ route, method, statuses }: RouteMetrics): Point[] {
  return [...statuses].map(([status, value]) => ({ value, labels: { route, method, status } }));
}

/** A histogram in Prometheus' cumulative form: each bucket includes the smaller ones. */
export function histogramPoints(name: string, { bounds, counts, sum }: Histogram, labels: Labels = {}): Point[] {
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
