/** An event as a CloudEvent 1.0 in structured mode (HTTP binding §3). */
import { represent, summaryProjection } from "../resource/representation.ts";
import type { View } from "../resource/resource.ts";
import type { StoredRecord } from "../store/tables.ts";

/**
 * Formats an event.
 * @param view the view of the event log
 * @returns JSON: the attributes of the CloudEvent, without `_links`
 */
export function cloudEvent(view: View, event: StoredRecord): string {
  const { _links: _, ...attributes } = represent(summaryProjection(view), event);
  return JSON.stringify(attributes);
}
