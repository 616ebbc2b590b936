/** Stores rows, and reports the outcome of each. */
import { KeyInUse, Problem, Stale } from "../../../../../client/index.ts";
import { isSame } from "../../../../../kit/values/same.ts";
import { get } from "../../../requests/queries.ts";
import { randomKey, type Written, writeOneOfMany } from "../../../requests/write.ts";
import type { Write } from "../../../requests/write-request.ts";
import { waitAfter } from "../../operations/polling.ts";
import type { RowRecord } from "../records/check.ts";
import { type Destination, writeOf } from "./writes.ts";

/** The outcome of a row. */
export type Outcome =
  | { readonly kind: "created" | "replaced" }
  /** It refers to a record that does not exist, yet. */
  | { readonly kind: "waiting"; readonly problem: Problem }
  | { readonly kind: "refused"; readonly problem: Problem };

/** A row and its outcome. */
export interface Settled {
  readonly row: RowRecord;
  readonly outcome: Outcome;
}

/** Called with the outcomes of rows. */
export type Report = (settled: readonly Settled[]) => void;

/** Rows that are sent in one request. */
export interface Part {
  readonly rows: readonly RowRecord[];
  /** The same for every try of the request. */
  readonly key: string;
  /** Whether it is part of an array that was refused and divided. */
  readonly isDivided: boolean;
  /** True if an earlier try may have reached the service. */
  wasSent: boolean;
}

/** The wait for the first of two tries that is still running, in milliseconds. */
const STILL_RUNNING_MS = 1_000;
/** The code of a part whose operation somebody has cancelled. */
const CANCELLED = "cancelled";
/** The number of parts into which an array is divided. */
const DIVISOR = 8;
/** The statuses that say nothing about the record, but about the caller or the service. */
const NOT_ABOUT_RECORDS = [401, 403, 429, 503];

/** Makes the part of an import that sends rows in one request. */
export function partOf(rows: readonly RowRecord[], isDivided = false): Part {
  return { rows, key: randomKey(), isDivided, wasSent: false };
}

/**
 * Sends a part.
 * @returns the parts that are to be sent in its place; none if all of its rows have an outcome
 * @throws NetworkError, TooMany, Unavailable, Unauthorized, Forbidden
 */
export async function deliver(part: Part, destination: Destination, report: Report): Promise<readonly Part[]> {
  const { rows, key, isDivided, wasSent } = part;
  // The parts of a refused array are small, and waiting for operations would take most of the time.
  const write = { ...writeOf(rows, destination, key), ...(isDivided ? { asOperation: false } : {}) };
  part.wasSent = true;
  try {
    const written = await writeOneOfMany(write);
    if (written.status === 202) await ended(written);
    report(all(rows, { kind: written.status === 200 || written.status === 204 ? replacedBy(write) : "created" }));
    return [];
  } catch (error) {
    if (!(error instanceof Problem) || NOT_ABOUT_RECORDS.includes(error.status)) throw error;
    if (error instanceof KeyInUse) {
      await wait(STILL_RUNNING_MS);
      return [part];
    }
    if (wasSent && error instanceof Stale && (await isStored(write))) {
      report(all(rows, { kind: "created" }));
      return [];
    }
    return divide(rows, error, report);
  }
}

/** Reports the rows that a problem names. @returns the others, to be sent again */
function divide(rows: readonly RowRecord[], problem: Problem, report: Report): readonly Part[] {
  if (rows.length === 1 || problem.code === CANCELLED) {
    report(all(rows, outcomeOf(problem)));
    return [];
  }
  const named = problem.byItem();
  report([...named].flatMap(([index, its]) => (rows[index] ? [{ row: rows[index], outcome: outcomeOf(its) }] : [])));
  const others = rows.filter((_, index) => !named.has(index));
  // Faults of values are named together, and ids that are taken; of other conflicts, only the first.
  const isComplete = named.size > 0 && (problem.status !== 409 || problem.code === "already_exists");
  const length = isComplete ? others.length : Math.ceil(others.length / DIVISOR);
  const parts: Part[] = [];
  for (let from = 0; from < others.length; from += length) parts.push(partOf(others.slice(from, from + length), true));
  return parts;
}

/** Returns the same outcome for all of these rows. */
function all(rows: readonly RowRecord[], outcome: Outcome): Settled[] {
  return rows.map((row) => ({ row, outcome }));
}

/** Returns the effect of a write that was answered with 200 or 204: a PUT has replaced a record. */
function replacedBy({ method }: Write): "created" | "replaced" {
  return method === "PUT" ? "replaced" : "created";
}

/** Waits for an operation. @throws Problem if it failed */
async function ended({ headers }: Written): Promise<void> {
  const path = headers.get("location") ?? "";
  const begin = Date.now();
  for (;;) {
    const { data } = await get(path);
    if (data.status === "succeeded") return;
    if (data.error) throw new Problem(data.error.status, data.error);
    if (data.status === "cancelled")
      throw new Problem(409, { code: CANCELLED, detail: "The operation was cancelled." });
    await wait(waitAfter(Date.now() - begin));
  }
}

/** Returns whether a record is as it was sent: an earlier try has created it, and only its answer was lost. */
async function isStored({ path, body }: Write): Promise<boolean> {
  try {
    const { data } = await get(path);
    return Object.entries(body as object).every(([name, value]) => isSame(data[name], value));
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return false;
    throw error;
  }
}

/** Returns the outcome of a refusal for a row. It may be accepted once the records exist to which it refers. */
function outcomeOf(problem: Problem): Outcome {
  const isWaiting = problem.errors.some(({ code }) => code === "unknown_reference");
  return { kind: isWaiting ? "waiting" : "refused", problem };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
