/** Events as the API returns them. */
import type { Values } from "../../../engine/declare/values.ts";

/** An event of the log, as a CloudEvent. */
export interface LogEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly data: {
    readonly actor: string;
    readonly count?: number;
    readonly before?: Values | null;
    readonly after?: Values | null;
  };
}
