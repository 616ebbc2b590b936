/** Several processes on one machine that share a port: started, replaced when they die, and stopped in order. */
import cluster, { type Worker } from "node:cluster";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { MetricsTogether } from "../http/metrics/aggregate.ts";
import { serveRateLimiter } from "../rate-limit/parent-process.ts";
import { memoryRateLimiter } from "../rate-limit/token-bucket.ts";
import type { Clock } from "../runtime/clock.ts";
import type { IpcPeer } from "../runtime/ipc.ts";
import { SettingError } from "./config.ts";

/** Who dies sooner than this after having been started does not get a successor at once. */
const LIVED_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** How long after the others have been told to stop the last one is stopped by force. */
const GRACE_MS = 5_000;

export interface Workers {
  /** Where they listen. */
  readonly address: string;
  /** Tells all to stop; resolves when none is left. */
  stop(patience: number): Promise<void>;
}

/** What a worker tells its parent when it cannot start. */
interface Failure {
  readonly cannotStart: string;
}

/** Tells the parent why this worker does not start, and ends it. */
export function giveUp(reason: string): void {
  process.send!({ cannotStart: reason } satisfies Failure, undefined, {}, () => process.exit(1));
}

/** How a process comes to be, and how time passes until it does; tests put something else there. */
export interface WorkerRuntime {
  /** @param settings that it has besides those of its parent */
  fork(settings: Readonly<Record<string, string>>): Worker;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<unknown>;
}

// Also where nothing else is left: while no worker runs, it is this that keeps the parent from ending.
const NATURE: WorkerRuntime = {
  fork: (settings) => cluster.fork(settings),
  wait: (milliseconds) => setTimeout(milliseconds),
};

/**
 * Starts workers, which run the same command, and resolves when all of them listen. From then on there are so many: one
 * that dies gets a successor, later and later while they die soon after their start.
 * @throws SettingError with what the first of them says that cannot start
 */
export async function startWorkers(
  count: number,
  clock: Clock,
  logger: Logger,
  nature: WorkerRuntime = NATURE,
): Promise<Workers> {
  // Each accepts for itself. What the parent hands to a worker that is just dying is never answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const limits = memoryRateLimiter(clock);
  const metrics = new MetricsTogether();
  const running = new Set<Worker>();
  let port: string | undefined;
  // Those that run share the socket of what they asked for, which may be any port. Only when all have died it is gone, and
  // their successors have to ask for the port by its number.
  let place: Record<string, string> = {};
  let stopping = false;
  let pause = 0;
  const fork = (): Worker => {
    if (running.size === 0 && port !== undefined) place = { PORT: port };
    const worker = nature.fork(place);
    const since = clock.now();
    running.add(worker);
    const peer: IpcPeer = {
      send: (message) => void (worker.isConnected() && worker.send(message as object)),
      on: (_, listener) => worker.on("message", listener),
    };
    serveRateLimiter(limits, peer);
    worker.once("listening", () => metrics.join(peer));
    worker.once("exit", (code, signal) => {
      running.delete(worker);
      metrics.leave(peer);
      if (stopping) return;
      pause = clock.now() - since >= LIVED_MS ? 0 : Math.min(Math.max(FIRST_PAUSE_MS, 2 * pause), LONGEST_PAUSE_MS);
      logger.error({ worker: worker.process.pid, code, signal, pause }, "a worker died; another takes its place");
      void replace(pause);
    });
    return worker;
  };
  const replace = async (after: number): Promise<void> => {
    await nature.wait(after);
    if (stopping) return;
    fork().on("message", ({ cannotStart }: Partial<Failure>) => {
      if (cannotStart !== undefined) logger.error({ reason: cannotStart }, "a worker cannot start");
    });
  };
  const stop = async (patience: number): Promise<void> => {
    stopping = true;
    const ended = [...running].map((worker) => new Promise<void>((resolve) => worker.once("exit", () => resolve())));
    for (const worker of running) worker.process.kill("SIGTERM");
    const force = globalThis.setTimeout(() => {
      for (const worker of running) worker.process.kill("SIGKILL");
    }, patience + GRACE_MS);
    await Promise.all(ended);
    clearTimeout(force);
  };
  try {
    const addresses = await Promise.all(Array.from({ length: count }, () => listening(fork())));
    // A URL would leave out the port that its scheme has anyway.
    [port] = /\d+$/.exec(addresses[0]!)!;
    return { address: addresses[0]!, stop };
  } catch (reason) {
    await stop(0);
    throw reason;
  }
}

/** Where a worker listens, as soon as it does. @throws SettingError when it cannot start */
function listening(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.once("listening", ({ address, port }) => {
      const host = address.includes(":") ? `[${address}]` : address;
      resolve(`http://${host}:${port}`);
    });
    worker.on("message", ({ cannotStart }: Partial<Failure>) => {
      if (cannotStart !== undefined) reject(new SettingError(cannotStart));
    });
    worker.once("exit", (code, signal) => reject(new SettingError(`a worker ended at once (${signal ?? code}).`)));
  });
}
