/** A server under test: started on its core, asked where it listens and how much memory it takes, and stopped. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { SERVER_CORE, startPinned } from "./pinned.ts";

export interface Server {
  readonly url: string;
  /** Resident memory in bytes; undefined where the system does not tell. */
  memory(): number | undefined;
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
): Promise<Server> {
  const child = startPinned(SERVER_CORE, script, args, settings);
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout! })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (!url) continue;
    child.stdout!.resume();
    return {
      url,
      memory: () => residentMemory(child.pid!),
      stop: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`${script} ended before it listened`);
}

function residentMemory(pid: number): number | undefined {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined;
  }
}
