/** Reads `/metrics`. */
import type { Served } from "./serve.ts";

/** One sample. */
export interface Point {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All samples of a response. */
export interface Metrics {
  /** All samples of a metric. */
  of(name: string): Point[];
  /** The value of the sample with these labels; NaN if there is none. */
  value(name: string, labels?: Record<string, string>): number;
}

/** Requests the metrics of a service. */
export async function fetchMetrics(served: Pick<Served, "get">): Promise<Metrics> {
  return parseMetrics((await served.get("/metrics")).text);
}

/** Parses Prometheus's text format. */
export function parseMetrics(text: string): Metrics {
  const allPoints = new Map<string, Point[]>();
  for (const [, name = "", labels = "", value = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, labelValue]) => [label!, labelValue!]);
    allPoints.set(name, [...(allPoints.get(name) ?? []), { labels: Object.fromEntries(pairs), value: Number(value) }]);
  }
  const of = (name: string) => allPoints.get(name) ?? [];
  return {
    of,
    value: (name, expected = {}) =>
      of(name).find(({ labels }) =>
        Object.entries(expected).every(([label, labelValue]) => labels[label] === labelValue),
      )?.value ?? Number.NaN,
  };
}
