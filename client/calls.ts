/** The options and results of calls that are the same for every resource. */
import type { QueryParameters } from "./transport/query.ts";

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, waits and retries included. */
  readonly signal?: AbortSignal | undefined;
}

/** How to read a record. */
export interface GetOptions extends CallOptions {
  /** The fields to read besides `id` and `_links`; all if absent. */
  readonly fields?: readonly string[] | undefined;
  /** The relations whose records are embedded under `_embedded`. */
  readonly include?: readonly string[] | undefined;
  /** The moment of the past at which the record is read: a date, which means its end, or a date-time. */
  readonly as_of?: string | undefined;
}

/** How to create records. */
export interface CreateOptions extends CallOptions {
  /** Identifies the request across processes: repeated with the same key and body, it is executed once. */
  readonly idempotencyKey?: string | undefined;
  /** The service accepts the request, and runs it later. */
  readonly async?: true | undefined;
}

/** The state in which a record must be: an entity tag, `*` for any, or the record as it was read. */
export type IfMatch = string | object;

/** How to create or replace a record. */
export interface PutOptions extends CallOptions {
  /** Absent: the state of the draft, if it is a record that was read; otherwise any. */
  readonly ifMatch?: IfMatch | undefined;
  /** `*`: only if it does not exist. */
  readonly ifNoneMatch?: "*" | undefined;
}

/** How to change a record. */
export interface UpdateOptions extends CallOptions {
  /** Absent: the state of the record that was passed; any for an id. */
  readonly ifMatch?: IfMatch | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** How to delete a record. */
export interface RemoveOptions extends CallOptions {
  readonly ifMatch?: IfMatch | undefined;
  /** Also deletes the records that belong to it. */
  readonly cascade?: true | undefined;
  /** The service accepts a cascading deletion, and runs it later. */
  readonly async?: true | undefined;
}

/** Where to start following events, and when to stop. */
export interface FollowOptions extends CallOptions {
  /** The id of the last event that was handled; without it, the stream starts now. */
  readonly after?: string | undefined;
  /**
   * Called each time the stream is connected, with the id of the event after which it goes on, and with undefined each time
   * the connection is lost.
   */
  readonly onConnection?: ((after: string | undefined) => void) | undefined;
}

/** What to export, and as what; newline-delimited JSON by default. */
export interface ExportQuery extends QueryParameters {
  readonly format?: "csv" | "ndjson";
}

/** A record that was deleted. */
export interface DeletedRecord {
  readonly id: string;
  /** A date-time. */
  readonly deleted_at: string;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** The number of records on all pages; absent if the list was read with `cursor`, or whole. */
  readonly total: number | undefined;
  readonly page: number | undefined;
  readonly limit: number | undefined;
  readonly links: Readonly<Record<string, string>>;
  /** What was deleted since `changed_since`; absent unless `include_deleted` asks for it. */
  readonly deleted: readonly DeletedRecord[] | undefined;
  /** Whether more was deleted than `deleted` names. */
  readonly deletedTruncated: boolean;
  /** What else the list says, such as of its parent. */
  readonly more: Readonly<Record<string, unknown>>;
}
