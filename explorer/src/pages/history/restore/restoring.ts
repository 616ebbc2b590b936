/** The restoration that is running. It outlives the page of the missing record, which becomes that of the restored one. */
import type { CascadeRead } from "../../../components/events/read-deletion.ts";
import { store } from "../../../store.ts";
import type { RestoreRun } from "./restore-run.ts";

/** A restoration, as its dialog shows it. */
export interface Restoring {
  /** The path of the page on which it was begun. */
  readonly page: string;
  /** The record, and its name. */
  readonly path: string;
  readonly name: string;
  readonly cascade: CascadeRead;
  readonly run: RestoreRun;
}

/** The restoration whose dialog is open. */
export const restoring = store<Restoring | undefined>(undefined);
