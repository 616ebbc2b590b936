/** The load generator, run as a process of its own: asks servers in turns, and tells how many answers came from each. */
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
  /** Asked one after the other, and again when all were. */
  readonly requests: readonly Request[];
}

export interface Job {
  readonly targets: readonly Target[];
  /** To each of them. */
  readonly connections: number;
  /** How long each of them is asked, in seconds: before it is measured, and then. */
  readonly warmUp: number;
  readonly seconds: number;
}

/** What became of the requests to one target. */
export interface Measured {
  /** With 2xx or 304. */
  readonly answered: number;
  /** With anything else, or not at all. */
  readonly failed: number;
  /** For which it was asked. */
  readonly seconds: number;
}

/** What the process tells: that all are warm, and then what was measured of each. */
export type Told = "warm" | readonly Measured[];

/**
 * A turn has so many requests, or is so long, and ends with the last answer. It is short, since a machine that others share may
 * be half as fast a moment later: what is compared is as good as simultaneous.
 */
const TURN = { requests: 640, milliseconds: 500 };

process.on("message", async ({ targets, connections, warmUp, seconds }: Job) => {
  const tell = (told: Told): boolean => process.send!(told);
  const rest = stayAwake();
  const callers = targets.map((target) => new Caller(target, connections));
  await takeTurns(callers, warmUp);
  tell("warm");
  tell(await takeTurns(callers, seconds));
  await Promise.all(callers.map((caller) => caller.close()));
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

/** @param seconds that each of them is asked, on average */
async function takeTurns(callers: readonly Caller[], seconds: number): Promise<Measured[]> {
  const measured = callers.map(() => ({ answered: 0, failed: 0, seconds: 0 }));
  let order = [...callers.keys()];
  for (let left = seconds * callers.length; left > 0; order = order.toReversed()) {
    for (const at of order) {
      const turn = await callers[at]!.turn();
      const sum = measured[at]!;
      sum.answered += turn.answered;
      sum.failed += turn.failed;
      sum.seconds += turn.seconds;
      left -= turn.seconds;
    }
  }
  return measured;
}

/** Whoever asks one target: all its connections go through the same requests, none of which comes again before all others. */
class Caller {
  private readonly pool: Pool;
  private readonly requests: readonly Request[];
  private readonly connections: number;
  private asked = 0;

  constructor({ url, requests }: Target, connections: number) {
    this.pool = new Pool(url, { connections, pipelining: 1 });
    this.requests = requests;
    this.connections = connections;
  }

  async turn(): Promise<Measured> {
    const began = performance.now();
    const [enough, late] = [this.asked + TURN.requests, began + TURN.milliseconds];
    let [answered, failed] = [0, 0];
    const connection = async (): Promise<void> => {
      while (this.asked < enough && performance.now() < late) {
        if (isAnswer(await this.ask())) answered += 1;
        else failed += 1;
      }
    };
    await Promise.all(Array.from({ length: this.connections }, connection));
    return { answered, failed, seconds: (performance.now() - began) / 1_000 };
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** @returns the status of the answer, when all of it is there; 0 for none */
  private ask(): Promise<number> {
    const { method = "GET", ...request } = this.requests[this.asked % this.requests.length]!;
    this.asked += 1;
    return new Promise((resolve) => {
      let status = 0;
      // Not by `request`, whose streams take longer to read an answer than some servers take to give it.
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

function isAnswer(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}
