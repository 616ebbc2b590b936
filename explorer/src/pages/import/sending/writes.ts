/** The requests that store rows. */
import type { View } from "../../../../../kit/description/model.ts";
import type { Write } from "../../../requests/write-request.ts";
import type { RowRecord } from "../records/check.ts";

/** The fate of a record that exists already: its row is refused, or it is replaced. */
export type Mode = "create" | "replace";

/** The list in which rows are stored, and the mode. */
export interface Destination {
  readonly view: View;
  /** Of the list. */
  readonly path: string;
  readonly mode: Mode;
}

/** The most rows and characters of one array; the service takes 10,000 rows and 16 MiB. */
const ARRAY_ROWS = 5_000;
const ARRAY_LENGTH = 4 * 2 ** 20;

/** Returns whether rows are sent as arrays: where the service takes them, and nothing is replaced. */
export function takesArrays({ view, mode }: Destination): boolean {
  return view.bulk !== undefined && mode === "create";
}

/** The rows of each request. */
export function* portionsOf(rows: readonly RowRecord[], destination: Destination): Generator<readonly RowRecord[]> {
  const most = takesArrays(destination) ? Math.min(ARRAY_ROWS, destination.view.bulk ?? 1) : 1;
  let portion: RowRecord[] = [];
  let length = 0;
  for (const row of rows) {
    const added = most === 1 ? 0 : JSON.stringify(row.record).length + 1;
    if (portion.length === most || (portion.length > 0 && length + added > ARRAY_LENGTH)) {
      yield portion;
      portion = [];
      length = 0;
    }
    portion.push(row);
    length += added;
  }
  if (portion.length > 0) yield portion;
}

/** Returns the request that stores rows. @param idempotencyKey the same for every try of it */
export function writeOf(rows: readonly RowRecord[], destination: Destination, idempotencyKey: string): Write {
  const { view, path, mode } = destination;
  const records = rows.map(({ record }) => record);
  if (takesArrays(destination))
    return { method: "POST", path, body: records, idempotencyKey, asOperation: true, minimal: true };
  const { [view.key]: id, ...rest } = records[0]!;
  if (typeof id !== "string" || !view.itemMethods.includes("PUT"))
    return { method: "POST", path, body: records[0], idempotencyKey, minimal: true };
  return {
    method: "PUT",
    path: `${path}/${encodeURIComponent(id)}`,
    body: rest,
    ifNoneMatch: mode === "create" ? "*" : undefined,
    minimal: true,
  };
}
