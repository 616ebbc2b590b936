/** Loaded with `--import` into a process that is to be killed: before the `KILL_AT`th call that moves files or waits for the disk. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

let left = Number(process.env.KILL_AT);

for (const name of ["linkSync", "renameSync", "fsyncSync"] as const) {
  const original = fs[name] as (...args: unknown[]) => void;
  fs[name] = (...args: unknown[]) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
    original(...args);
  };
}
syncBuiltinESMExports();
