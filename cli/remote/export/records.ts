/** Finds the ends of records in the bytes of an export, so that rows can be counted and a truncated file can be repaired. */

/** The formats that the service exports. */
export type WireFormat = "csv" | "ndjson";

const [LF, QUOTE] = [0x0a, 0x22];

/** Follows the bytes of NDJSON, or of CSV as the service writes it (RFC 4180). */
export class RecordScanner {
  /** The number of complete records so far; the first line of CSV is one. */
  records = 0;
  /** The number of bytes up to the end of the last complete record. */
  end = 0;
  private readonly isCsv: boolean;
  private position = 0;
  private isQuoted = false;

  constructor(format: WireFormat) {
    this.isCsv = format === "csv";
  }

  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.position += 1;
      // A doubled quote toggles twice.
      if (byte === QUOTE && this.isCsv) this.isQuoted = !this.isQuoted;
      else if (byte === LF && !this.isQuoted) {
        this.records += 1;
        this.end = this.position;
      }
    }
  }
}

/** The number of bytes that the first records have, and the number of records after them. */
export function measureRecords(
  bytes: Uint8Array,
  format: WireFormat,
  first: number,
): { length: number; after: number } {
  const scanner = new RecordScanner(format);
  let length = first === 0 ? 0 : bytes.length;
  for (let from = 0; from < bytes.length; ) {
    const next = bytes.indexOf(LF, from) + 1 || bytes.length;
    const before = scanner.records;
    scanner.take(bytes.subarray(from, next));
    if (before < first && scanner.records === first) length = scanner.end;
    from = next;
  }
  return { length, after: Math.max(0, scanner.records - first) };
}
