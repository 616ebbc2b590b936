/** Checkpoints: the write-ahead log is copied into the database, and written from its beginning again. */
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";

/** The state of the write-ahead log, in pages. */
interface LogState {
  /** Whether a reader or a writer prevented a part of the checkpoint. */
  readonly busy: number;
  /** The length of the log, and how much of it has been copied. */
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * The length at which the log is copied, in pages of 4 KiB. It is large, so that a page that is written often is copied once,
 * and few writes wait for the end of a copy.
 */
const CHECKPOINT_PAGES = 40_000;
/** How long slow reads wait for the end of those of other processes, and how often the log is tried, in milliseconds. */
const MAX_PAUSE_MS = 2_000;
const RETRY_MS = 10;
/** The shortest time between two checkpoints, in milliseconds. */
const INTERVAL_MS = 250;

/** Decides when the log is copied, for the connection that writes. */
export class Checkpoints {
  private readonly connection: Sqlite.Database;
  private readonly run: () => Promise<void>;
  private isRunning = false;
  /** On the clock of `performance.now()`. */
  private notBefore = 0;

  /** @param run copies the log; does not throw */
  constructor(connection: Sqlite.Database, run: () => Promise<void>) {
    this.connection = connection;
    this.run = run;
  }

  /**
   * Starts a checkpoint if the log is long. Call this when the log has grown, or when a read that kept it long has ended. Does
   * not throw.
   */
  check(): void {
    const { open, inTransaction } = this.connection;
    if (this.isRunning || !open || inTransaction || performance.now() < this.notBefore || !this.isLong()) return;
    this.isRunning = true;
    void this.run().finally(() => {
      this.isRunning = false;
      this.notBefore = performance.now() + INTERVAL_MS;
    });
  }

  private isLong(): boolean {
    try {
      const { log, checkpointed } = checkpointAs("NOOP", this.connection);
      // The next commit begins a new log if all of this one has been copied.
      return log >= CHECKPOINT_PAGES && checkpointed < log;
    } catch {
      // Of an unavailable database. The next call tries again.
      return false;
    }
  }
}

/**
 * A step of a checkpoint, in a thread. `copy` copies the log while others read and write. `restart` copies what is left, so
 * that the next commit begins the log again; it fails if another connection reads or writes.
 */
export type CheckpointStep = "copy" | "restart";

/** Carries out a step of a checkpoint, on a connection of its own. Returns whether it was completed. */
export function runStep(path: string, step: CheckpointStep): boolean {
  const connection = new Sqlite(path, { fileMustExist: true, timeout: 0 });
  try {
    return checkpointAs(step === "copy" ? "PASSIVE" : "RESTART", connection).busy === 0;
  } finally {
    connection.close();
  }
}

/**
 * Carries out a checkpoint. Slow reads of this process pause meanwhile; those of other processes do, too, when they find the
 * log long.
 * @param run carries out a step; for `restart`, between two transactions of this process
 */
export async function checkpoint(run: (step: CheckpointStep) => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + MAX_PAUSE_MS;
  do await run("copy");
  while (!(await run("restart")) && performance.now() < deadline && (await setTimeout(RETRY_MS, true)));
}

function checkpointAs(mode: "NOOP" | "PASSIVE" | "RESTART", connection: Sqlite.Database): LogState {
  const [state] = connection.pragma(`wal_checkpoint(${mode})`) as [LogState];
  return state;
}
