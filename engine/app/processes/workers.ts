/** Starts several processes on one machine that share a port, restarts those that exit, and stops them in order. */
import cluster, { type Worker } from "node:cluster";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { MetricsAggregator } from "../../http/metrics/aggregate.ts";
import { BroadcastRelay } from "../../operations/broadcast.ts";
import { serveRateLimiter } from "../../rate-limit/parent-process.ts";
import { memoryRateLimiter, type RateLimiter } from "../../rate-limit/token-bucket.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { IpcPeer } from "../../runtime/ipc.ts";
import { SettingError } from "../setting-values.ts";
import { HEARTBEAT_MS, Heartbeats } from "./heartbeats.ts";

/** A worker that exits sooner than this after its start is restarted with a delay. */
const STABLE_MS = 10_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 30_000;
/** A replacement may take this many times `workerTimeout` until it listens. */
const START_TIMEOUTS = 2;
/** Workers that still run this long after the drain timeout are killed. */
const GRACE_MS = 5_000;

/** The running workers. */
export interface Workers {
  /** The URL at which the workers listen. */
  readonly address: string;
  /** Stops all workers; each has `timeoutMs` to finish its requests. Resolves when all have exited. */
  stop(timeoutMs: number): Promise<void>;
}

/** The message of a worker that listens, on all its addresses, or that cannot start. */
interface StartReport {
  /** The URL of the API. */
  readonly listening?: string;
  readonly cannotStart?: string;
}

/** Reports to the parent that this worker listens. */
export function reportStart(listening: string): void {
  // A parent that has exited needs no report.
  process.send!({ listening } satisfies StartReport, undefined, {}, () => {});
}

/** Reports to the parent why this worker cannot start, and exits. */
export function reportStartFailure(reason: string): void {
  process.send!({ cannotStart: reason } satisfies StartReport, undefined, {}, () => process.exit(1));
}

/** Forks workers and measures delays; tests supply their own. */
export interface WorkerRuntime {
  /** @param settings in addition to those of the parent */
  fork(settings: Readonly<Record<string, string>>): Worker;
  /** Resolves after a delay. */
  wait(milliseconds: number): Promise<unknown>;
  /** Calls a function periodically. @returns a function that ends that */
  every(milliseconds: number, work: () => void): () => void;
}

