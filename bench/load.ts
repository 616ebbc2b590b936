/** The load generator, its own process: sends requests to servers in turns and counts their responses. */
import { Pool } from "undici";
import { canPin } from "./pinned.ts";

export interface Request {
  readonly path: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Target {
  readonly url: string;
  /** Sent one after the other, and again after the last. */
  readonly requests: readonly Request[];
}

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
  readonly answered: number;
  /** Other responses, and failed requests. */
  readonly failed: number;
  /** How long it got requests. */
  readonly seconds: number;
}

/** The process reports that all targets are warm, then the results of each. */
export type LoadMessage = "warm" | readonly Measured[];

/**
 * The length of a turn, which ends with its last response. Turns are short, because the speed of a shared machine can halve
 * from one moment to the next; short turns make the comparison nearly simultaneous.
 */
const TURN = { requests: 640, milliseconds: 500 };

process.on("message", async ({ targets, connections, warmUp, seconds }: Job) => {
  const report = (message: LoadMessage): boolean => process.send!(message);
  const rest = stayAwake();
  const clients = targets.map((target) => new Client(target, connections));
  await takeTurns(clients, warmUp);
  report("warm");
  report(await takeTurns(clients, seconds));
  await Promise.all(clients.map((client) => client.close()));
  rest();
});

/**
 * Keeps this process awake while it has its own core. On one machine the server pays for waking its client, and a slow server
 * more often than a fast one, whose client has no time to sleep.
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

/** @param seconds of requests to each target, on average */
async function takeTurns(clients: readonly Client[], seconds: number): Promise<Measured[]> {
  const measured = clients.map(() => ({ answered: 0, failed: 0, seconds: 0 }));
  let order = [...clients.keys()];
  for (let left = seconds * clients.length; left > 0; order = order.toReversed()) {
    for (const at of order) {
      const turn = await clients[at]!.turn();
      const sum = measured[at]!;
      sum.answered += turn.answered;
      sum.failed += turn.failed;
      sum.seconds += turn.seconds;
      left -= turn.seconds;
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
    const began = performance.now();
    const [enough, late] = [this.sent + TURN.requests, began + TURN.milliseconds];
    let [answered, failed] = [0, 0];
    const connection = async (): Promise<void> => {
      while (this.sent < enough && performance.now() < late) {
        if (isSuccess(await this.send())) answered += 1;
        else failed += 1;
      }
    };
    await Promise.all(Array.from({ length: this.connections }, connection));
    return { answered, failed, seconds: (performance.now() - began) / 1_000 };
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** Returns the status when the response is complete; 0 if there is none. */
  private send(): Promise<number> {
    const { method = "GET", ...request } = this.requests[this.sent % this.requests.length]!;
    this.sent += 1;
    return new Promise((resolve) => {
      let status = 0;
      // `request` is not used: its streams take longer to read a response than some servers take to send it.
      this.pool.dispatch(
        { ...request, method },
        {
          onRequestStart: () => {},
          onResponseStart: (_controller, code) => {
            status = code;
          },
          onResponseData: () => {},
          onResponseEnd: () => resolve(status),
          onResponseError: () => resolve(0),
        },
      );
    });
  }
}

function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}
