/** The process of the load generator: sends requests to servers alternately, and counts their responses. */
import { Pool } from "undici";
import { canPin } from "../pinned.ts";
import { isSuccess, type Request, send } from "./request.ts";

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
}

/** The process reports that all targets are warm, then the results of each. */
export type LoadMessage = "warm" | readonly Measured[];

/**
 * The length of a turn, which ends with its last response. Turns are short, so that the comparison is nearly simultaneous: the
 * speed of a shared machine can halve from one moment to the next.
 */
const TURN = { requests: 640, milliseconds: 500 };

process.on("message", async ({ targets, connections, warmUp, seconds }: Job) => {
  const report = (message: LoadMessage): boolean => process.send!(message);
  const stopStayingAwake = stayAwake();
  const clients = targets.map((target) => new Client(target, connections));
  await takeTurns(clients, warmUp);
  report("warm");
  report(await takeTurns(clients, seconds));
  await Promise.all(clients.map((client) => client.close()));
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
  const measured = clients.map(() => ({ succeeded: 0, failed: 0, seconds: 0 }));
  let order = [...clients.keys()];
  for (let secondsLeft = seconds * clients.length; secondsLeft > 0; order = order.toReversed()) {
    for (const index of order) {
      const turn = await clients[index]!.turn();
      const sum = measured[index]!;
      sum.succeeded += turn.succeeded;
      sum.failed += turn.failed;
      sum.seconds += turn.seconds;
      secondsLeft -= turn.seconds;
    }
  }
  return measured;
}

/** The client of one target. All its connections share the sequence of requests, which repeats after the last. */
class Client {
  private readonly pool: Pool;
  private readonly requests: readonly Request[];
  private readonly connections: number;
  private sent = 0;

  constructor({ url, requests }: Target, connections: number) {
    this.pool = new Pool(url, { connections, pipelining: 1 });
    this.requests = requests;
    this.connections = connections;
  }

  async turn(): Promise<Measured> {
    const startedAt = performance.now();
    const [lastRequest, deadline] = [this.sent + TURN.requests, startedAt + TURN.milliseconds];
    let [succeeded, failed] = [0, 0];
    const connection = async (): Promise<void> => {
      while (this.sent < lastRequest && performance.now() < deadline) {
        if (isSuccess(await this.send())) succeeded += 1;
        else failed += 1;
      }
    };
    await Promise.all(Array.from({ length: this.connections }, connection));
    return { succeeded, failed, seconds: (performance.now() - startedAt) / 1_000 };
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** Sends the next request. */
  private send(): Promise<number> {
    const request = this.requests[this.sent % this.requests.length]!;
    this.sent += 1;
    return send(this.pool, request);
  }
}
