import type { Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";

/** A change that a unit of work has made, which becomes one event. */
export interface RecordedChange {
  readonly resource: Resource;
  /** The second part of the event's type. */
  readonly verb: string;
  readonly subject: string;
  /**
   * What the event says of the change, as it is stored; undefined if nothing has changed in the end.
   * @param time the time of the unit of work
   */
  data(time: string): Values | undefined;
}

/** The actor of the service's own changes. */
export const SYSTEM = "system";

/** One event of a transaction. */
export interface ChangeEvent {
  /** `<singular>.<verb>`; of what happens to the log itself, `events.<verb>`. */
  readonly type: string;
  /** The path of the record; of a batch, the path of its collection. */
  readonly subject: string;
  readonly time: string;
  /** The name of the caller who made the change. */
  readonly actor: string;
  /** The scope that readers of the event need. */
  readonly scope: string;
  /** What has changed, as it is stored. */
  readonly data: Values;
}
