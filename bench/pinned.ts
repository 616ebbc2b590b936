/** Node scripts in processes of their own, each kept on one core, so that server and load do not fight for one. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../package.json" with { type: "json" };
import { slowDisk } from "./slow-disk.ts";

/** All of them run with the options that `npm start` has. */
const OPTIONS = packageJson.scripts.start.split(" ").filter((word) => word.startsWith("--"));

const ROOT = fileURLToPath(new URL("..", import.meta.url));

export const SERVER_CORE = "0";
export const LOAD_CORE = "1";

/** Whether this machine can keep a process on a core (Linux, with `taskset`). */
export const canPin = spawnSync("taskset", ["-c", `${SERVER_CORE},${LOAD_CORE}`, "true"]).status === 0;

/**
 * @param cores one, or several with commas between them
 * @param script an absolute path, or one from the root of the project
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
    // taskset becomes the process that it starts, and the channel to it stays open.
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
}
