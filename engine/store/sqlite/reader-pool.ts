/** The threads that run slow reads. They are started when they are first needed. */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { Problem } from "../../problem.ts";
import type { Query, ReadSession, Row, SlowReader } from "../database.ts";
import type { CheckpointStep } from "./checkpoint.ts";
import type { ThreadData, ThreadMessage, ThreadReply, ThreadRequest } from "./reader-thread.ts";

/** The size of the part of a thread's heap in which rows live briefly. It is small, because every thread has one. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 4 };

/** What the threads run: TypeScript in a clone, JavaScript in the package. */
const THREAD = new URL(`./reader-thread${extname(import.meta.url)}`, import.meta.url);

/** How often a read is tried if its thread ends. */
const MAX_ATTEMPTS = 2;

/** Thrown if a thread ends while it runs a statement. */
class ThreadEnded extends Error {}

/** Threads that are used by one read at a time. */
export class ReaderPool {
  private readonly path: string;
  private readonly script: URL;
  private readonly threads = new Set<ReaderThread>();
  private readonly idle: ReaderThread[] = [];
  private isClosed = false;

  /**
   * @param path of the database
   * @param script what the threads run
   */
  constructor(path: string, script = THREAD) {
    this.path = path;
    this.script = script;
  }

  /** Runs work on a thread that nothing else uses meanwhile. The signal ends its statement, and the next ones do not start. */
  async use<T>(work: (session: SlowReader) => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.tryUse(work, signal);
      } catch (reason) {
        signal?.throwIfAborted();
        if (!(reason instanceof ThreadEnded)) throw reason;
        if (attempt === MAX_ATTEMPTS) throw new Problem("unavailable", "The database did not finish the read.");
      }
    }
  }

  /** Carries out a step of a checkpoint. Returns whether it was completed. */
  async runStep(step: CheckpointStep): Promise<boolean> {
    return (await this.tryUse((session) => session.send(step))) as boolean;
  }

  /** Ends all threads, as soon as their statements end. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.threads].map((thread) => thread.close()));
  }

  private async tryUse<T>(work: (session: ThreadSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const thread = this.idle.pop() ?? this.start();
    const abort = (): void => thread.abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await work(new ThreadSession(thread, signal));
    } finally {
      signal?.removeEventListener("abort", abort);
      if (this.threads.has(thread)) this.idle.push(thread);
    }
  }

  private start(): ReaderThread {
    if (this.isClosed) throw new Problem("unavailable", "The database is closed.");
    const thread = new ReaderThread(this.script, this.path, () => {
      this.threads.delete(thread);
      const index = this.idle.indexOf(thread);
      if (index >= 0) this.idle.splice(index, 1);
    });
    this.threads.add(thread);
    return thread;
  }
}

/** A session on a thread. */
class ThreadSession implements SlowReader {
  private readonly thread: ReaderThread;
  private readonly signal: AbortSignal | undefined;

  constructor(thread: ReaderThread, signal: AbortSignal | undefined) {
    this.thread = thread;
    this.signal = signal;
  }

  async all({ sql, values }: Query): Promise<Row[]> {
    return (await this.send({ sql, values, result: "rows" })) as Row[];
  }

  async numbers({ sql, values }: Query): Promise<Int32Array> {
    return (await this.send({ sql, values, result: "numbers" })) as Int32Array;
  }

  async snapshot<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    await this.send({ sql: "BEGIN", values: [], result: "none" });
    try {
      return await work(this);
    } finally {
      // Not with `send`, which starts nothing after the signal.
      await this.thread.run({ sql: "COMMIT", values: [], result: "none" });
    }
  }

  send(request: ThreadRequest): Promise<unknown> {
    this.signal?.throwIfAborted();
    return this.thread.run(request);
  }
}

/** A thread, as the event loop sees it. */
class ReaderThread {
  private readonly aborted = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker: Worker;
  private readonly ended: Promise<void>;
  private running: PromiseWithResolvers<unknown> | undefined;
  private isClosing = false;
  private hasEnded = false;

  /** @param onEnd called when the thread has ended, for any reason */
  constructor(script: URL, path: string, onEnd: () => void) {
    const workerData: ThreadData = { path, aborted: this.aborted };
    this.worker = new Worker(script, { workerData, resourceLimits: HEAP_LIMITS });
    // An idle thread does not keep the process alive.
    this.worker.unref();
    this.worker.on("message", (reply: ThreadReply) => this.settle(reply));
    this.worker.on("error", (error: Error) => this.settle({ error: new ThreadEnded(error.message) }));
    this.ended = new Promise((resolve) => {
      this.worker.on("exit", () => {
        onEnd();
        this.hasEnded = true;
        this.settle({ error: new ThreadEnded("The thread has ended.") });
        resolve();
      });
    });
  }

  /** Runs one statement; the one before must have ended. */
  run(request: ThreadRequest): Promise<unknown> {
    if (this.hasEnded) return Promise.reject(new ThreadEnded("The thread has ended."));
    this.running = Promise.withResolvers();
    Atomics.store(this.aborted, 0, 0);
    this.worker.ref();
    this.worker.postMessage(request);
    return this.running.promise;
  }

  /** Ends the statement that runs, if any, at its next row. */
  abort(): void {
    Atomics.store(this.aborted, 0, 1);
  }

  /** The thread ends by itself: one that is terminated while it loads SQLite's module takes the process with it. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.abort();
    this.worker.ref();
    this.worker.postMessage("end" satisfies ThreadMessage);
    await this.ended;
  }

  private settle(reply: ThreadReply): void {
    const { running } = this;
    this.running = undefined;
    // While it is closing, the process waits for the thread to end, whatever it still replies.
    if (!this.isClosing) this.worker.unref();
    if ("value" in reply) running?.resolve(reply.value);
    else running?.reject(reply.code ? new Sqlite.SqliteError(reply.error.message, reply.code) : reply.error);
  }
}
