/** Restores what was deleted with a record, after the record itself. */
import type { Problem } from "../../../../../client/index.ts";
import type { Description, View } from "../../../../../kit/description/model.ts";
import type { Cascade } from "../../../../../kit/events/deletion.ts";
import { type LoadStep, loadSteps, stepFinder } from "../../../../../kit/load/order.ts";
import { type LoadRow, sendInSteps } from "../../../../../kit/load/steps.ts";
import type { Batch } from "../../../../../kit/send/batch.ts";
import { type RefusedRow, refusalOf } from "../../../../../kit/send/failures.ts";
import {
  type RowGroup,
  type RowRecord,
  takesArrays,
  type WriteMode,
  type WriteOptions,
} from "../../../../../kit/send/requests.ts";
import { type OutcomeLog, RowSender } from "../../../../../kit/send/row-sender.ts";
import type { Values } from "../../../../../kit/values/json.ts";
import { readAgainAll } from "../../../requests/queries.ts";
import { randomKey, sendOneOfMany } from "../../../requests/write.ts";
import { type Store, store } from "../../../store.ts";

type Row = LoadRow & RowRecord;

/** A record that was not restored, and why. */
export interface NotRestored {
  readonly path: string;
  readonly reason: string;
}

/** The progress of a restoration. */
export interface RestoreState {
  /** The number of records that were read, besides the one that they were deleted with. */
  readonly read: number;
  /** Whether all were read. */
  readonly isRead: boolean;
  /** The numbers of those that the log does not have, by list; empty until all were read. */
  readonly lacking: ReadonlyMap<string, number>;
  readonly restored: number;
  /** The number of those that somebody had created again, and that were not replaced. */
  readonly existing: number;
  readonly failed: readonly NotRestored[];
  /** The requests that are sent, and their number of records; undefined before and after them. */
  readonly batch: Batch<RowGroup<Row>> | undefined;
  readonly total: number;
  readonly isEnded: boolean;
  /** The error that it ended with; undefined unless something unexpected happened. */
  readonly error: Error | undefined;
}

/** The records to restore, and the caller's rights. */
export interface RestoreSettings {
  readonly description: Description;
  /** The record that is restored already, and its values that may refer to the others or count them. */
  readonly root: { readonly path: string; readonly record: Values };
  /** Reads what was deleted with it. @param signal stops that */
  readonly read: (signal: AbortSignal) => Cascade;
  /** Returns whether the caller may write records of a view. */
  readonly mayWrite: (view: View) => boolean;
}

/** The number of the record that is restored already. */
const ROOT = 1;
/** The most records of one array. */
const MAX_ARRAY_ROWS = 1_000;
/** After so many records that were read, their number is shown. */
const SHOWN_EVERY = 100;

/** Reads the records, then sends them in an order in which each finds what it refers to. It can be run again after a stop. */
export class RestoreRun implements OutcomeLog<Row> {
  readonly state: Store<RestoreState> = store<RestoreState>({
    ...{ read: 0, isRead: false, lacking: new Map(), restored: 0, existing: 0, failed: [], batch: undefined, total: 0 },
    ...{ isEnded: false, error: undefined },
  });
  readonly wasResumed = false;
  private readonly settings: RestoreSettings;
  private readonly settled = new Set<number>([ROOT]);
  private readonly refused = new Set<number>();
  private readonly steps: readonly LoadStep[];
  private rows: Map<LoadStep, LoadRow[]> | undefined;
  private sender: RowSender<Row> | undefined;
  private stopped = new AbortController();

  constructor(settings: RestoreSettings) {
    this.settings = settings;
    this.steps = loadSteps(settings.description);
  }

  /** Restores what has no outcome yet. Resolves also when it was stopped, or failed. */
  async run(): Promise<void> {
    this.stopped = new AbortController();
    this.set({ isEnded: false, error: undefined });
    try {
      this.rows ??= await this.readRows();
      const rows = this.rows;
      await sendInSteps(
        {
          records: 1 + this.state.get().read,
          rowsOf: (step) => rows.get(step) ?? [],
          mode: "create",
          optionsOf,
          send: (each, options) => this.send(each, options),
          isRefused: (number) => this.refused.has(number),
        },
        this.steps,
      );
    } catch (error) {
      if (!this.stopped.signal.aborted) this.set({ error: error as Error });
    }
    this.set({ isEnded: true, batch: undefined });
    readAgainAll();
  }

