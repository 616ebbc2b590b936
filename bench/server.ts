/** A server under test: its address, processor time and memory. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { SERVER_CORE, startPinned } from "./pinned.ts";

/** A running server. */
export interface Server {
  readonly url: string;
  /** Whether the server is still running. */
  alive(): boolean;
  /** Processor time so far, in seconds; NaN if the system does not report it. */
  processorTime(): number;
  /** Resident memory, in bytes; NaN if the system does not report it. */
  memory(): number;
  stop(): Promise<void>;
}

/**
 * Starts a script that prints its address once it listens.
 * @throws Error if it ends before that
 */
export async function startServer(
  script: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  cores = SERVER_CORE,
): Promise<Server> {
  const child = startPinned(cores, script, args, settings);
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout! })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (!url) continue;
    child.stdout!.resume();
    return {
      url,
      alive: () => child.exitCode === null && child.signalCode === null,
      processorTime: () => processorTime(child.pid!),
      memory: () => residentMemory(child.pid!),
      stop: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`${script} ended before it listened`);
}

/** Fields 14 and 15 of proc_pid_stat(5), in hundredths of a second; the name in field 2 may contain spaces. */
function processorTime(pid: number): number {
  const [user, system] = procFile(pid, "stat").split(") ").at(-1)!.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

function residentMemory(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(procFile(pid, "status")) ?? [];
  return Number(kib) * 1024;
}

/** A file of Linux's /proc of a process; empty on other systems. */
function procFile(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
