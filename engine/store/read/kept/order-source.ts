/** What kept orders of lists are read with. */
import type { ChangeJournal } from "../../changes/journal.ts";
import type { ReadSession } from "../../database.ts";
import type { Dialect } from "../../dialect.ts";
import type { List } from "../list.ts";

/** A list, and what its kept order follows changes with. */
export interface OrderSource {
  readonly list: List;
  readonly dialect: Dialect;
  readonly journal: ChangeJournal;
  /** Reads the few rows that a change is compared with, and the pages of a sparse order. */
  readonly session: ReadSession;
}
