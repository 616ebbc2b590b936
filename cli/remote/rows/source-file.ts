/** The file that a command reads more than once: a file, or standard input that is stored in one first. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UsageError } from "../../console/exit-codes.ts";
import { readCsv } from "./csv.ts";
import { readJson, readNdjson } from "./json-rows.ts";
import { FILE_FORMATS, type FileFormat, formatOfEnding, type Row, type Separator } from "./row.ts";
import { requireUtf8 } from "./utf8.ts";

/** How standard input is named. */
export const STANDARD_INPUT = "-";

/** A file whose rows can be read again and again. */
export class SourceFile {
  readonly path: string;
  readonly format: FileFormat;
  private readonly separator: Separator;
  private readonly folder: string | undefined;

  private constructor(path: string, format: FileFormat, separator: Separator, folder?: string) {
    this.path = path;
    this.format = format;
    this.separator = separator;
    this.folder = folder;
  }

  /**
   * @param name a path, or `-`
   * @param format undefined to tell it by the ending of the name
   * @param separator of the cells of CSV
   * @throws UsageError if there is no such file, or its format is unknown
   */
  static async open(
    name: string,
    format: FileFormat | undefined,
    separator: Separator = "comma",
    input: Readable = process.stdin,
  ): Promise<SourceFile> {
    const known = format ?? formatOf(name);
    if (name !== STANDARD_INPUT) {
      if (!existsSync(name) || !statSync(name).isFile()) throw new UsageError(`There is no file ${name}.`);
      return new SourceFile(name, known, separator);
    }
    const folder = mkdtempSync(join(tmpdir(), "import-"));
    const path = join(folder, "standard-input");
    await pipeline(input, createWriteStream(path, { mode: 0o600 }));
    return new SourceFile(path, known, separator, folder);
  }

  /**
   * The rows from the beginning.
   * @param hash receives all bytes of the file
   * @param onColumns receives the names of CSV's columns before its first row
   * @throws UnreadableFile
   */
  rows({
    hash,
    onColumns = () => {},
  }: {
    hash?: Hash;
    onColumns?: (names: readonly string[]) => void;
  } = {}): AsyncGenerator<Row, void> {
    const file = createReadStream(this.path);
    const bytes = passThrough(hash ? passThrough(file, hashing(hash)) : file, requireUtf8());
    if (this.format === "csv") return readCsv(bytes, this.separator, onColumns);
    return this.format === "ndjson" ? readNdjson(bytes) : readJson(bytes);
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

/** The bytes after a transformation, whose reader gets the errors of both. */
function passThrough(bytes: Readable, transform: Transform): Readable {
  return bytes.on("error", (error) => transform.destroy(error)).pipe(transform);
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

function formatOf(name: string): FileFormat {
  const found = formatOfEnding(name);
  if (found) return found;
  const what = name === STANDARD_INPUT ? "standard input" : name;
  throw new UsageError(`The format of ${what} is unknown. Name it with --format ${FILE_FORMATS.join("|")}.`);
}
