/** Runs all writes of one file: journal, progress, the refused rows, and how to continue. */
import { type Connection, NetworkError, Problem } from "../../../client/index.ts";
import { PartlyDone, Refused } from "../../console/exit-codes.ts";
import { describeStop, withFaults } from "../../console/failure.ts";
import { interruption } from "../../console/interruption.ts";
import { print, say } from "../../console/output.ts";
import { progressOn } from "../../console/progress.ts";
import { formatCount, quantity, wasOrWere } from "../../console/text.ts";
import { Journal, type JournalHead, type RefusedRow } from "./journal.ts";
import { lockFile } from "./lock.ts";
import { writeRejected } from "./rejected.ts";
import { Sender } from "./sender.ts";

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
  /** Sends all writes whose rows are not settled. */
  readonly send: (sender: Sender, journal: Journal) => Promise<void>;
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
  progress.start(total);
  const sender = new Sender({ api, journal, parallel, signal, onProgress: (done) => progress.update(done) });
  let failure: unknown;
  try {
    await transfer.send(sender, journal);
  } catch (error) {
    failure = error;
  } finally {
    progress.end();
  }
  const { stored, refused, wasResumed } = journal;
  if (failure instanceof Problem && !sender.isUncertain && !wasResumed && stored + refused === 0) {
    journal.remove();
    throw new Refused(`${describeStop(failure)} Nothing was stored.`);
  }
  await writeRejected(journal, rejectedPath);
  if (failure !== undefined || sender.wasCut) {
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
function reasonOf({ line, problem }: RefusedRow): string {
  const { detail, errors } = problem as unknown as Pick<Problem, "detail" | "errors">;
  return `line ${line}: ${withFaults(detail, errors)}`;
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
