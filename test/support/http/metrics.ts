/** Reads `/metrics`. */
import type { Served } from "./serve.ts";

export interface Point {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Metrics {
  /** All samples of a metric. */
  of(name: string): Point[];
  /** The value of the sample with these labels; NaN if there is none. */
  value(name: string, labels?: Record<string, string>): number;
}

export async function fetchMetrics(served: Pick<Served, "get">): Promise<Metrics> {
  return parseMetrics((await served.get("/metrics")).text);
}

export function parseMetrics(text: string): Metrics {
  const all = new Map<string, Point[]>();
  for (const [, name = "", labels = "", value = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, said]) => [label!, said!]);
    all.set(name, [...(all.get(name) ?? []), { labels: Object.fromEntries(pairs), value: Number(value) }]);
  }
  const of = (name: string) => all.get(name) ?? [];
  return {
    of,
    value: (name, wanted = {}) =>
      of(name).find(({ labels }) => Object.entries(wanted).every(([label, said]) => labels[label] === said))?.value ??
      Number.NaN,
  };
}
