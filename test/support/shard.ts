/** Runs a shard of the test files in one process, one after another, so that modules are loaded and compiled once. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { describe } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { removeAtExit } from "./cleanup.ts";

const TESTS = fileURLToPath(new URL("..", import.meta.url));
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/tests", import.meta.url));

/** The names of the files in a folder of the tests that end like this, in order. */
function namesIn(folder: string, ending: string): string[] {
  return readdirSync(join(TESTS, folder))
    .filter((name) => name.endsWith(ending))
    .sort();
}

/** A folder in memory, where there is one with room: no test cuts the power, so that none need wait for the disk. */
const MEMORY = "/dev/shm";
const ROOM = 2 ** 30;

/** Has this process and those that it starts keep their temporary files in memory. */
function useMemory(): void {
  if (!existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM) return;
  const folder = mkdtempSync(join(MEMORY, "space-missions-tests-"));
  // The user of a PostgreSQL server has its files in there too.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  const removed = removeAtExit({ folder });
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
    removed();
  });
}

/**
 * Each file is a suite: its `after` hooks run before the next file is loaded.
 * @param number which share, counted from 1; there are as many as files in `test/shards`
 */
export async function runShard(number: number): Promise<void> {
  enableCompileCache(CACHE);
  process.env.NODE_COMPILE_CACHE = CACHE;
  useMemory();
  const shards = namesIn("shards", ".ts").length;
  const files = namesIn(".", ".test.ts").filter((_, at) => at % shards === number - 1);
  for (const name of files)
    await describe(name, async () => {
      await import(pathToFileURL(join(TESTS, name)).href);
    });
}