// While no worker runs, only this timer keeps the parent alive.
const CLUSTER: WorkerRuntime = {
  fork: (settings) => cluster.fork(settings),
  wait: (milliseconds) => setTimeout(milliseconds),
  every: (milliseconds, work) => {
    const timer = setInterval(work, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

/** How workers are started and watched. */
export interface WorkerSettings {
  /** The number of workers. */
  readonly workers: number;
  /** Seconds without a sign of life after which a worker is replaced. */
  readonly workerTimeout: number;
}

/**
 * Starts workers, which run the same command, and resolves when all of them listen. A worker that exits is replaced, with a
 * growing delay if workers exit soon after their start. A worker that hangs is killed.
 * @throws SettingError with the reason of the first worker that cannot start
 */
export async function startWorkers(
  { workers: count, workerTimeout }: WorkerSettings,
  clock: Clock,
  logger: Logger,
  runtime: WorkerRuntime = CLUSTER,
): Promise<Workers> {
  // Every worker accepts connections itself. If the parent passed a connection to an exiting worker, it would get no response.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const pool = new WorkerPool(workerTimeout, clock, logger, runtime);
  try {
    return { address: await pool.start(count), stop: (timeoutMs) => pool.stop(timeoutMs) };
  } catch (reason) {
    await pool.stop(0);
    throw reason;
  }
}

class WorkerPool {
  private readonly clock: Clock;
  private readonly logger: Logger;
  private readonly runtime: WorkerRuntime;
  private readonly limits: RateLimiter;
  private readonly metrics = new MetricsAggregator();
  private readonly heartbeats: Heartbeats;
  private readonly stopHeartbeats: () => void;
  private readonly messages = new BroadcastRelay();
  private readonly running = new Set<Worker>();
  private port: string | undefined;
  /**
   * Workers share the socket of the configured port, which may be 0. When all of them have exited, that socket is closed, and
   * new workers need the number of the port.
   */
  private portSetting: Readonly<Record<string, string>> = {};
  private stopping = false;
  /** The delay of the last replacement, in milliseconds. */
  private delay = 0;

  constructor(timeout: number, clock: Clock, logger: Logger, runtime: WorkerRuntime) {
    this.clock = clock;
    this.logger = logger;
    this.runtime = runtime;
    this.limits = memoryRateLimiter(clock);
    this.heartbeats = new Heartbeats(Math.ceil((timeout * 1_000) / HEARTBEAT_MS));
    this.stopHeartbeats = runtime.every(HEARTBEAT_MS, () => this.heartbeats.round());
  }

  /** Resolves with the URL when all workers listen. */
  async start(count: number): Promise<string> {
    const [address] = await Promise.all(Array.from({ length: count }, () => listening(this.fork())));
    this.port = portOf(address!);
    return address!;
  }

  async stop(timeoutMs: number): Promise<void> {
    this.stopping = true;
    this.stopHeartbeats();
    const workers = [...this.running];
    const exits = workers.map((worker) => new Promise<void>((resolve) => worker.once("exit", () => resolve())));
    for (const worker of workers) worker.process.kill("SIGTERM");
    const killTimer = globalThis.setTimeout(() => {
      for (const worker of this.running) worker.process.kill("SIGKILL");
    }, timeoutMs + GRACE_MS);
    await Promise.all(exits);
    clearTimeout(killTimer);
  }

  private fork(): Worker {
    if (this.running.size === 0 && this.port !== undefined) this.portSetting = { PORT: this.port };
    const worker = this.runtime.fork(this.portSetting);
    const startedAt = this.clock.now();
    this.running.add(worker);
    const peer: IpcPeer = {
      send: (message) => void (worker.isConnected() && worker.send(message as object)),
      on: (_, listener) => worker.on("message", listener),
    };
    serveRateLimiter(this.limits, peer);
    this.messages.join(peer);
    const replaceSilent = (): void => {
      this.logger.error({ worker: worker.process.pid }, "a worker shows no sign of life and is killed");
      // A stopped process would not act on SIGTERM.
      worker.process.kill("SIGKILL");
    };
    // The first workers may have to migrate the database; a replacement has only to start.
    if (this.port !== undefined) this.heartbeats.join(peer, replaceSilent, START_TIMEOUTS);
    worker.on("message", ({ listening }: StartReport) => {
      if (listening === undefined) return;
      // All workers died together: this one was started before the last of them was known to be dead. Others may have been, too.
      if (this.port !== undefined && portOf(listening) !== this.port) {
        this.portSetting = { PORT: this.port };
        worker.process.kill("SIGKILL");
        return;
      }
      this.metrics.join(peer);
      this.heartbeats.join(peer, replaceSilent);
    });
    // A message could not be sent, because the worker has just died: `exit` follows.
    worker.on("error", () => {});
    worker.once("exit", (code, signal) => {
      this.running.delete(worker);
      this.heartbeats.leave(peer);
      this.metrics.leave(peer);
      this.messages.leave(peer);
      if (this.stopping) return;
      const isStable = this.clock.now() - startedAt >= STABLE_MS;
      this.delay = isStable ? 0 : Math.min(Math.max(FIRST_DELAY_MS, 2 * this.delay), MAX_DELAY_MS);
      const exit = { worker: worker.process.pid, code, signal, delay: this.delay };
      this.logger.error(exit, "a worker exited and is being replaced");
      void this.replace(this.delay);
    });
    return worker;
  }

  private async replace(delay: number): Promise<void> {
    await this.runtime.wait(delay);
    if (this.stopping) return;
    this.fork().on("message", ({ cannotStart }: StartReport) => {
      if (cannotStart !== undefined) this.logger.error({ reason: cannotStart }, "a worker cannot start");
    });
  }
}

/** The port of a URL. `new URL` omits the default port of a scheme. */
function portOf(url: string): string {
  return /\d+$/.exec(url)![0];
}

/** Resolves with the URL at which a worker listens. @throws SettingError if it cannot start */
function listening(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on("message", ({ listening, cannotStart }: StartReport) => {
      if (listening !== undefined) resolve(listening);
      if (cannotStart !== undefined) reject(new SettingError(cannotStart));
    });
    worker.once("exit", (code, signal) =>
      reject(new SettingError(`a worker exited during startup (${signal ?? code}).`)),
    );
  });
}
