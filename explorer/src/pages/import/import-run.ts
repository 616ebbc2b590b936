/** An import while it runs, and afterwards. */
import type { ImportPlan, PlannedRow } from "../../../../kit/import/plan.ts";
import type { Batch } from "../../../../kit/send/batch.ts";
import { type RefusedRow, refusalOf } from "../../../../kit/send/failures.ts";
import { type RowGroup, takesArrays, type WriteOptions } from "../../../../kit/send/requests.ts";
import { type Effect, type OutcomeLog, RowSender } from "../../../../kit/send/row-sender.ts";
import { readAgainAll } from "../../requests/queries.ts";
import { randomKey, sendOneOfMany } from "../../requests/write.ts";
import { type Store, store } from "../../store.ts";

/** The progress of an import. */
export interface ImportState {
  readonly created: number;
  readonly replaced: number;
  readonly refused: readonly PlannedRow[];
  /** The batch that is being sent, once it has begun, and its number of rows. */
  readonly batch: Batch<RowGroup<PlannedRow>> | undefined;
  readonly total: number;
  /** Whether it sends again the rows that refer to records which came after them. */
  readonly isSecondPass: boolean;
  readonly isEnded: boolean;
  /** The number of rows not sent, because it was stopped or failed. */
  readonly left: number;
  /** The error that it failed with; undefined unless something unexpected happened. */
  readonly error: Error | undefined;
}

/** The most rows of one array. */
const MAX_ARRAY_ROWS = 5_000;

/** Sends rows, those again that become possible, and counts their outcomes. */
export class ImportRun implements OutcomeLog<PlannedRow> {
  readonly state: Store<ImportState>;
  readonly wasResumed = false;
  private readonly rows: readonly PlannedRow[];
  private readonly options: WriteOptions;
  private readonly sender: RowSender<PlannedRow>;
  private readonly settled = new Set<number>();

  constructor(rows: readonly PlannedRow[], { view, mode }: ImportPlan) {
    this.rows = rows;
    const arrayLength = view.bulk === undefined ? undefined : Math.min(MAX_ARRAY_ROWS, view.bulk);
    this.options = { mode, arrayLength, asOperations: true };
    this.sender = new RowSender<PlannedRow>({
      send: sendOneOfMany,
      outcomes: this,
      // One array after the other: each is a transaction of its own.
      parallel: takesArrays(this.options) ? 1 : undefined,
      onPass: (batch, deferred) =>
        this.set({ batch, total: deferred > 0 ? deferred : rows.length, isSecondPass: deferred > 0 }),
    });
    this.state = store<ImportState>({
      ...{ created: 0, replaced: 0, refused: [], left: 0, error: undefined },
      ...{ batch: undefined, total: rows.length, isSecondPass: false, isEnded: false },
    });
  }

  /** Sends everything. Resolves also when it was stopped, or failed. */
  async run(): Promise<void> {
    try {
      await this.sender.send(() => this.rows.filter(({ number }) => !this.settled.has(number)), this.options);
    } catch (error) {
      this.set({ error: error as Error });
    }
    this.noteRefused(this.sender.deferred);
    this.set({ isEnded: true, left: this.rows.length - this.settled.size });
    readAgainAll();
  }

  /** Sends nothing more. What is in flight still ends. */
  stop(): void {
    this.sender.stop();
  }

  /** Returns a new Idempotency-Key. */
  noteSent(): string {
    return randomKey();
  }

  /** Notes rows that are stored. */
  noteStored(rows: readonly PlannedRow[], effect: Effect): void {
    const { created, replaced } = this.state.get();
    for (const { number } of rows) this.settled.add(number);
    if (effect === "replaced") this.set({ replaced: replaced + rows.length });
    else this.set({ created: created + rows.length });
  }

  /** Notes rows that are refused. */
  noteRefused(all: readonly RefusedRow<PlannedRow>[]): void {
    const refused = all.map(({ row, problem }) => ({ ...row, faults: faultsOf(row, problem) }));
    for (const { number } of refused) this.settled.add(number);
    if (refused.length > 0) this.set({ refused: [...this.state.get().refused, ...refused] });
  }

  private set(change: Partial<ImportState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** Returns the faults that a problem names; otherwise its text. */
function faultsOf({ path }: PlannedRow, problem: RefusedRow<PlannedRow>["problem"]): PlannedRow["faults"] {
  const { code, detail, errors } = refusalOf(problem, path);
  return errors.length > 0 ? errors : [{ code, message: detail }];
}
