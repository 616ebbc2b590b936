/** Runs the service as an operator does: as a process, with settings in the environment. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { text as read } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import packageJson from "../../../package.json" with { type: "json" };
import { removeAtExit } from "../cleanup.ts";

/** The program that serves the domain of the tests, as `npm start` serves the built-in registry. */
export const SERVER = fileURLToPath(new URL("../domain/space/server.ts", import.meta.url));

/** A running service. */
export interface ServerProcess {
  readonly process: ChildProcess;
  /** The URL on which it listens; rejects if the process ends before that. */
  readonly url: Promise<string>;
  /** Its output so far. */
  output(): { out: string; err: string };
  /** The lines of its log so far, without those of its start and its end. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any part of a line
  news(): any[];
  /** Resolves to its exit code. */
  readonly ended: Promise<number | null>;
}

/** Its command line. */
export const CLI = fileURLToPath(new URL("../domain/space/cli.ts", import.meta.url));

/** The environment variables that are not settings of the service. */
function inherited(): Record<string, string> {
  const { PATH = "", TMPDIR = tmpdir(), NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, TMPDIR, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
}

/** How a program ended, and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A program with its arguments, and the folder in which it runs; that of the tests by default. */
export interface Program {
  readonly command: readonly [file: string, ...args: string[]];
  readonly folder?: string;
}

/** Starts a program with these settings only. */
function spawnProgram({ command: [file, ...args], folder }: Program, settings: Record<string, string>) {
  const env = { ...inherited(), ...settings };
  return spawn(file, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
}

/** Starts a program that is killed after the test. */
function spawnFor(test: Pick<TestContext, "after">, program: Program, settings: Record<string, string>) {
  const child = spawnProgram(program, settings);
  const unregister = removeAtExit({ pid: child.pid! });
  test.after(() => child.kill("SIGKILL"));
  child.once("exit", unregister);
  return child;
}

/** Runs a command of the command line with these settings, and waits for its end. */
export function runCli(settings: Record<string, string>, ...args: string[]): Promise<Ended> {
  return runProgram({ command: [process.execPath, CLI, ...args] }, settings);
}

/** Runs a program with these settings only, and waits for its end. */
export async function runProgram(program: Program, settings: Record<string, string>): Promise<Ended> {
  const child = spawnProgram(program, settings);
  const [out, err, [code]] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, out, err };
}

/** A command that runs until it is stopped. */
export interface CliProcess {
  readonly process: ChildProcess;
  /** Resolves when its standard output fulfills a condition; rejects if it ends before that. */
  until(holds: (out: string) => boolean): Promise<string>;
  /** Resolves to its exit code and standard error. */
  readonly ended: Promise<{ code: number | null; err: string }>;
}

/** Starts a command of the command line with these settings; it is killed after the test. */
export function startCli(
  test: Pick<TestContext, "after">,
  settings: Record<string, string>,
  ...args: string[]
): CliProcess {
  const child = spawnFor(test, { command: [process.execPath, CLI, ...args] }, settings);
  const ended = Promise.all([read(child.stderr), once(child, "close")]).then(([err, [code]]) => ({ code, err }));
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  const until = async (holds: (text: string) => boolean): Promise<string> => {
    while (!holds(out)) {
      const end = await Promise.race([once(child.stdout, "data").then(() => undefined), ended]);
      if (end && !holds(out)) throw new Error(`It ended with ${end.code}: ${out}${end.err}`);
    }
    return out;
  };
  return { process: child, until, ended };
}

/** Tests share a machine, so that delays must not look like overload. */
export const NEVER_OVERLOADED = { OVERLOAD_LAG_MS: "60000" };

/** The options of `npm start` for Node, in any folder. */
const NODE_OPTIONS = packageJson.scripts.start
  .split(" ")
  .filter((word) => word.startsWith("--"))
  .map((option) => option.replace("=./", `=${new URL("../../../", import.meta.url)}`));

/** Starts the service as a process, with these settings only; it is killed after the test. */
export function startServer(
  test: Pick<TestContext, "after">,
  settings: Record<string, string>,
  ...args: string[]
): ServerProcess {
  return startProgram(
    test,
    { command: [process.execPath, ...NODE_OPTIONS, SERVER, ...args] },
    { ...NEVER_OVERLOADED, ...settings },
  );
}

/** Starts a program that runs the service, with these settings only; it is killed after the test. */
export function startProgram(
  test: Pick<TestContext, "after">,
  program: Program,
  settings: Record<string, string>,
): ServerProcess {
  const child = spawnFor(test, program, settings);
  let [out, err] = ["", ""];
  const ended = once(child, "close").then(([code]) => code as number | null);
  const url = new Promise<string>((resolve, reject) => {
    const find = (text: string): void => {
      const [, address] = /listens on (http:\S+)[\s\S]*curl .*\n\n/.exec(text) ?? [];
      if (address) resolve(address);
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      find(out);
    });
    // There, if standard output is for events.
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
      find(err);
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${out}${err}`)));
  });
  url.catch(() => {});
  return { process: child, url, output: () => ({ out, err }), news: () => newsIn(err), ended };
}

/** What a service logs whenever it starts and stops. */
const LIFECYCLE = ["listening", "draining", "stopped"];

function newsIn(log: string) {
  const lines = log.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => !LIFECYCLE.includes(msg));
}

/** Resident memory in bytes: the maximum so far on Linux, the current value elsewhere. */
export function residentBytes(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"))![1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) * 1024;
}
