/** What a database reports about itself, for metrics. */
import type { Histogram } from "../runtime/histogram.ts";

/** The state of an open database and what it has done, for metrics. */
export interface DatabaseStats {
  /** The connections that read, by server, if they are pooled. */
  readonly connections?: Readonly<Record<string, { readonly idle: number; readonly used: number }>>;
  /** The number of statements or writes that wait, by what they wait for. */
  readonly waiting: Readonly<Record<string, number>>;
  readonly slowReads: SlowReadStats;
  /** How often the database was unavailable. */
  readonly failures: number;
  /** The number of writes per transaction. */
  readonly groupSizes: Histogram;
}

/** The slow reads at a moment, and how many were started and refused so far. */
export interface SlowReadStats {
  readonly running: number;
  readonly waiting: number;
  readonly started: number;
  readonly refused: number;
}
