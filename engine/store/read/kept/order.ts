/** A kept order of a list, and what it is read with. */
import type { Sql } from "sql-template-tag";
import type { ChangeJournal } from "../../changes/journal.ts";
import type { Followable } from "../../changes/kept.ts";
import type { ReadSession, Row } from "../../database.ts";
import type { Dialect } from "../../dialect.ts";
import type { List } from "../list.ts";
import type { Slice } from "../select.ts";

/** The order of a list in memory. */
export interface Order extends Followable {
  /** The length of the list. */
  readonly length: number;
  readonly bytes: number;
  /** The integer keys of a page. */
  keys(slice: Slice): Int32Array | Promise<Int32Array>;
  /** The rows of a page, each with its key as `#`; absent where only their keys find them. */
  rows?(slice: Slice, columns: Sql): Promise<Row[]>;
}

/** A list, and what its kept order follows changes with. */
export interface OrderSource {
  readonly list: List;
  readonly dialect: Dialect;
  readonly journal: ChangeJournal;
  /** Reads the few rows that a change is compared with, and the pages of a sparse order. */
  readonly session: ReadSession;
}
