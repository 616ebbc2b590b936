/** Reads that may take long: they wait in a fair queue for one of a few connections. */
import { Problem } from "../problem.ts";
import { FairQueue, QueueFull, type Requester } from "../runtime/fair-queue.ts";
import type { ReadSession, SlowReader } from "./database.ts";
import type { SlowReadStats } from "./stats.ts";

/** How many slow reads wait, in all and per client. They count as concurrent requests, whose number is limited too. */
const MAX_WAITING = 256;
const MAX_WAITING_PER_CLIENT = 64;

/** Runs work on a connection that nothing else uses meanwhile. The signal aborts its statements. */
export type UseConnection = <T>(work: (session: SlowReader) => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** The problem of further slow reads while too many are waiting; shared, because creating its stack trace costs too much. */
const BUSY = new Problem("unavailable", "Too many slow reads, which no index can serve, are waiting.", {
  refused: true,
});

/** The slow reads of a database that is not there. */
export const NO_SLOW_READS: SlowReadStats = { running: 0, waiting: 0, started: 0, refused: 0 };

/** The slow reads of two servers together. */
export function addStats(one: SlowReadStats, other: SlowReadStats): SlowReadStats {
  return {
    running: one.running + other.running,
    waiting: one.waiting + other.waiting,
    started: one.started + other.started,
    refused: one.refused + other.refused,
  };
}

/** Creates the queue of work that is done at the same time, at most half of it for one client. */
export function fairQueue(running: number): FairQueue {
  return new FairQueue({
    running,
    // So that a client finds a connection although another one asks for much.
    runningPerClient: Math.ceil(running / 2),
    waiting: MAX_WAITING,
    waitingPerClient: MAX_WAITING_PER_CLIENT,
  });
}

/** Runs work when it is its turn. @throws Problem `unavailable` if too much is waiting; what `work` throws */
export async function inTurn<T>(queue: FairQueue, requester: Requester, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(requester, work);
  } catch (reason) {
    throw reason instanceof QueueFull ? BUSY : reason;
  }
}

/** The slow reads of one database. */
export class SlowReads {
  private readonly queue: FairQueue;
  private readonly use: UseConnection;

  /** @param connections the number of connections that slow reads may use at a time */
  constructor(connections: number, use: UseConnection) {
    this.queue = fairQueue(connections);
    this.use = use;
  }

  /** The reader of one requester. */
  reader(requester: Requester): SlowReader {
    const run = <T>(work: (session: SlowReader) => Promise<T>) => this.run(requester, work);
    return {
      all: (query) => run((session) => session.all(query)),
      numbers: (query) => run((session) => session.numbers(query)),
      snapshot: <T>(work: (session: ReadSession) => Promise<T>) => run((session) => session.snapshot(work)),
    };
  }

  /** Runs work while none of the connections is in use. */
  pauseFor(work: () => Promise<unknown>): Promise<unknown> {
    return this.queue.runAlone(work);
  }

  stats(): SlowReadStats {
    const { running, waiting, started, refused } = this.queue;
    return { running, waiting, started, refused };
  }

  private run<T>(requester: Requester, work: (session: SlowReader) => Promise<T>): Promise<T> {
    return inTurn(this.queue, requester, () => this.use(work, requester.signal));
  }
}
