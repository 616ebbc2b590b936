/** What all test files of a process share, until the last one has ended. */
import { after } from "node:test";

/** Set in processes that run many files, one after another (`shard.ts`). */
const isShard = process.env.TEST_CLAIMS !== undefined;
const closers: (() => Promise<void>)[] = [];

/** Closes something after the last test of the process. To be called while a module is loaded. */
export function atProcessEnd(close: () => Promise<void>): void {
  if (isShard) closers.push(close);
  else after(close);
}

/** Closes everything. */
export async function endProcess(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}
