/** An event as it is sent to others: CloudEvents 1.0, structured mode (HTTP binding §3). */
import { represent, summaryProjection } from "../resource/representation.ts";
import type { View } from "../resource/resource.ts";
import type { StoredRecord } from "../store/tables.ts";

/**
 * @param view of the log
 * @returns the event in JSON, without what is not of it
 */
export function cloudEvent(view: View, event: StoredRecord): string {
  const { _links: _, ...told } = represent(summaryProjection(view), event);
  return JSON.stringify(told);
}
