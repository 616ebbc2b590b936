/** An import while it runs, and afterwards. */
import type { Problem } from "../../../../../client/index.ts";
import { Batch } from "../../../batch/batch.ts";
import { type Store, store } from "../../../store.ts";
import type { RejectedRow, RowRecord } from "../records/check.ts";
import { deliver, type Outcome, type Part, partOf, type Settled } from "./deliver.ts";
import { type Destination, portionsOf, takesArrays } from "./writes.ts";

/** The progress of an import. */
export interface ImportState {
  readonly created: number;
  readonly replaced: number;
  readonly refused: readonly RejectedRow[];
  /** The batch that is being sent, and its number of rows. */
  readonly batch: Batch<Part>;
  readonly total: number;
  /** Whether it sends again the rows that refer to records which came after them. */
  readonly isSecondPass: boolean;
  readonly isEnded: boolean;
  /** The number of rows not sent, because it was stopped or failed. */
  readonly left: number;
  /** The error that it failed with; undefined unless something unexpected happened. */
  readonly error: Error | undefined;
}

/** A row, and why the service refused it. */
interface Refusal {
  readonly row: RowRecord;
  readonly problem: Problem;
}

/** Sends rows, those again that become possible, and counts their outcomes. */
export class ImportRun {
  readonly state: Store<ImportState>;
  private readonly destination: Destination;
  private waiting: Refusal[] = [];
  private isStopped = false;
  private readonly total: number;

  constructor(rows: readonly RowRecord[], destination: Destination) {
    this.destination = destination;
    this.state = store<ImportState>({
      created: 0,
      replaced: 0,
      refused: [],
      batch: this.batchOf(rows),
      total: rows.length,
      isSecondPass: false,
      isEnded: false,
      left: 0,
      error: undefined,
    });
    this.total = rows.length;
  }

  /** Sends everything. Resolves also when it was stopped, or failed. */
  async run(): Promise<void> {
    try {
      await this.sendAll();
    } catch (error) {
      this.set({ error: error as Error });
    }
    this.refuse(this.waiting);
    this.set({ isEnded: true, left: this.total - this.stored - this.state.get().refused.length });
  }

  private async sendAll(): Promise<void> {
    for (;;) {
      const before = this.stored;
      await this.state.get().batch.run();
      const { waiting } = this;
      if (waiting.length === 0 || this.isStopped || this.stored === before) return;
      this.waiting = [];
      const rows = waiting.map(({ row }) => row);
      this.set({ batch: this.batchOf(rows), total: rows.length, isSecondPass: true });
    }
  }

  /** Sends nothing more. What is in flight still ends. */
  stop(): void {
    this.isStopped = true;
    this.state.get().batch.stop();
  }

  private get stored(): number {
    const { created, replaced } = this.state.get();
    return created + replaced;
  }

  private batchOf(rows: readonly RowRecord[]): Batch<Part> {
    const destination = this.destination;
    const report = (settled: readonly Settled[]) => this.note(settled);
    const parts = Array.from(portionsOf(rows, destination), (portion) => partOf(portion));
    return new Batch(parts, (part) => deliver(part, destination, report), {
      // One array after the other: each is a transaction of its own.
      parallel: takesArrays(destination) ? 1 : undefined,
      size: (part) => part.rows.length,
    });
  }

  private note(settled: readonly Settled[]): void {
    const { created, replaced } = this.state.get();
    const count = (kind: Outcome["kind"]) => settled.filter(({ outcome }) => outcome.kind === kind).length;
    this.set({ created: created + count("created"), replaced: replaced + count("replaced") });
    const refused: Refusal[] = [];
    for (const { row, outcome } of settled) {
      if (outcome.kind === "waiting") this.waiting.push({ row, problem: outcome.problem });
      else if (outcome.kind === "refused") refused.push({ row, problem: outcome.problem });
    }
    this.refuse(refused);
  }

  private refuse(all: readonly Refusal[]): void {
    const refused = all.map(({ row, problem }) => ({ ...row, faults: faultsOf(problem) }));
    if (refused.length > 0) this.set({ refused: [...this.state.get().refused, ...refused] });
  }

  private set(change: Partial<ImportState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** Returns the faults that a problem names; otherwise its text. */
function faultsOf({ status, code, detail, errors }: Problem): RejectedRow["faults"] {
  if (errors.length > 0) return errors;
  if (status === 412)
    return [{ code: "already_exists", message: "A record with this id already exists. It was not replaced." }];
  return [{ code, message: detail }];
}
