/** Failed requests: whether what was sent is the reason, and which rows of an array are refused. */
import { KeyInUse, NetworkError, Problem } from "../../client/index.ts";

/** The statuses below 500 that say nothing about what was sent, but about the caller or the service. */
const NOT_ABOUT_RECORDS: readonly number[] = [401, 403, 408, 429];

/**
 * Returns whether a request failed for a reason that is not in what it sends, so that the same one may succeed later.
 * After a 500 nothing was changed, and it would fail again.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Problem)) return error instanceof NetworkError;
  const { status } = error;
  return status < 400 || status > 500 || NOT_ABOUT_RECORDS.includes(status) || error instanceof KeyInUse;
}

/** Returns whether a record may be accepted once others exist. */
export function mayBecomePossible({ errors }: Problem): boolean {
  return errors.some(({ code }) => code === "unknown_reference");
}

/** The reason why a row was refused, as people read it. */
export type Refusal = Pick<Problem, "type" | "code" | "status" | "detail" | "errors">;

/** Returns why a row was refused. @param path of its record, if it has one */
export function refusalOf({ type, code, status, detail, errors }: Problem, path: string | undefined): Refusal {
  // The service speaks of `If-None-Match`, which nobody has written.
  if (status !== 412) return { type, code, status, detail, errors };
  return { type, code, status, detail: `${path} already exists and was not replaced.`, errors: [] };
}

/** The code of an operation that somebody has cancelled. */
export const CANCELLED = "cancelled";
/** The number of parts into which an array is divided. Two would find many bad rows in more requests, and eight a few. */
const PARTS = 4;

/** A row, and why it is refused. */
export interface RefusedRow<R> {
  readonly row: R;
  readonly problem: Problem;
}

/** Divides the rows of a refused request: into those that are refused, and the arrays in which the others are sent again. */
export function divide<R>(
  rows: readonly R[],
  problem: Problem,
): { readonly refused: readonly RefusedRow<R>[]; readonly again: readonly (readonly R[])[] } {
  const named = problem.byItem();
  // A list that does not exist takes none of them.
  const isOfAll = rows.length === 1 || problem.status === 404 || problem.code === CANCELLED;
  if (isOfAll) return { refused: rows.map((row, index) => ({ row, problem: named.get(index) ?? problem })), again: [] };
  const others = rows.filter((_, index) => !named.has(index));
  // Faults of values are named together, and ids that are taken; of other conflicts none, or the first.
  const isComplete = named.size > 0 && (problem.status !== 409 || problem.code === "already_exists");
  const length = isComplete ? others.length : Math.ceil(others.length / PARTS);
  const starts = Array.from({ length: Math.ceil(others.length / length) }, (_, part) => part * length);
  return {
    refused: rows.flatMap((row, index) => (named.has(index) ? [{ row, problem: named.get(index)! }] : [])),
    again: starts.map((start) => others.slice(start, start + length)),
  };
}
