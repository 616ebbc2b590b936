/**
 * Removes what tests leave behind when their process is killed: a second process outlives it, and cleans up. It
 * starts with the first registration, and reads from a pipe that closes with this process.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import pg from "pg";

/** A process, a folder with the PostgreSQL server that may run in it, or a statement that cleans up a server. */
type Remains = { pid: number } | { folder: string } | { sql: string; url: string };

let cleaner: ChildProcessByStdio<Writable, null, null> | undefined;
let count = 0;

/** Registers something to remove when this process ends. @returns a function that cancels that */
export function removeAtExit(remains: Remains): () => void {
  cleaner ??= startCleaner();
  const { stdin } = cleaner;
  const id = count++;
  stdin.write(`${JSON.stringify({ id, remains })}\n`);
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

async function remove(remains: Remains): Promise<void> {
  if ("pid" in remains) process.kill(remains.pid, "SIGKILL");
  else if ("folder" in remains) {
    stopServerIn(remains.folder);
    rmSync(remains.folder, { recursive: true, force: true });
  } else {
    const client = new pg.Client({ connectionString: remains.url });
    await client.connect();
    await client.query(remains.sql).finally(() => client.end());
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
  const left = new Map<number, Remains>();
  for (const line of (await text(process.stdin)).split("\n").filter(Boolean)) {
    const { id, remains } = JSON.parse(line) as { id: number; remains?: Remains };
    if (remains) left.set(id, remains);
    else left.delete(id);
  }
  // Processes before the folders that they write to.
  const order = [...left.values()].sort((one, other) => Number("pid" in other) - Number("pid" in one));
  for (const each of order) await remove(each).catch(() => {});
}
