/**
 * A disk of a few megabytes that a campaign fills: a file system in memory, mounted in a namespace of its own, for which no
 * privilege is needed on most Linux machines. A process that only waits keeps the namespace.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeAtExit } from "../../support/cleanup.ts";
import type { CampaignRun } from "../campaign.ts";

const MIB = 2 ** 20;
const NAMESPACE = ["--user", "--map-root-user", "--mount"];

/** The reason why there is no such disk on this machine. */
export async function missingNamespaces(): Promise<string | undefined> {
  try {
    execFileSync("unshare", [...NAMESPACE, "mount", "-t", "tmpfs", "none", tmpdir()], { stdio: "ignore" });
    return undefined;
  } catch {
    return "a file system cannot be mounted (it needs Linux with user namespaces)";
  }
}

/** A small disk. */
export class SmallDisk {
  /** Where processes within see it. */
  readonly folder: string;
  /** What starts a program within: the first of its arguments. */
  readonly within: readonly string[];
  /** Where this process sees it. */
  private readonly seenFrom: string;

  private constructor(folder: string, pid: number) {
    this.folder = folder;
    this.within = ["nsenter", "--target", String(pid), "--user", "--mount", "--preserve-credentials", "--"];
    this.seenFrom = `/proc/${pid}/root${folder}`;
  }

  /** Mounts a disk of this many mebibytes; it is gone after the run. */
  static async mount({ after }: Pick<CampaignRun, "after">, mebibytes: number): Promise<SmallDisk> {
    const folder = mkdtempSync(join(tmpdir(), "space-missions-disk-"));
    const script = `mount -t tmpfs -o size=${mebibytes}m none "$0" && echo mounted && exec sleep infinity`;
    const holder = spawn("unshare", [...NAMESPACE, "sh", "-c", script, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const unregister = [removeAtExit({ folder }), removeAtExit({ pid: holder.pid! })];
    after(() => {
      holder.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
      for (const each of unregister) each();
    });
    await once(holder.stdout, "data");
    return new SmallDisk(folder, holder.pid!);
  }

  /** Fills it, but for a number of mebibytes. @returns a function that makes the room free again */
  fill(left: number): () => void {
    const ballast = join(this.seenFrom, "ballast");
    const file = openSync(ballast, "w");
    try {
      for (let room = this.free(); room > left * MIB; room = this.free())
        writeSync(file, Buffer.alloc(Math.min(room - left * MIB, MIB)));
    } catch (error) {
      // The service took the last bytes.
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
    return () => rmSync(ballast);
  }

  private free(): number {
    const { bavail, bsize } = statfsSync(this.seenFrom);
    return bavail * bsize;
  }

  /** Copies everything on it to a folder. */
  copyTo(folder: string): void {
    cpSync(this.seenFrom, folder, { recursive: true });
  }
}