  /** Sends nothing more. What is in flight still ends. */
  stop(): void {
    this.stopped.abort();
    this.sender?.stop();
  }

  /** Returns a new Idempotency-Key. */
  noteSent(): string {
    return randomKey();
  }

  /** Notes rows that are there: because they were restored, or created again before. */
  noteStored(rows: readonly Row[], effect: "created" | "replaced" | "skipped"): void {
    const { read, restored, existing } = this.state.get();
    // A second request of a record is no second record.
    const count = rows.filter(({ number }) => number <= 1 + read).length;
    for (const { number } of rows) this.settled.add(number);
    if (effect === "skipped") this.set({ existing: existing + count });
    else this.set({ restored: restored + count });
  }

  /** Notes rows that are refused. */
  noteRefused(rows: readonly RefusedRow<Row>[]): void {
    for (const { row } of rows) {
      this.settled.add(row.number);
      this.refused.add(row.number);
    }
    this.fail(rows.map(({ row: { path }, problem }) => ({ path, reason: reasonOf(problem, path) })));
  }

  private async readRows(): Promise<Map<LoadStep, LoadRow[]>> {
    const { root, description, mayWrite, read } = this.settings;
    const stepOf = stepFinder(description, this.steps);
    const rows = new Map<LoadStep, LoadRow[]>();
    const add = (step: LoadStep, row: LoadRow) => {
      if (!rows.get(step)?.push(row)) rows.set(step, [row]);
    };
    const own = stepOf(root.path);
    if (own) add(own, { number: ROOT, ...root });
    let number = ROOT;
    this.set({ read: 0, failed: [] });
    const { counts, records } = read(this.stopped.signal);
    const found = new Map<string, number>();
    for await (const { path, list, content } of records) {
      if (!content) continue;
      found.set(list, (found.get(list) ?? 0) + 1);
      number += 1;
      if (number % SHOWN_EVERY === 0) this.set({ read: number - ROOT });
      const step = stepOf(path);
      const reason = step ? `It needs the scope ${step.view.scopes.write}.` : "Records of this kind cannot be created.";
      if (step && mayWrite(step.view)) add(step, { number, path, record: content });
      else this.fail([{ path, reason }]);
    }
    const lacking = [...counts].map(([list, count]) => [list, count - (found.get(list) ?? 0)] as const);
    this.set({ read: number - ROOT, isRead: true, lacking: new Map(lacking.filter(([, count]) => count > 0)) });
    return rows;
  }

  private async send(rows: () => AsyncIterable<Row>, options: WriteOptions): Promise<void> {
    if (this.stopped.signal.aborted) return;
    const open: Row[] = [];
    for await (const row of rows()) if (!this.settled.has(row.number)) open.push(row);
    if (open.length === 0) return;
    const sender = new RowSender<Row>({
      send: sendOneOfMany,
      outcomes: this,
      // One array after the other: each is a transaction of its own.
      parallel: takesArrays(options) ? 1 : undefined,
      onPass: (batch, deferred) => this.set({ batch, total: deferred > 0 ? deferred : open.length }),
    });
    this.sender = sender;
    await sender.send(() => open.filter(({ number }) => !this.settled.has(number)), options);
  }

  private fail(rows: readonly NotRestored[]): void {
    if (rows.length > 0) this.set({ failed: [...this.state.get().failed, ...rows] });
  }

  private set(change: Partial<RestoreState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** Returns the fields of a record that can only be written once the records below it are there: they refer to these or count them. */
export function lateFields({ path, itemPath = path, writable }: View): string[] {
  return writable.create.flatMap(({ name, required, schema }) => {
    const lists = [schema["x-reference"]?.to ?? [], schema["x-counts"] ?? []].flat();
    return !required && lists.some((list) => list.startsWith(`${itemPath}/`)) ? [name] : [];
  });
}

/** Returns how records of a list are restored: those that exist again are not replaced. */
function optionsOf({ bulk }: View, mode: WriteMode): WriteOptions {
  return {
    mode: mode === "create" ? "skip-existing" : mode,
    arrayLength: bulk === undefined ? undefined : Math.min(MAX_ARRAY_ROWS, bulk),
  };
}

function reasonOf(problem: Problem, path: string): string {
  const { detail, errors } = refusalOf(problem, path);
  return errors.length > 0 ? errors.map(({ message }) => message).join(" ") : detail;
}
