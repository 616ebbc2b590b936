/** Versions of a record: as it was after each event, and as it is now. */

import type { Data } from "../../requests/data.ts";
import { clockText, shortDateText } from "../../units.ts";
import { verbText } from "../events/event-text.ts";

/** The version that is not in the past. */
export const NOW = "now";

/** Two versions that are compared: the ids of events, or `now`. */
export interface VersionPair {
  readonly from: string;
  readonly to: string;
}

/** Returns the pair that a fragment names: `#from=…&to=now`. */
export function readVersionPair(fragment: URLSearchParams): VersionPair | undefined {
  const [from, to] = [fragment.get("from"), fragment.get("to")];
  return from && to ? { from, to } : undefined;
}

/** Returns whether an event shows the record: those of private records and purged ones do not. */
export function isShown({ data }: Data): boolean {
  return data?.before !== undefined && data?.after !== undefined;
}

/** Returns the record after an event; null if it was deleted, undefined if the event does not show it. */
export function stateAfter({ data }: Data): Data | null | undefined {
  return data?.after;
}

/** Writes a version in words: `15 Jan 2026, 12:00:07 UTC, changed by admin`. */
export function versionText(event: Data): string {
  const seconds = String(event.time).slice(17, 19);
  const at = `${shortDateText(event.time).replace("\u2007", "")}, ${clockText(event.time)}:${seconds} UTC`;
  return `${at}, ${verbText(event.type)} by ${event.data?.actor}`;
}

/**
 * Returns the pair that is compared first: the latest two versions.
 * @param events newest first
 * @param exists whether there is a version now
 */
export function latestVersionPair(events: readonly Data[], exists: boolean): VersionPair | undefined {
  const [newest, second] = events.filter(isShown);
  if (newest && second) return { from: second.id, to: newest.id };
  return newest && exists ? { from: newest.id, to: NOW } : undefined;
}
