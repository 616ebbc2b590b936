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
 * What happens to records that exist: `create` refuses the row, `upsert` replaces the record, `skip-existing` leaves it
 * unchanged. `patch` changes only the given fields of existing records.
 */
export type WriteMode = "create" | "upsert" | "patch" | "skip-existing";

/** The ways to write rows. */
export interface WriteOptions {
  readonly mode: WriteMode;
  /** The most rows of one array; undefined if lists take none. */
  readonly arrayLength?: number | undefined;
  /** Whether arrays are sent as asynchronous operations. */
  readonly asOperations?: boolean;
}

/** The most characters of one array; the service takes 16 MiB. */
const MAX_ARRAY_CHARACTERS = 4 * 2 ** 20;

/** A request that stores rows. */
export interface RowRequest {
  readonly method: "POST" | "PUT" | "PATCH";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The rows of one request: a single row, or several in an array. */
export interface RowGroup<R> {
  readonly rows: readonly R[];
  readonly options: WriteOptions;
  /** Made before the first try, and the same for every try. */
  request?: RowRequest;
}

/** Returns the request that stores these rows. @param newKey makes its Idempotency-Key, if it needs one */
export function requestOf(rows: readonly RowRecord[], options: WriteOptions, newKey: () => string): RowRequest {
  const { list, path, record } = rows[0]!;
  const isArray = takesArrays(options);
  const prefer = isArray && options.asOperations ? "respond-async, return=minimal" : "return=minimal";
  if (isArray || path === undefined) {
    const body = isArray ? rows.map((row) => row.record) : record;
    return { method: "POST", path: list, headers: { prefer, "idempotency-key": newKey() }, body };
  }
  if (options.mode === "patch") {
    const headers = { prefer, "content-type": "application/merge-patch+json", "idempotency-key": newKey() };
    return { method: "PATCH", path, headers, body: record };
  }
  const headers = options.mode === "upsert" ? { prefer } : { prefer, "if-none-match": "*" };
  return { method: "PUT", path, headers, body: record };
}

/**
 * Divides rows into groups, one for each request.
 * @param unansweredRequest as in `OutcomeLog`: these rows are sent again together, with the same key, so that they are
 *   stored once
 */
export async function* groupRows<R extends RowRecord>(
  rows: Iterable<R> | AsyncIterable<R>,
  options: WriteOptions,
  unansweredRequest: (row: R) => object | undefined,
): AsyncGenerator<RowGroup<R>, void> {
  if (!takesArrays(options)) {
    for await (const row of rows) yield { rows: [row], options };
    return;
  }
  const sent: R[] = [];
  let block: R[] = [];
  for await (const row of rows) {
    (unansweredRequest(row) ? sent : block).push(row);
    if (block.length < options.arrayLength!) continue;
    for (const array of arraysOf(block)) yield { rows: array, options };
    block = [];
  }
  for (const array of [...arraysOf(block), ...Map.groupBy(sent, unansweredRequest).values()])
    yield { rows: array, options };
}

/** Divides rows into arrays, each for one list and below the maximum length. */
function* arraysOf<R extends RowRecord>(block: readonly R[]): Generator<readonly R[], void> {
  for (const rows of Map.groupBy(block, ({ list }) => list).values()) {
    let [array, length]: [R[], number] = [[], 0];
    for (const row of rows) {
      const added = JSON.stringify(row.record).length + 1;
      if (array.length > 0 && length + added > MAX_ARRAY_CHARACTERS) {
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
export function takesArrays({ mode, arrayLength }: WriteOptions): boolean {
  return arrayLength !== undefined && (mode === "create" || mode === "skip-existing");
}
