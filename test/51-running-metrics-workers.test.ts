/** Proves that `/metrics` aggregates several workers (§10.2). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { aggregatedMetrics, MetricsAggregator } from "../engine/http/metrics/aggregate.ts";
import type { Metrics, MetricsJson } from "../engine/http/metrics/prometheus.ts";
import type { IpcPeer } from "../engine/runtime/ipc.ts";
import { connectedPeers } from "./support/connected-peers.ts";
import { parseMetrics } from "./support/http/metrics.ts";

/** A worker with this many responses and running requests. */
class Worker {
  readonly answered: Record<string, number> = {};
  silent = false;
  fault: Error | undefined;
  readonly seenByParent: IpcPeer;
  private readonly ask: () => Promise<string>;

  constructor() {
    const [own, parents] = connectedPeers();
    this.seenByParent = parents;
    this.ask = aggregatedMetrics(own, { json: () => this.told(), text: async () => "" } satisfies Metrics);
  }

  /** The aggregate that it returns. */
  async metrics() {
    return parseMetrics(await this.ask());
  }

  private async told(): Promise<MetricsJson> {
    if (this.silent) await new Promise(() => {});
    if (this.fault) throw this.fault;
    const points = Object.entries(this.answered).map(([route, value]) => ({ value, labels: { route } }));
    const family = (name: string, type: string, aggregator: string, values: object[]) =>
      ({ name, help: name, type, aggregator, values }) as unknown as MetricsJson[number];
    const running = Object.values(this.answered).reduce((sum, value) => sum + value, 0);
    return [
      family("answered_total", "counter", "sum", points),
      family("running", "gauge", "sum", [{ value: running, labels: {} }]),
      family("late", "gauge", "max", [{ value: running, labels: {} }]),
      family("took", "histogram", "sum", [
        { metricName: "took_bucket", value: running, labels: { le: "+Inf" } },
        { metricName: "took_sum", value: running / 2, labels: {} },
        { metricName: "took_count", value: running, labels: {} },
      ]),
    ];
  }
}

/** Two workers of one parent, which waits for them until the test ends the time-out. */
function fixtures() {
  const enough = Promise.withResolvers<void>();
  const together = new MetricsAggregator(() => enough.promise);
  const workers = [new Worker(), new Worker()] as const;
  for (const worker of workers) together.join(worker.seenByParent);
  return { together, workers, enough };
}

test("§10.2: every worker returns the sums of all, by name and labels", async () => {
  const { workers } = fixtures();
  Object.assign(workers[0].answered, { "/a": 2, "/b": 3 });
  Object.assign(workers[1].answered, { "/b": 10 });
  for (const worker of workers) {
    const metrics = await worker.metrics();
    assert.equal(metrics.value("answered_total", { route: "/a" }), 2);
    assert.equal(metrics.value("answered_total", { route: "/b" }), 13);
    assert.equal(metrics.value("running"), 15);
    assert.equal(metrics.value("late"), 10);
    assert.equal(metrics.value("took_bucket", { le: "+Inf" }), 15);
    assert.equal(metrics.value("took_sum"), 7.5);
    assert.equal(metrics.value("took_count"), 15);
  }
});

test("§10.2: counters of a dead worker stay, gauges do not, however often workers die", async () => {
  const { together, workers } = fixtures();
  Object.assign(workers[0].answered, { "/a": 2 });
  Object.assign(workers[1].answered, { "/a": 10 });
  await workers[0].metrics();
  together.leave(workers[1].seenByParent);
  for (let time = 1; time <= 3; time += 1) {
    const successor = new Worker();
    together.join(successor.seenByParent);
    successor.answered["/a"] = 100;
    const metrics = await successor.metrics();
    assert.equal(metrics.value("answered_total", { route: "/a" }), 12 + 100 * time);
    assert.equal(metrics.value("took_count"), 12 + 100 * time);
    assert.equal(metrics.value("running"), 102);
    together.leave(successor.seenByParent);
  }
  assert.equal((await workers[0].metrics()).value("answered_total"), 312);
});

test("§10.2: for a worker that does not respond in time, its last values count", async () => {
  const { workers, enough } = fixtures();
  const [first, second] = workers;
  Object.assign(first.answered, { "/a": 2 });
  Object.assign(second.answered, { "/a": 10 });
  await first.metrics();
  Object.assign(first.answered, { "/a": 3 });
  Object.assign(second.answered, { "/a": 11 });
  second.silent = true;
  const asked = first.metrics();
  enough.resolve();
  // The time-out has ended: the first worker's values may be missing too.
  assert.ok([12, 13].includes((await asked).value("answered_total")));
  second.silent = false;
  while ((await first.metrics()).value("answered_total") < 14);
});

test("§10.2: for a worker that fails to respond, its last values count, without delay", async () => {
  const { workers } = fixtures();
  const [first, second] = workers;
  Object.assign(second.answered, { "/a": 10 });
  await first.metrics();
  second.fault = new Error("It could not be told.");
  Object.assign(first.answered, { "/a": 3 });
  assert.equal((await first.metrics()).value("answered_total"), 13);
});
