/** The load generator, run as a process of its own: takes one job at a time and tells how many answers came. */
import autocannon, { type Request } from "autocannon";
import { canPin } from "./pinned.ts";

export interface Job {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Each connection goes round its share of them, so that no request is repeated before all others were made. */
  readonly requests: readonly Request[];
}

export interface Measured {
  /** Requests answered with 2xx or 304, and the seconds that this took. */
  readonly perSecond: number;
  readonly seconds: number;
  /** Requests that failed, or were answered with anything else. */
  readonly failed: number;
}

process.on("message", async (job: Job) => {
  const rest = stayAwake();
  process.send!(await fire(job));
  rest();
});

/**
 * Keeps this process from sleeping while it has a core to itself. On one machine it is the server that wakes up whom it
 * answers: each write of a slow server would cost more than one of a fast server, whose client has no time to sleep.
 * @returns what ends it
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

async function fire({ url, connections, seconds, requests }: Job): Promise<Measured> {
  let turn = 0;
  const asked = performance.now();
  let idle = 0;
  const running = autocannon({
    url,
    connections,
    duration: seconds,
    // It looks only so often, in milliseconds, whether the time is over.
    sampleInt: 50,
    setupClient: (client) => {
      client.setRequests(share(requests, turn, connections));
      turn += 1;
    },
  });
  // It writes down all requests before it sends the first one.
  running.on("start", () => {
    idle = (performance.now() - asked) / 1_000;
  });
  const { duration, non2xx, errors, "2xx": done, "3xx": unmodified } = await running;
  const busy = duration - idle;
  return { perSecond: (done + unmodified) / busy, seconds: busy, failed: non2xx - unmodified + errors };
}

/** Every `of`-th request from the `turn`-th on, as objects of the connection's own. */
function share(requests: readonly Request[], turn: number, of: number): Request[] {
  if (requests.length < of) return [{ ...requests[turn % requests.length]! }];
  return requests.filter((_, at) => at % of === turn).map((request) => ({ ...request }));
}
