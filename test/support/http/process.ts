/** Runs the service as an operator does: as a process, with settings in the environment. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { text as read } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { removeAtExit } from "../cleanup.ts";

const SERVER = fileURLToPath(new URL("../../../src/server.ts", import.meta.url));

/** A running service. */
export interface ServerProcess {
  readonly process: ChildProcess;
  /** The URL on which it listens; rejects if the process ends before that. */
  readonly url: Promise<string>;
  /** Its output so far. */
  output(): { out: string; err: string };
  /** Resolves to its exit code. */
  readonly ended: Promise<number | null>;
}

const CLI = fileURLToPath(new URL("../../../src/cli.ts", import.meta.url));

/** The environment variables that are not settings of the service. */
function inherited(): Record<string, string> {
  const { PATH = "", TMPDIR = tmpdir(), NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, TMPDIR, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
}

/** Runs `node src/cli.ts` with these settings, and waits for its end. */
export async function runCli(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...inherited(), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, out, err };
}

/** Starts `node src/server.ts`, with these settings only; it is killed after the test. */
export function startServer(
  test: Pick<TestContext, "after">,
  settings: Record<string, string>,
  ...args: string[]
): ServerProcess {
  const child = spawn(process.execPath, [SERVER, ...args], {
    env: { ...inherited(), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const unregister = removeAtExit({ pid: child.pid! });
  test.after(() => child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  child.once("exit", unregister);
  const ended = once(child, "close").then(([code]) => code as number | null);
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      const [, address] = /listens on (http:\S+)[\s\S]*curl -X POST.*\n/.exec(out) ?? [];
      if (address) resolve(address);
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${out}${err}`)));
  });
  url.catch(() => {});
  return { process: child, url, output: () => ({ out, err }), ended };
}

/** Resident memory in bytes: the maximum so far on Linux, the current value elsewhere. */
export function residentBytes(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"))![1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) * 1024;
}
