/** Runs Node scripts as processes pinned to a core, so that server and load generator do not compete for one. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../package.json" with { type: "json" };
import { slowDisk } from "./slow-disk.ts";

/** The V8 options of `npm start`. */
const OPTIONS = packageJson.scripts.start.split(" ").filter((word) => word.startsWith("--"));

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The core of the server. */
export const SERVER_CORE = "0";
/** The core of the load generator. */
export const LOAD_CORE = "1";

/** Both, where the server has more than one thread. */
export const BOTH_CORES = `${SERVER_CORE},${LOAD_CORE}`;

/** Whether this machine can pin a process to a core (Linux, with `taskset`). */
export const canPin = spawnSync("taskset", ["-c", BOTH_CORES, "true"]).status === 0;

/**
 * Starts a script.
 * @param cores one core, or several separated by commas
 * @param script an absolute path, or one relative to the root of the repository
 */
export function startPinned(
  cores: string,
  script: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): ChildProcess {
  const command = [...slowDisk, process.execPath, ...OPTIONS, resolve(ROOT, script), ...args];
  const [program, ...rest] = canPin ? ["taskset", "-c", cores, ...command] : command;
  return spawn(program!, rest, {
    env: { ...process.env, ...settings },
    // taskset replaces itself with the process that it starts, so the IPC channel stays open.
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    // Unlike JSON, it keeps NaN.
    serialization: "advanced",
  });
}
