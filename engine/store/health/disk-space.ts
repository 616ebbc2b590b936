/** Watches how much space is left on the disk of a folder. */
import { type StatsFs, statfs } from "node:fs";
import { Problem } from "../../problem.ts";

/** Limits of the free space, in bytes. 0 turns a limit off. */
export interface SpaceLimits {
  /** Below it, little space is left. */
  readonly warn: number;
  /** Below it, too little is left for anything that can be refused. */
  readonly min: number;
}

/** How much space is left, compared with the limits. */
export type SpaceLevel = "enough" | "little" | "too little";

/** Reads the state of the file system of a folder. */
export type ReadFileSystem = (folder: string, done: (error: Error | null, state: StatsFs) => void) => void;

/** How often the space is read. That takes microseconds, in a thread of Node. */
const INTERVAL_MS = 1_000;
/** How far the space has to rise above a limit before it is no longer below it, so that it does not waver. */
const MARGIN = 1.1;

/** The free space on one disk. */
export class DiskSpace {
  /** In bytes; undefined before it was read. */
  free: number | undefined;
  level: SpaceLevel = "enough";
  private readonly folder: string;
  private readonly limits: SpaceLimits;
  private readonly report: (level: SpaceLevel, free: number) => void;
  private readonly read: ReadFileSystem;
  private timer: NodeJS.Timeout | undefined;

  /** @param report is called when the level changes, with the free space in bytes */
  constructor(
    folder: string,
    limits: SpaceLimits,
    report: (level: SpaceLevel, free: number) => void,
    read: ReadFileSystem = statfs,
  ) {
    this.folder = folder;
    this.limits = limits;
    this.report = report;
    this.read = read;
  }

  /** Reads the space now and then once a second. Resolves when it was read first. */
  async watch(): Promise<void> {
    this.timer = setInterval(() => void this.check(), INTERVAL_MS);
    this.timer.unref();
    await this.check();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Reads the space. If that fails, all stays as it was. */
  check(): Promise<void> {
    return new Promise((resolve) => {
      this.read(this.folder, (error, state) => {
        if (!error) this.update(state.bavail * state.bsize);
        resolve();
      });
    });
  }

  private update(free: number): void {
    this.free = free;
    const level = this.levelAt(free);
    if (level === this.level) return;
    this.level = level;
    this.report(level, free);
  }

  private levelAt(free: number): SpaceLevel {
    const isBelow = (limit: number, wasBelow: boolean) => free < (wasBelow ? limit * MARGIN : limit);
    if (isBelow(this.limits.min, this.level === "too little")) return "too little";
    return isBelow(this.limits.warn, this.level !== "enough") ? "little" : "enough";
  }
}

/** Refuses a write before the disk is full. @throws Problem `insufficient-storage` if too little space is left to add anything */
export function requireSpace(diskSpace: Pick<DiskSpace, "level"> | undefined): void {
  if (diskSpace?.level !== "too little") return;
  const detail = "The disk of the database is nearly full, so nothing is written. Deleting records is still possible.";
  throw new Problem("insufficient-storage", detail, { refused: true });
}
