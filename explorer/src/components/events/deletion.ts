/** Reads off events how a record was deleted, and which others were deleted with it. */
import type { Data } from "../../requests/data.ts";

/** A deletion. */
export interface Deletion {
  /** The record: `/api/planets/vulcan`. */
  readonly path: string;
  /** Its own event, or that of the batch in which it was deleted; undefined if the log has neither. */
  readonly event: Data | undefined;
  /** The last event that shows the record. */
  readonly last: Data;
  /** The record as it was; undefined if the log does not show it. */
  readonly content: Data | undefined;
  /** The event before the life that it ended; empty if the log does not go back so far. */
  readonly bornAt: string;
}

/** Records that were deleted with the one that they belonged to. */
export interface Cascade {
  /** The numbers of deleted records, by the path of their list. */
  readonly counts: ReadonlyMap<string, number>;
  /** Those that the log shows. */
  readonly paths: readonly string[];
  /** Whether the log was read back to the beginning of the record. */
  readonly isWhole: boolean;
}

/** None. */
export const NO_CASCADE: Cascade = { counts: new Map(), paths: [], isWhole: true };

/** Returns the last part of the type of an event: `deleted`. */
export function lastWord({ type }: Data): string {
  return String(type).slice(String(type).lastIndexOf(".") + 1);
}

const OF_ONE: readonly string[] = ["created", "updated", "deleted"];
const BOUNDS: readonly string[] = ["created", "deleted"];

/**
 * Returns the deletion of a record that does not exist. One that was deleted with the record above it has no own event:
 * then the last one shows what it was.
 * @param events of the record, newest first
 * @returns undefined if the log does not know the record
 */
export function deletionIn(path: string, events: readonly Data[]): Deletion | undefined {
  const [last, ...earlier] = events.filter((event) => OF_ONE.includes(lastWord(event)));
  if (!last) return undefined;
  const isOwn = lastWord(last) === "deleted";
  const born = [...(isOwn ? [] : [last]), ...earlier].find((event) => BOUNDS.includes(lastWord(event)));
  const content = (isOwn ? last.data?.before : last.data?.after) ?? undefined;
  return { path, event: isOwn ? last : undefined, last, content, bornAt: born?.id ?? "" };
}

/**
 * Returns the records that were deleted with a record.
 * @param events of the records below it, newest first
 * @param isAll whether these are all that the log has
 */
export function cascadeOf({ event, bornAt }: Deletion, events: readonly Data[], isAll: boolean): Cascade {
  if (!event) return NO_CASCADE;
  const isTogether = ({ time, data }: Data) => time === event.time && data?.actor === event.data?.actor;
  const life = events.filter(({ id }) => id > bornAt);
  const counts = new Map<string, number>();
  const last = new Map<string, Data>();
  for (const each of life) {
    const word = lastWord(each);
    if (each.id > event.id && !isTogether(each)) continue;
    if (word === "batch_deleted" && isTogether(each)) counts.set(each.subject, each.data.count);
    if (OF_ONE.includes(word) && !last.has(each.subject)) last.set(each.subject, each);
  }
  const ended = [...last.values()].filter((each) => lastWord(each) !== "deleted" || isTogether(each));
  // A one-to-one has an event of its own.
  for (const each of ended) if (lastWord(each) === "deleted") counts.set(each.subject, 1);
  const paths = ended.filter((each) => isShown(each)).map(({ subject }) => subject);
  return { counts, paths, isWhole: isAll || life.length < events.length };
}

function isShown(event: Data): boolean {
  return (lastWord(event) === "deleted" ? event.data?.before : event.data?.after) != null;
}
