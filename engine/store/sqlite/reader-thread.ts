/** A thread that runs slow reads, on a connection of its own. `ReaderThread` in `reader-pool.ts` is its other side. */
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { LRUCache } from "lru-cache";
import type { Query } from "../database.ts";
import { patternOfWords } from "../search/similar-words.ts";
import { type CheckpointStep, runStep } from "./checkpoint.ts";
import { HAS_WORD, KEEP_READING, SqliteSession } from "./session.ts";

/** What a thread is started with. */
export interface ThreadData {
  readonly path: string;
  /** Not 0 once the statement that runs is to end. */
  readonly aborted: Int32Array;
}

/** A statement for the thread. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly result: "rows" | "numbers" | "none";
}

/** What a thread does, one at a time. */
export type ThreadRequest = Statement | CheckpointStep;

/** What a thread is sent. At `end`, it ends. */
export type ThreadMessage = ThreadRequest | "end";

/** The outcome of a request; of an error of SQLite with its result code, which errors lose between threads. */
export type ThreadReply = { readonly value: unknown } | { readonly error: Error; readonly code?: string | undefined };

/** The size of the page cache. It is small, because every thread has one. */
const CACHE_KIB = 4_096;

/** How many keys are collected between two checks whether the read was aborted. */
const KEYS_PER_CHECK = 1_024;

const { path, aborted } = workerData as ThreadData;

/** A session whose statements end when they are aborted. */
class ThreadSession extends SqliteSession {
  /** The keys that a statement has found so far. They are no array of numbers, which takes several times the memory. */
  private keys = new Int32Array(KEYS_PER_CHECK);
  private length = 0;

  constructor(connection: Sqlite.Database) {
    super(connection);
    connection.function(KEEP_READING, keepReading);
    connection.function(HAS_WORD, { deterministic: true }, hasWord);
    connection.aggregate("collect_keys", { start: 0, step: (_: number, key: number) => this.collect(key) });
  }

  override async numbers({ sql, values }: Query): Promise<Int32Array> {
    try {
      this.prepare(`WITH listed(key) AS (${sql}) SELECT collect_keys(key) FROM listed`).get(values);
      return this.keys.slice(0, this.length);
    } finally {
      this.keys = new Int32Array(KEYS_PER_CHECK);
      this.length = 0;
    }
  }

  private collect(key: number): void {
    if (this.length % KEYS_PER_CHECK === 0) keepReading();
    if (this.length === this.keys.length) {
      const longer = new Int32Array(2 * this.length);
      longer.set(this.keys);
      this.keys = longer;
    }
    this.keys[this.length] = key;
    this.length += 1;
  }
}

/** Returns 1, as an SQL function. @throws Error if the read was aborted */
function keepReading(): number {
  if (Atomics.load(aborted, 0) !== 0) throw new Error("The read was aborted.");
  return 1;
}

/** The patterns of the words in statements, by their JSON. */
const patterns = new LRUCache<string, RegExp>({ max: 100 });

/** Returns whether a name has one of some words, as an SQL function. */
function hasWord(name: string | null, json: string): number {
  let pattern = patterns.get(json);
  if (!pattern) {
    pattern = patternOfWords(JSON.parse(json) as string[]);
    patterns.set(json, pattern);
  }
  return Number(name !== null && pattern.test(name));
}

/** Lets the event loop go first where there are too few cores. Linux alone has priorities of threads. */
function lowerPriority(): void {
  if (process.platform !== "linux") return;
  const threadId = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
}

lowerPriority();
const connection = new Sqlite(path, { readonly: true });
connection.pragma(`cache_size = -${CACHE_KIB}`);
const session = new ThreadSession(connection);

async function run(request: ThreadRequest): Promise<unknown> {
  if (typeof request === "string") return runStep(path, request);
  const { sql, values, result } = request;
  const query = { sql, text: sql, values: values as unknown[] };
  return result === "none" ? session.execute(sql) : result === "rows" ? session.all(query) : session.numbers(query);
}

parentPort!.on("message", async (request: ThreadMessage) => {
  if (request === "end") return parentPort!.close();
  try {
    const value = await run(request);
    const transfer = value instanceof Int32Array ? [value.buffer as ArrayBuffer] : [];
    parentPort!.postMessage({ value } satisfies ThreadReply, transfer);
  } catch (error) {
    const code = error instanceof Sqlite.SqliteError ? error.code : undefined;
    parentPort!.postMessage({ error: error as Error, code } satisfies ThreadReply);
  }
});
