/** The requests that store rows: one for each row, or arrays of many. */

/** A row of a file, the record that it became, and where that is written. */
export interface RowRecord {
  /** Its place among the rows. */
  readonly number: number;
  /** The path of its list. */
  readonly list: string;
  /** The record's own path; undefined if the service gives it an id. */
  readonly path: string | undefined;
  readonly record: Readonly<Record<string, unknown>>;
}

/**
 * The fate of a record that exists already: its row is refused, it is replaced, or it is left as it is. `change` writes
 * only the given fields, and creates nothing.
 */
export type Mode = "create" | "replace" | "change" | "leave";

/** How rows are written. */
export interface Way {
  readonly mode: Mode;
  /** The most rows of one array; undefined if lists take none. */
  readonly arrayLength?: number | undefined;
  /** Whether the service carries arrays out as operations. */
  readonly asOperations?: boolean;
}

/** The most characters of one array; the service takes 16 MiB. */
const ARRAY_LENGTH = 4 * 2 ** 20;

/** A request that stores rows: several in an array, otherwise one. */
export interface RowRequest<R> {
  readonly method: "POST" | "PUT" | "PATCH";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly rows: readonly R[];
}

/** Returns the request that stores these rows. @param newKey makes its Idempotency-Key, if it needs one */
export function requestOf<R extends RowRecord>(rows: readonly R[], way: Way, newKey: () => string): RowRequest<R> {
  const [{ list, path, record }] = rows as readonly [R];
  const isArray = takesArrays(way);
  const prefer = isArray && way.asOperations ? "respond-async, return=minimal" : "return=minimal";
  if (isArray || path === undefined) {
    const body = isArray ? rows.map((row) => row.record) : record;
    return { method: "POST", path: list, headers: { prefer, "idempotency-key": newKey() }, body, rows };
  }
  if (way.mode === "change") {
    const headers = { prefer, "content-type": "application/merge-patch+json", "idempotency-key": newKey() };
    return { method: "PATCH", path, headers, body: record, rows };
  }
  const headers = way.mode === "replace" ? { prefer } : { prefer, "if-none-match": "*" };
  return { method: "PUT", path, headers, body: record, rows };
}

/**
 * The rows of each request, in their order.
 * @param sentWith names the request with which an earlier run has sent a row, without an answer: the same rows are sent again
 *   with the same key, so that they are stored once
 */
export async function* portionsOf<R extends RowRecord>(
  rows: Iterable<R> | AsyncIterable<R>,
  way: Way,
  sentWith: (row: R) => object | undefined,
): AsyncGenerator<readonly R[], void> {
  const sent: R[] = [];
  let block: R[] = [];
  for await (const row of rows) {
    if (!takesArrays(way)) {
      yield [row];
      continue;
    }
    (sentWith(row) ? sent : block).push(row);
    if (block.length < way.arrayLength!) continue;
    yield* arraysOf(block);
    block = [];
  }
  yield* arraysOf(block);
  yield* Map.groupBy(sent, sentWith).values();
}

/** Divides rows into arrays of one list each, none of which is too long. */
function* arraysOf<R extends RowRecord>(block: readonly R[]): Generator<readonly R[], void> {
  for (const rows of Map.groupBy(block, ({ list }) => list).values()) {
    let [array, length]: [R[], number] = [[], 0];
    for (const row of rows) {
      const added = JSON.stringify(row.record).length + 1;
      if (array.length > 0 && length + added > ARRAY_LENGTH) {
        yield array;
        [array, length] = [[], 0];
      }
      array.push(row);
      length += added;
    }
    yield array;
  }
}

/** Returns whether rows are sent as arrays: where lists take them, and nothing is replaced. */
export function takesArrays({ mode, arrayLength }: Way): boolean {
  return arrayLength !== undefined && (mode === "create" || mode === "leave");
}
