/** How much memory a process takes. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Bytes that are resident: the most that ever were where the system knows (Linux), otherwise those of now. */
export function residentBytes(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"))![1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) * 1024;
}
