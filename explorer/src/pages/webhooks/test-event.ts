/** The event that a test delivery sends again. */
import type { Data } from "../../requests/data.ts";

/** Returns whether a webhook receives events of a type: `*`, `moon.*`, `moon.created`. */
export function isReceived(type: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => (pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : pattern === type));
}

/**
 * Returns the latest event that a webhook receives: of those in the log, otherwise that of its latest delivery.
 * @param events newest first
 * @param delivery the latest one; undefined if there is none
 */
export function testEvent(
  events: readonly Data[],
  delivery: Data | undefined,
  patterns: readonly string[],
): Data | undefined {
  const latest = events.find(({ type }) => isReceived(type, patterns));
  return latest ?? (delivery && { id: delivery.event_id, type: delivery.event_type });
}
