/** The process of the load generator: sends requests to servers alternately, and counts their responses. */
import { canPin } from "../pinned.ts";
import { Connection, encode } from "./connection.ts";
import { quantile } from "./quantile.ts";
import { isSuccess, type Request } from "./request.ts";

/** A server, and the requests to send to it. */
export interface Target {
  readonly url: string;
  /** Sent one after the other, and again after the last. */
  readonly requests: readonly Request[];
}

/** What to measure, and for how long. */
export interface Job {
  readonly targets: readonly Target[];
  /** Per target. */
  readonly connections: number;
  /** Seconds of requests to each target: before measuring, and while measuring. */
  readonly warmUp: number;
  readonly seconds: number;
}

/** The results of one target. */
export interface Measured {
  /** Responses with 2xx or 304. */
  readonly succeeded: number;
  /** Other responses, and failed requests. */
  readonly failed: number;
  /** The time during which requests were sent to the target. */
  readonly seconds: number;
  /** How long the median request and the slowest hundredth took, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** The process reports that all targets are warm, then the results of each. */
export type LoadMessage = "warm" | readonly Measured[];

/**
 * The length of a turn in milliseconds. Turns are short, so that the comparison is nearly simultaneous: the speed of a shared
 * machine can halve from one moment to the next. They are much longer than what a server still does in the background after its
 * last response, which the next one would have to bear.
 */
const TURN_MS = 200;

process.on("message", async ({ targets, connections, warmUp, seconds }: Job) => {
  const report = (message: LoadMessage): boolean => process.send!(message);
  const stopStayingAwake = stayAwake();
  const clients = targets.map((target) => new Client(target, connections));
  await takeTurns(clients, warmUp);
  report("warm");
  report(await takeTurns(clients, seconds));
  for (const client of clients) client.close();
  stopStayingAwake();
});

/**
 * Keeps this process awake if it has its own core. On one machine, waking the client takes processor time of the server. That
 * happens more often to a slow server, because the client of a fast one has no time to sleep.
 * @returns a function that ends this
 */
function stayAwake(): () => void {
  let awake = canPin;
  const turn = (): void => {
    if (awake) setImmediate(turn);
  };
  turn();
  return () => {
    awake = false;
  };
}

/**
 * Sends requests to all targets alternately.
 * @param seconds the average time per target
 */
async function takeTurns(clients: readonly Client[], seconds: number): Promise<Measured[]> {
  for (const client of clients) client.forget();
  let order = clients;
  for (let secondsLeft = seconds * clients.length; secondsLeft > 0; order = order.toReversed())
    for (const client of order) secondsLeft -= await client.turn();
  return clients.map((client) => client.measured());
}

/** The client of one target. All its connections share the sequence of requests, which repeats after the last. */
class Client {
  private readonly connections: readonly Connection[];
  private readonly requests: readonly Buffer[];
  private sent = 0;
  private failed = 0;
  private seconds = 0;
  /** How long each request took that succeeded, in milliseconds. */
  private times: number[] = [];

  constructor({ url, requests }: Target, connections: number) {
    const address = new URL(url);
    this.connections = Array.from({ length: connections }, () => new Connection(address));
    this.requests = requests.map((request) => encode(address, request));
  }

  /** Sends requests for the length of a turn, which ends with the last response. Returns how many seconds it took. */
  async turn(): Promise<number> {
    const startedAt = performance.now();
    await Promise.all(this.connections.map((connection) => this.repeat(connection, startedAt + TURN_MS)));
    const seconds = (performance.now() - startedAt) / 1_000;
    this.seconds += seconds;
    return seconds;
  }

  /** Forgets what was measured so far. */
  forget(): void {
    this.times = [];
    this.failed = 0;
    this.seconds = 0;
  }

  measured(): Measured {
    const sorted = Float64Array.from(this.times).sort();
    const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)];
    return { succeeded: sorted.length, failed: this.failed, seconds: this.seconds, p50, p99 };
  }

  close(): void {
    for (const connection of this.connections) connection.close();
  }

  private async repeat(connection: Connection, deadline: number): Promise<void> {
    for (let now = performance.now(); now < deadline; ) {
      const sentAt = now;
      const status = await connection.send(this.requests[this.sent++ % this.requests.length]!);
      now = performance.now();
      if (isSuccess(status)) this.times.push(now - sentAt);
      else this.failed += 1;
    }
  }
}
