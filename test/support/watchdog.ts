/**
 * Ends a process of tests that hangs, even in a synchronous loop: a thread of its own kills it, and says in which file.
 * What such a process leaves behind is removed by `cleanup.ts`.
 */
import { writeSync } from "node:fs";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

/** What begins; nothing once all has ended. */
interface Watched {
  readonly name: string;
  readonly limitMs: number;
}

/** Watches what a process does, one thing after another. */
export class Watchdog {
  private readonly thread = new Worker(new URL(import.meta.url), { execArgv: [] });

  constructor() {
    this.thread.unref();
  }

  /** What begins has to end, or give way to the next, within a limit. It bounds what hangs, not what is slow. */
  begin(name: string, limitMs: number): void {
    this.thread.postMessage({ name, limitMs } satisfies Watched);
  }

  /** All has ended. */
  async stop(): Promise<void> {
    await this.thread.terminate();
  }
}

/** Kills the process of this thread, after saying why. Standard error is written at once, since nothing runs any more. */
function kill({ name, limitMs }: Watched): void {
  writeSync(2, `${name} did not end within ${limitMs / 60_000} minutes; its process was killed.\n`);
  process.kill(process.pid, "SIGKILL");
}

if (!isMainThread && parentPort) {
  let timer: NodeJS.Timeout | undefined;
  parentPort.on("message", (watched: Watched) => {
    clearTimeout(timer);
    timer = setTimeout(kill, watched.limitMs, watched);
  });
}
