/** An import while it runs, and afterwards. */
import type { View } from "../../../../../kit/description/model.ts";
import type { Batch } from "../../../../../kit/send/batch.ts";
import { type RefusedRow, refusalOf } from "../../../../../kit/send/failures.ts";
import { type Mode, type RowRecord, type RowRequest, takesArrays, type Way } from "../../../../../kit/send/requests.ts";
import { type Effect, type Outcomes, RowSender } from "../../../../../kit/send/row-sender.ts";
import { readAgainAll } from "../../../requests/queries.ts";
import { randomKey, sendOneOfMany } from "../../../requests/write.ts";
import { type Store, store } from "../../../store.ts";
import type { RowRecord as CheckedRow, RejectedRow } from "../records/check.ts";

/** The list in which rows are stored, and the fate of records that exist. */
export interface Destination {
  readonly view: View;
  /** Of the list. */
  readonly path: string;
  readonly mode: Mode;
}

/** A row as it was checked, and where it is sent. */
interface SentRow extends CheckedRow, RowRecord {
  readonly record: CheckedRow["record"];
}

/** The progress of an import. */
export interface ImportState {
  readonly created: number;
  readonly replaced: number;
  readonly refused: readonly RejectedRow[];
  /** The batch that is being sent, once it has begun, and its number of rows. */
  readonly batch: Batch<RowRequest<SentRow>> | undefined;
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
const ARRAY_LENGTH = 5_000;

/** Sends rows, those again that become possible, and counts their outcomes. */
export class ImportRun implements Outcomes<SentRow> {
  readonly state: Store<ImportState>;
  readonly wasResumed = false;
  private readonly rows: readonly SentRow[];
  private readonly way: Way;
  private readonly sender: RowSender<SentRow>;
  private readonly settled = new Set<number>();
  private readonly deferred = new Map<number, RefusedRow<SentRow>>();

  constructor(rows: readonly CheckedRow[], { view, path: list, mode }: Destination) {
    const pathOf = (id: unknown) =>
      typeof id === "string" && view.itemMethods.includes("PUT") ? `${list}/${encodeURIComponent(id)}` : undefined;
    this.rows = rows.map((row) => ({ ...row, number: row.index, list, path: pathOf(row.record[view.key]) }));
    const arrayLength = view.bulk === undefined ? undefined : Math.min(ARRAY_LENGTH, view.bulk);
    this.way = { mode, arrayLength, asOperations: true };
    this.sender = new RowSender<SentRow>({
      send: sendOneOfMany,
      outcomes: this,
      // One array after the other: each is a transaction of its own.
      parallel: takesArrays(this.way) ? 1 : undefined,
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
      await this.sender.send(() => this.rows.filter(({ number }) => !this.settled.has(number)), this.way);
    } catch (error) {
      this.set({ error: error as Error });
    }
    this.refuseDeferred();
    this.set({ isEnded: true, left: this.rows.length - this.settled.size });
    readAgainAll();
  }

  /** Sends nothing more. What is in flight still ends. */
  stop(): void {
    this.sender.stop();
  }

  /** Returns nothing: there was no earlier run. */
  sentWith(): undefined {}

  /** Returns a new Idempotency-Key. */
  keyOf(): string {
    return randomKey();
  }

  /** Notes rows that are stored. */
  store(rows: readonly SentRow[], effect: Effect): void {
    const { created, replaced } = this.state.get();
    this.settle(rows);
    if (effect === "replaced") this.set({ replaced: replaced + rows.length });
    else this.set({ created: created + rows.length });
  }

  /** Notes rows that are refused. */
  refuse(all: readonly RefusedRow<SentRow>[]): void {
    const refused = all.map(({ row, problem }) => ({ ...row, faults: faultsOf(row, problem) }));
    this.settle(refused);
    if (refused.length > 0) this.set({ refused: [...this.state.get().refused, ...refused] });
  }

  /** Notes rows that are refused unless they become possible. */
  defer(rows: readonly RefusedRow<SentRow>[]): void {
    for (const each of rows) this.deferred.set(each.row.number, each);
  }

  /** Refuses the rows that did not become possible. */
  refuseDeferred(): void {
    this.refuse([...this.deferred.values()]);
  }

  private settle(rows: readonly SentRow[]): void {
    for (const { number } of rows) {
      this.settled.add(number);
      this.deferred.delete(number);
    }
  }

  private set(change: Partial<ImportState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** Returns the faults that a problem names; otherwise its text. */
function faultsOf({ path }: SentRow, problem: RefusedRow<SentRow>["problem"]): RejectedRow["faults"] {
  const { code, detail, errors } = refusalOf(problem, path);
  return errors.length > 0 ? errors : [{ code, message: detail }];
}
