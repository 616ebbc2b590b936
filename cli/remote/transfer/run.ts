/** Runs all writes of one file: journal, progress, the refused rows, and how to continue. */
import { type Connection, NetworkError, Problem } from "../../../client/index.ts";
import type { WriteOptions } from "../../../kit/send/requests.ts";
import { RowSender } from "../../../kit/send/row-sender.ts";
import { PartlyDone, Refused } from "../../console/exit-codes.ts";
import { describeStop, withFaults } from "../../console/failure.ts";
import { interruption } from "../../console/interruption.ts";
import { print, say } from "../../console/output.ts";
import { progressOn } from "../../console/progress.ts";
import { formatCount, quantity, wasOrWere } from "../../console/text.ts";
import { type FileRow, Journal } from "./journal.ts";
import type { JournalHead, RejectedRow } from "./journal-file.ts";
import { lockFile } from "./lock.ts";
import { writeRejected } from "./rejected.ts";

/** Sends rows that follow each other in the file. @param rows all of them, from the first one on, whenever it is called */
export type SendRows = (rows: () => AsyncIterable<FileRow>, options: WriteOptions) => Promise<void>;

/** What is transferred. */
export interface Transfer {
  readonly api: Connection;
  /** The file, as messages name it. */
  readonly name: string;
  /** Where the journal is; the refused rows are next to it. */
  readonly journalPath: string;
  readonly rejectedPath: string;
  readonly head: JournalHead;
  /** The number of rows that are sent. */
  readonly total: number;
  /** The highest number of a row; a higher one stands for a second request of a row. */
  readonly lastRow: number;
  readonly parallel: number;
  /** Sends all rows. @param isRefused whether the service has refused a row */
  readonly sendAll: (send: SendRows, isRefused: (row: number) => boolean) => Promise<void>;
}

/** The result, as `--json` prints it. */
export interface TransferResult {
  readonly rows: number;
  readonly stored: number;
  readonly refused: number;
  /** The file of the refused rows, and why the first of them was refused, if there are any. */
  readonly rejected?: string;
  readonly reason?: string;
}

/**
 * Sends everything that an earlier run has not.
 * @throws Refused if another process is sending the same file, or if nothing was stored;
 *   PartlyDone if it was interrupted or the service failed meanwhile: the journal stays, and the same command continues
 */
export async function runTransfer(transfer: Transfer): Promise<TransferResult> {
  const release = lockFile(`${transfer.journalPath}.lock`, transfer.name);
  try {
    return await runLocked(transfer);
  } finally {
    release();
  }
}

async function runLocked(transfer: Transfer): Promise<TransferResult> {
  const { api, head, total, parallel, journalPath, rejectedPath } = transfer;
  const signal = interruption();
  const journal = await Journal.open(journalPath, head, transfer.lastRow);
  if (journal.wasResumed)
    say(`Continuing where an earlier run stopped: ${ofRows(journal.stored + journal.refused, total)} done already.`);
  const progress = progressOn("rows");
  const showProgress = (): void => progress.update(journal.stored + journal.refused);
  progress.start(total);
  const sender = new RowSender<FileRow>({
    ...{ send: api.send, outcomes: journal, parallel, afterFailure: "end" },
    onPass: ({ state }) => void state.subscribe(showProgress),
  });
  const stop = (): void => sender.stop();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  let failure: unknown;
  try {
    await transfer.sendAll(
      (rows, options) => sender.send(() => openRows(rows(), journal), options),
      (row) => journal.isRefused(row),
    );
  } catch (error) {
    failure = error;
  } finally {
    signal.removeEventListener("abort", stop);
    showProgress();
    progress.end();
  }
  const { stored, refused } = journal;
  // Whether the service may have stored rows that have no outcome.
  const isUncertain = journal.wasResumed || !sender.batch?.errors.every(isRefusal);
  if (failure instanceof Problem && !isUncertain && stored + refused === 0) {
    journal.remove();
    throw new Refused(`${describeStop(failure)} Nothing was stored.`);
  }
  await writeRejected(journal, rejectedPath);
  if (failure !== undefined || sender.batch?.isIncomplete) {
    journal.close();
    throw unfinished(failure, stored, refused, transfer);
  }
  journal.remove();
  const first = journal.firstRefused;
  return { rows: total, stored, refused, ...(first && { rejected: rejectedPath, reason: reasonOf(first) }) };
}

const FORGOTTEN = new Problem(409, {
  code: "unknown_outcome",
  detail:
    "An earlier run sent this row more than 24 hours ago and got no response; the service no longer knows whether it has stored it. Look for it, and import it again if it is missing.",
});

/** The rows without an outcome. */
async function* openRows(rows: AsyncIterable<FileRow>, journal: Journal): AsyncGenerator<FileRow, void> {
  for await (const row of rows) {
    if (journal.isSettled(row.number)) continue;
    if (journal.isForgotten(row)) journal.noteRefused([{ row, problem: FORGOTTEN }]);
    else yield row;
  }
}

/** Whether a request was refused when it was sent for the first time. */
function isRefusal(error: unknown): boolean {
  return error instanceof Problem && error.tries === 1 && error.status < 500;
}

/** Such as `1 of 2,400 rows was`. */
function ofRows(count: number, total: number): string {
  return `${formatCount(count)} of ${quantity(total, "row")} ${wasOrWere(count)}`;
}

/** Such as `line 2: The record exists.` */
function reasonOf({ line, problem }: RejectedRow): string {
  return `line ${line}: ${withFaults(problem.detail, problem.errors)}`;
}

function unfinished(failure: unknown, stored: number, refused: number, { total, journalPath }: Transfer): Error {
  const reason = describeStop(failure);
  const state = `${ofRows(stored, total)} stored, ${formatCount(refused)} refused. Run the same command again to continue; ${journalPath} records what is done.`;
  // Without an answer, nobody knows whether the service has carried a request out.
  const isRefused = stored === 0 && !interruption().aborted && !(failure instanceof NetworkError);
  return isRefused ? new Refused(`${reason} ${state}`) : new PartlyDone(`${reason} ${state}`);
}

/** Reports a result. @throws PartlyDone if some rows were refused, Refused if all were */
export function reportResult(result: TransferResult, { json }: { json?: boolean }): void {
  const { rows, stored, refused, rejected, reason } = result;
  if (json) print(JSON.stringify(result));
  if (refused === 0) {
    say(`${ofRows(stored, rows)} stored.`);
    return;
  }
  const others = `${formatCount(stored)} ${wasOrWere(stored)} stored`;
  const message = `${ofRows(refused, rows)} refused (see ${rejected}); ${others}. The first refusal: ${reason}`;
  throw stored > 0 ? new PartlyDone(message) : new Refused(message);
}
