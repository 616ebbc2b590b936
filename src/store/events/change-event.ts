import type { Values } from "../../declare/values.ts";

/** One record that a transaction created, updated or deleted. */
export interface ChangeEvent {
  /** `<singular>.created`, `.updated` or `.deleted`. */
  readonly type: string;
  /** The record's canonical path. */
  readonly subject: string;
  readonly time: string;
  /** The name of the caller who changed the record. */
  readonly actor: string;
  /** The scope that readers of the event need. */
  readonly scope: string;
  /** The actor, and the representations before and after; null if the record did not exist then. */
  readonly data: Values;
}
