/** When the rows of a list give way to others. */
import type { Data } from "../requests/data.ts";

/** The rows that a reader sees, and where they come from. */
export interface Shown {
  readonly request: string;
  readonly records: readonly Data[];
  /** When it was read. */
  readonly at: number;
  /** Whether it was current when it was shown, and not what the page had from an earlier visit. */
  readonly isCurrent: boolean;
}

/**
 * Whether other rows are shown at once: of another list, of an arrival, or because this reader has changed something.
 * @param writtenAt when they last did, in milliseconds since 1970
 */
export function isReplaced(shown: Shown | undefined, next: Shown, writtenAt: number): boolean {
  // Where nothing is shown, nothing jumps.
  if (!shown || shown.request !== next.request || shown.records.length === 0) return shown?.records !== next.records;
  if (!shown.isCurrent) return next.isCurrent || shown.records !== next.records;
  return shown.at < writtenAt && next.at >= writtenAt;
}
