/** Decides when the rows of a list give way to others. */
import type { Data } from "../requests/data.ts";

/** The rows that a reader sees, and where they come from. */
export interface Shown {
  readonly request: string;
  readonly records: readonly Data[];
  /** The time at which it was read. */
  readonly at: number;
  /** Whether it was current when it was shown, and not what the page had from an earlier visit. */
  readonly isCurrent: boolean;
}

/**
 * Returns whether other rows are shown at once: of another list, after a navigation, or after a write of this reader.
 * @param writtenAt when they last did, in milliseconds since 1970
 */
export function isReplaced(shown: Shown | undefined, next: Shown, writtenAt: number): boolean {
  // Where nothing is shown, nothing jumps.
  if (!shown || shown.request !== next.request || shown.records.length === 0) return shown?.records !== next.records;
  if (!shown.isCurrent) return next.isCurrent || shown.records !== next.records;
  return shown.at < writtenAt && next.at >= writtenAt;
}
