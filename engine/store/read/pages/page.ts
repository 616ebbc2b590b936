/** Pages of lists: what is read, for whom, and how. */
import type { Values } from "../../../declare/values.ts";
import type { Keyset } from "../../../query/cursor.ts";
import type { Grouping } from "../../../query/grouping.ts";
import type { ListQuery } from "../../../query/list-query.ts";
import type { Requester } from "../../../runtime/fair-queue.ts";
import type { BatchPosition } from "../batches/batch-reader.ts";
import type { Embedded } from "../embedded.ts";
import type { ListPart } from "../list.ts";

/** The requester of the service's own reads. */
export const SERVICE: Requester = { client: "service" };

/** The records of a page. */
export interface Items {
  readonly items: readonly Values[];
  /** What is embedded in each item; empty if nothing is. */
  readonly embedded: readonly Embedded[];
  readonly part: ListPart;
}

/** One page of a list. */
export interface Page extends Items {
  /** The number of items on all pages. */
  readonly total: number;
}

/** One page of a list that is paged with cursors. */
export interface CursorPage extends Items {
  /** The sort values of the last item; undefined on the last page. */
  readonly next: Keyset | undefined;
}

/** A query of a summary. */
export type GroupedQuery = ListQuery & { readonly grouping: Grouping };

/** On whose behalf a list is read; the service's own by default. */
export interface RequesterOption {
  readonly requester?: Requester | undefined;
}

/** How to read a page. */
export interface PageOptions extends RequesterOption {
  /** Whether to read one page instead of the whole list. */
  readonly paged: boolean;
}

/** How to read a batch. */
export interface ReadBatchOptions extends PageOptions {
  /** Where the batch starts; undefined for the first one. */
  readonly position: BatchPosition | undefined;
  /** The maximum number of records in the batch. */
  readonly batchSize: number;
}
