/**
 * Cleans up after tests whose process is killed. A second process outlives it and does the work. It starts at the first
 * registration, and reads from a pipe that closes with the process of the tests.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import pg from "pg";

/** A process to kill, a folder to remove with the PostgreSQL server that may run in it, or a statement to run on a server. */
type Leftover = { pid: number } | { folder: string } | { sql: string; url: string };

let cleaner: ChildProcessByStdio<Writable, null, null> | undefined;
let count = 0;

/** Registers something to remove when this process ends. @returns a function that cancels that */
export function removeAtExit(leftover: Leftover): () => void {
  cleaner ??= startCleaner();
  const { stdin } = cleaner;
  const id = count++;
  stdin.write(`${JSON.stringify({ id, leftover })}\n`);
  return () => stdin.write(`${JSON.stringify({ id })}\n`);
}

function startCleaner(): ChildProcessByStdio<Writable, null, null> {
  // In its own session, so that a signal to the tests does not reach it.
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
  (child.stdin as Writable & { unref(): void }).unref();
  return child;
}

async function remove(leftover: Leftover): Promise<void> {
  if ("pid" in leftover) process.kill(leftover.pid, "SIGKILL");
  else if ("folder" in leftover) {
    stopServerIn(leftover.folder);
    rmSync(leftover.folder, { recursive: true, force: true });
  } else {
    const client = new pg.Client({ connectionString: leftover.url });
    await client.connect();
    await client.query(leftover.sql).finally(() => client.end());
  }
}

function stopServerIn(folder: string): void {
  const file = join(folder, "postmaster.pid");
  if (!existsSync(file)) return;
  const [pid] = readFileSync(file, "utf8").split("\n");
  try {
    process.kill(Number(pid), "SIGKILL");
  } catch {
    // It had ended.
  }
}

if (import.meta.main) {
  const leftovers = new Map<number, Leftover>();
  for (const line of (await text(process.stdin)).split("\n").filter(Boolean)) {
    const { id, leftover } = JSON.parse(line) as { id: number; leftover?: Leftover };
    if (leftover) leftovers.set(id, leftover);
    else leftovers.delete(id);
  }
  // Processes before the folders that they write to.
  const ordered = [...leftovers.values()].sort((one, other) => Number("pid" in other) - Number("pid" in one));
  for (const each of ordered) await remove(each).catch(() => {});
}
