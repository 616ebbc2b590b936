/** A server under test: started on its core, asked where it listens and what it takes, and stopped. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { SERVER_CORE, startPinned } from "./pinned.ts";

export interface Server {
  readonly url: string;
  /** Whether it still runs. */
  alive(): boolean;
  /** Processor time so far, in seconds; not a number where the system does not tell. */
  processorTime(): number;
  /** Resident memory, in bytes; not a number where the system does not tell. */
  memory(): number;
  stop(): Promise<void>;
}

/**
 * Starts a script that prints its address once it listens.
 * @throws Error when it ends before that
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

/** Fields 14 and 15 of proc_pid_stat(5), in hundredths of a second; the name in field 2 may hold spaces. */
function processorTime(pid: number): number {
  const [user, system] = told(pid, "stat").split(") ").at(-1)!.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

function residentMemory(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(told(pid, "status")) ?? [];
  return Number(kib) * 1024;
}

/** What Linux tells of a process; empty elsewhere. */
function told(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
