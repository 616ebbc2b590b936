/** Runs all writes of one file: journal, progress, the refused rows, and how to continue. */
import { type Connection, NetworkError, Problem } from "../../../client/index.ts";
import { isRetryable } from "../../../kit/send/failures.ts";
import type { Way } from "../../../kit/send/requests.ts";
import { RowSender } from "../../../kit/send/row-sender.ts";
import { PartlyDone, Refused } from "../../console/exit-codes.ts";
import { describeStop, withFaults } from "../../console/failure.ts";
import { interruption } from "../../console/interruption.ts";
import { print, say } from "../../console/output.ts";
import { progressOn } from "../../console/progress.ts";
import { formatCount, quantity, wasOrWere } from "../../console/text.ts";
import { Journal } from "./journal.ts";
import type { FileRow, JournalHead, RejectedRow } from "./journal-entries.ts";
import { lockFile } from "./lock.ts";
import { writeRejected } from "./rejected.ts";

/** Sends rows that follow each other in the file. @param rows all of them, from the first one on, whenever it is called */
export type SendRows = (rows: () => AsyncIterable<FileRow>, way: Way) => Promise<void>;

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
  // Whether the service may have stored rows without an outcome in the journal.
  let isUncertain = journal.wasResumed;
  const send: Connection["send"] = async (...request) => {
    try {
      return await api.send(...request);
    } catch (error) {
      isUncertain ||= isRetryable(error) && !(error instanceof Problem && error.tries === 1 && error.status < 500);
      throw error;
    }
  };
  const sender = new RowSender<FileRow>({
    ...{ send, outcomes: journal, parallel, afterFailure: "end" },
    onPass: ({ state }) => void state.subscribe(showProgress),
  });
  const stop = (): void => sender.stop();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  let failure: unknown;
  try {
    await transfer.sendAll(
      (rows, way) => sender.send(() => journal.open(rows()), way),
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
  if (failure instanceof Problem && !isUncertain && stored + refused === 0) {
    journal.remove();
    throw new Refused(`${describeStop(failure)} Nothing was stored.`);
  }
  await writeRejected(journal, rejectedPath);
  if (failure !== undefined || sender.isCut) {
    journal.close();
    throw unfinished(failure, stored, refused, transfer);
  }
  journal.remove();
  const first = journal.firstRefused;
  return { rows: total, stored, refused, ...(first && { rejected: rejectedPath, reason: reasonOf(first) }) };
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
