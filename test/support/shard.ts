/** Runs a shard of the test files in one process, one after another, so that modules are loaded and compiled once. */
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { basename, join } from "node:path";
import { describe } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isLong } from "./campaign.ts";
import { removeAtExit } from "./cleanup.ts";
import { endProcess } from "./process-end.ts";
import { inOrder, setOf } from "./sets.ts";
import { Watchdog } from "./watchdog.ts";

const TESTS = fileURLToPath(new URL("..", import.meta.url));
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/tests", import.meta.url));

/** The folder within a file's claim that says that the file was run to its end. */
const FINISHED = "finished";

/** How long a file may take before its process is killed: many times what it needs beside other work. */
const FILE_LIMIT_MS = (isLong ? 30 : 10) * 60_000;

/** The paths of the test files of this run, in order: those of a set (`TEST_SET`), or all. */
function testFiles(): string[] {
  const set = process.env.TEST_SET;
  const paths = globSync(["*.test.ts", "missions/*.test.ts"], { cwd: TESTS });
  return inOrder(paths.filter((path) => set === undefined || setOf(basename(path)) === set));
}

/** A folder in memory, where there is one with room: no test cuts the power, so that none need wait for the disk. */
const MEMORY = "/dev/shm";
const MIN_FREE_BYTES = 2 ** 30;

/** Has this process and those that it starts keep their temporary files in memory. */
function useMemoryFolder(): void {
  if (!existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < MIN_FREE_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, "space-missions-tests-"));
  // The user of a PostgreSQL server has its files in there too.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  const unregister = removeAtExit({ folder });
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
    unregister();
  });
}

/** The files that no process has run to their end. */
export function unfinishedFiles(claims: string): string[] {
  return testFiles().filter((path) => !existsSync(join(claims, basename(path), FINISHED)));
}

/** Whether this process is the first to ask for a file. */
function claim(folder: string, name: string): boolean {
  try {
    mkdirSync(join(folder, name));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Runs the files that no other process has claimed. Each is a suite: its `after` hooks run before the next is loaded. */
async function runShard(claims: string): Promise<void> {
  // Nobody reads the results any more: the run was killed.
  process.stdout.on("error", () => process.exit(1));
  enableCompileCache(CACHE);
  process.env.NODE_COMPILE_CACHE = CACHE;
  useMemoryFolder();
  const watchdog = new Watchdog();
  for (const path of testFiles()) {
    const name = basename(path);
    if (!claim(claims, name)) continue;
    watchdog.begin(name, FILE_LIMIT_MS);
    await describe(name, async () => {
      await import(pathToFileURL(join(TESTS, path)).href);
    });
    mkdirSync(join(claims, name, FINISHED));
  }
  watchdog.begin("The end of the process", FILE_LIMIT_MS);
  await endProcess();
  await watchdog.stop();
}

const { TEST_CLAIMS } = process.env;
if (import.meta.main && TEST_CLAIMS) await runShard(TEST_CLAIMS);
