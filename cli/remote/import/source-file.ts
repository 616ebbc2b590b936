/** The file that a command reads more than once: a file, or standard input that is stored in one first. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { columnsOf, type FileRows, readRows } from "../../../kit/rows/read.ts";
import { type FileFormat, type Separator, UnreadableFile } from "../../../kit/rows/row.ts";
import { UsageError } from "../../console/exit-codes.ts";

/** How standard input is named. */
const STANDARD_INPUT = "-";

/** How a file is written, if the user says so. */
interface SourceOptions {
  readonly format?: FileFormat | undefined;
  /** Of the cells of CSV. */
  readonly separator?: Separator | undefined;
}

/** Something wrong with a row or a line of a file. */
export interface FileFault {
  /** Such as `line 3`. */
  readonly place: string;
  readonly message: string;
}

/** What is known of a file before its rows are looked at. */
interface FileHead {
  readonly format: FileFormat;
  readonly columns: readonly string[];
  /** Why it cannot be read. */
  readonly fault?: FileFault;
}

/** A file whose rows can be read again and again. */
export class SourceFile {
  readonly path: string;
  private readonly options: SourceOptions;
  /** Of the copy of standard input. */
  private readonly folder: string | undefined;

  private constructor(path: string, options: SourceOptions, folder?: string) {
    this.path = path;
    this.options = options;
    this.folder = folder;
  }

  /**
   * @param name a path, or `-`
   * @throws UsageError if there is no such file
   */
  static async open(name: string, options: SourceOptions, input: Readable = process.stdin): Promise<SourceFile> {
    if (name !== STANDARD_INPUT) {
      if (!existsSync(name) || !statSync(name).isFile()) throw new UsageError(`There is no file ${name}.`);
      return new SourceFile(name, options);
    }
    const folder = mkdtempSync(join(tmpdir(), "import-"));
    const path = join(folder, "standard-input");
    await pipeline(input, createWriteStream(path, { mode: 0o600 }));
    return new SourceFile(path, options, folder);
  }

  /**
   * Reads the file from the beginning.
   * @param hash receives all bytes of the file
   * @throws UnreadableFile
   */
  read(hash?: Hash): Promise<FileRows> {
    const file = createReadStream(this.path);
    return readRows(hash ? hashed(file, hash) : file, { name: this.path, ...this.options });
  }

  /** Its format and the columns of all rows, as far as these can be read. */
  async head(): Promise<FileHead> {
    const file = createReadStream(this.path);
    try {
      const { format, columns, rows } = await readRows(file, { name: this.path, ...this.options });
      return { format, columns: columns ?? (await columnsOf(rows)) };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { format: "csv", columns: [], fault: { place: `line ${error.line}`, message: error.message } };
    } finally {
      file.destroy();
    }
  }

  /** Where the outcomes of its rows are kept while they are sent, and where the refused ones are written at the end. */
  journalPaths(): { readonly journalPath: string; readonly rejectedPath: string } {
    const name = this.folder === undefined ? this.path : basename(this.path);
    return { journalPath: `${this.path}.journal`, rejectedPath: `${name}.rejected.ndjson` };
  }

  /** Removes a temporary copy. */
  close(): void {
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
  }
}

/** SHA-256, as files are recognized by. */
export function newDigest(): Hash {
  return createHash("sha256");
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
