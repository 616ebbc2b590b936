/** Appends text to a file, a named pipe or standard output, without ever blocking the process. */
import { write as writeToDescriptor } from "node:fs";
import { constants, open } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

/** What stands for standard output in place of a path. */
export const STANDARD_OUTPUT = "-";

/** Without O_NONBLOCK, opening a named pipe that nobody reads would never end. */
const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
const FLAGS = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;
/** Only the service's user may read the file. */
const MODE = 0o600;
const STDOUT = 1;
/** How long a pipe may stay full, and how often that is checked. */
const FULL_MS = 5_000;
const RETRY_MS = 50;

const writeChunk = promisify(writeToDescriptor);

/** A place to append to. */
export class AppendTarget {
  private readonly path: string;
  /** Whether the last text was cut off, so that the next one has to start on a new line. */
  private isCut = false;

  /** @param path of a file, which is created if it does not exist; `-` for standard output */
  constructor(path: string) {
    this.path = path;
    // Node makes its pipe non-blocking, and reports an error that no write has caused.
    if (path === STANDARD_OUTPUT) process.stdout.on("error", () => {});
  }

  /**
   * Appends a text as a whole. A file that was moved away, as logrotate does, is created again.
   * @throws an error of the system; a file then does not have any part of the text
   */
  async append(text: string): Promise<void> {
    if (this.path === STANDARD_OUTPUT) return this.writeAll(STDOUT, text);
    const file = await open(this.path, FLAGS, MODE);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return await this.writeAll(file.fd, text);
      try {
        await this.writeAll(file.fd, text);
        await file.datasync();
      } catch (error) {
        await file.truncate(stats.size);
        this.isCut = false;
        throw error;
      }
    } finally {
      await file.close();
    }
  }

  private async writeAll(descriptor: number, text: string): Promise<void> {
    const bytes = Buffer.from(this.isCut ? `\n${text}` : text);
    let waited = 0;
    for (let at = 0; at < bytes.length; ) {
      try {
        const { bytesWritten } = await writeChunk(descriptor, bytes, at);
        at += bytesWritten;
        this.isCut = at < bytes.length;
        waited = 0;
      } catch (error) {
        // The pipe is full.
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || waited >= FULL_MS) throw error;
        await setTimeout(RETRY_MS);
        waited += RETRY_MS;
      }
    }
  }
}
