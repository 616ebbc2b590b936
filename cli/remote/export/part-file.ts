/** A file that is being written: until it is complete, it has another name, and a file with its state next to it. */
import { createReadStream, existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Refused } from "../../console/exit-codes.ts";
import { RecordScanner, type WireFormat } from "./records.ts";

/** What must be known to continue an export. */
export interface ExportState {
  /** The service, the path, the query and the format. */
  readonly request: unknown;
  /** The entity tag of the list when the export began. */
  readonly etag: string;
}

/** `<file>.part` and `<file>.part.state`. */
export class PartFile {
  /** The name that it gets when it is complete. */
  readonly name: string;
  private file: FileHandle | undefined;

  constructor(name: string) {
    this.name = name;
  }

  get path(): string {
    return `${this.name}.part`;
  }

  private get statePath(): string {
    return `${this.path}.state`;
  }

  /** Begins an empty file. */
  async begin(state: ExportState): Promise<void> {
    this.file = await open(this.path, "w");
    writeFileSync(this.statePath, `${JSON.stringify(state)}\n`);
  }

  /** The state of an interrupted export; undefined if there is none. @throws Refused if it cannot be read */
  get state(): ExportState | undefined {
    if (!existsSync(this.path) || !existsSync(this.statePath)) return undefined;
    try {
      return JSON.parse(readFileSync(this.statePath, "utf8")) as ExportState;
    } catch {
      throw new Refused(`${this.statePath} cannot be read. Export again without --resume.`);
    }
  }

  /** Removes an incomplete record at the end. @returns the number of complete records */
  async reopen(format: WireFormat): Promise<number> {
    const scanner = new RecordScanner(format);
    for await (const chunk of createReadStream(this.path)) scanner.take(chunk as Buffer);
    truncateSync(this.path, scanner.end);
    this.file = await open(this.path, "a");
    return scanner.records;
  }

  async write(bytes: Uint8Array): Promise<void> {
    // A handle may write less than it was given.
    for (let at = 0; at < bytes.length; ) at += (await this.file!.write(bytes, at)).bytesWritten;
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = undefined;
  }

  /**
   * Makes the data durable, and gives the file its name.
   * @param convert writes what the file should be, if that is another text
   */
  async finish(convert?: (from: string, to: string) => Promise<void>): Promise<void> {
    await this.file!.sync();
    await this.close();
    const whole = convert ? `${this.path}.whole` : this.path;
    await convert?.(this.path, whole);
    renameSync(whole, this.name);
    for (const path of [this.path, this.statePath]) rmSync(path, { force: true });
  }
}
