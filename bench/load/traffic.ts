/** A process that sends the requests of one or several clients, and measures how long each takes. */
import { setPriority } from "node:os";
import { setTimeout } from "node:timers/promises";
import { type Dispatcher, Pool } from "undici";
import { quantile } from "./quantile.ts";
import { isSuccess, type Request, send } from "./request.ts";

/** What to send. */
export interface Traffic {
  readonly url: string;
  /** Sent one after the other, and again after the last. */
  readonly requests: readonly Request[];
  /**
   * `connections`: each sends its next request after a response. `perSecond`: requests are sent at fixed times, however long the
   * responses take, and their times count from then.
   */
  readonly pace: { readonly connections: number } | { readonly perSecond: number };
  /** The addresses to send from. The connections share them out. */
  readonly addresses?: readonly string[];
  /** Closes the connection if there is no response after this number of milliseconds. */
  readonly hangUpAfter?: number;
}

/** The responses since the measurement began. */
export interface Responses {
  /** Successful ones. */
  readonly perSecond: number;
  /** How long the successful ones took, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** The number of responses by status; 0 counts requests without a response. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** What the process is told: what to send, from then on; to begin measuring; to report what was measured. */
export type TrafficMessage = Traffic | "measure" | "report";

/** At a fixed rate, slow responses must not delay later requests. */
const MOST_CONNECTIONS = 256;
/** Clients at a fixed rate stand for other machines: they do not compete with the server for the processor. */
const PRIORITY = -10;

/** Requests that have waited longer when the measurement ends count as having no response. */
const OVERDUE_MS = 1_000;

/** The requests since the measurement began. */
class Measurement {
  private readonly begunAt = performance.now();
  private readonly times: number[] = [];
  private readonly statuses: Record<number, number> = {};
  private readonly pending = new Set<{ readonly sentAt: number }>();

  /** Measures a request, if it was due after the measurement began. */
  async add(sentAt: number, response: Promise<number>): Promise<void> {
    if (sentAt < this.begunAt) return;
    const request = { sentAt };
    this.pending.add(request);
    const status = await response;
    this.pending.delete(request);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (isSuccess(status)) this.times.push(performance.now() - sentAt);
  }

  /** Requests that wait for their response count with the time that they have taken so far. */
  report(): Responses {
    const now = performance.now();
    const waiting = [...this.pending].map(({ sentAt }) => now - sentAt);
    const overdue = waiting.filter((time) => time > OVERDUE_MS).length;
    const statuses = { ...this.statuses };
    if (overdue > 0) statuses[0] = (statuses[0] ?? 0) + overdue;
    const sorted = Float64Array.from([...this.times, ...waiting]).sort();
    return {
      perSecond: this.times.length / ((now - this.begunAt) / 1_000),
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      max: quantile(sorted, 1),
      statuses,
    };
  }
}

let measurement = new Measurement();

process.on("message", (message: TrafficMessage) => {
  if (message === "measure") measurement = new Measurement();
  else if (message === "report") process.send!(measurement.report());
  else start(message);
});
process.on("disconnect", () => process.exit());

function start({ url, requests, pace, addresses = ["127.0.0.1"], hangUpAfter }: Traffic): void {
  let sent = 0;
  const next = (dispatcher: Dispatcher): Promise<number> => {
    sent += 1;
    return send(dispatcher, requests[(sent - 1) % requests.length]!, hangUpAfter);
  };
  const poolOf = (address: string, connections: number): Pool =>
    new Pool(url, { connections, pipelining: 1, localAddress: address });
  if ("connections" in pace) {
    for (let index = 0; index < pace.connections; index += 1)
      void repeat(poolOf(addresses[index % addresses.length]!, 1), next);
  } else {
    preferThisProcess();
    void keepPace(
      pace.perSecond,
      addresses.map((address) => poolOf(address, MOST_CONNECTIONS)),
      next,
    );
  }
}

async function repeat(dispatcher: Dispatcher, next: (dispatcher: Dispatcher) => Promise<number>): Promise<void> {
  for (;;) {
    const response = next(dispatcher);
    void measurement.add(performance.now(), response);
    // A server that refuses connections would otherwise keep this loop from yielding.
    if ((await response) === 0) await setTimeout(1);
  }
}

async function keepPace(
  perSecond: number,
  dispatchers: readonly Dispatcher[],
  next: (dispatcher: Dispatcher) => Promise<number>,
): Promise<void> {
  const startedAt = performance.now();
  for (let count = 0; ; count += 1) {
    const dueAt = startedAt + (count * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await setTimeout(early);
    void measurement.add(dueAt, next(dispatchers[count % dispatchers.length]!));
  }
}

function preferThisProcess(): void {
  try {
    setPriority(PRIORITY);
  } catch {
    // Only an administrator may raise the priority.
  }
}
