/** Reads off the event log how a record was deleted, and which others were deleted with it. */
import { pathAbove } from "../description/paths.ts";
import type { Values } from "../values/json.ts";

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

/** Events, latest first. They are read only as far as needed. */
type LatestEvents = AsyncIterable<LogEvent> | Iterable<LogEvent>;

/** A deletion. */
export interface Deletion {
  /** The record: `/api/planets/vulcan`. */
  readonly path: string;
  /** Its own event, or that of the batch in which it was deleted; undefined if the log has neither. */
  readonly event: LogEvent | undefined;
  /** The last event that shows the record. */
  readonly last: LogEvent;
  /** The record as it was; undefined if the log does not show it. */
  readonly content: Values | undefined;
  /** The time at which its contents were removed from the log. */
  readonly purgedAt: string | undefined;
  /** The event before the life that it ended; empty if the log does not go back so far. */
  readonly bornAt: string;
}

/** Returns the last part of an event's type: `deleted`. */
export function verbOf(type: string): string {
  return type.slice(type.lastIndexOf(".") + 1);
}

const OF_ONE: readonly string[] = ["created", "updated", "deleted"];

/**
 * Returns the deletion of a record that does not exist. One that was deleted with the record above it has no own event:
 * then the last one shows what it was.
 * @param events of the record
 * @returns undefined if the log does not know the record
 */
export async function findDeletion(path: string, events: LatestEvents): Promise<Deletion | undefined> {
  let last: LogEvent | undefined;
  let purgedAt: string | undefined;
  let bornAt = "";
  for await (const event of events) {
    const verb = verbOf(event.type);
    if (!last && verb === "purged") purgedAt ??= event.time;
    if (!OF_ONE.includes(verb)) continue;
    if (verb === "created" || (verb === "deleted" && last)) bornAt = event.id;
    last ??= event;
    if (bornAt !== "") break;
  }
  if (!last) return undefined;
  const isOwn = verbOf(last.type) === "deleted";
  return { path, event: isOwn ? last : undefined, last, content: contentOf(last, isOwn), purgedAt, bornAt };
}

/** A record that was deleted with the one above it. */
interface DeletedRecord {
  readonly path: string;
  /** Under which it is counted: that of the batch in which it was deleted, or its own if it was not in one. */
  readonly list: string;
  /** The record as it was; undefined if the log does not show it. */
  readonly content: Values | undefined;
}

/** The records that were deleted with the one above them. */
export interface Cascade {
  /** How many were deleted, by their `list`. To be read after the records. */
  readonly counts: ReadonlyMap<string, number>;
  /** Those that are kept with the deletion of their batch, or that the log has an event of. */
  readonly records: AsyncIterable<DeletedRecord>;
}

/** Reads the records of a batch that was deleted, as far as they are kept. */
type ReadBatch = (event: LogEvent) => AsyncIterable<Values> | Iterable<Values>;

/**
 * Finds the records that were deleted with a record.
 * @param events of the records below it
 * @param readBatch without it, only records with events of their own are found
 */
export function cascadeOf(deletion: Deletion, events: LatestEvents, readBatch: ReadBatch = () => []): Cascade {
  const counts = new Map<string, number>();
  return { counts, records: recordsIn(deletion, events, readBatch, counts) };
}

async function* recordsIn(
  { event: deletion, bornAt }: Deletion,
  events: LatestEvents,
  readBatch: ReadBatch,
  counts: Map<string, number>,
): AsyncGenerator<DeletedRecord, void> {
  if (!deletion) return;
  const seen = new Set<string>();
  for await (const event of events) {
    const { id, subject: path, time, data } = event;
    const isTogether = time === deletion.time && data.actor === deletion.data.actor;
    if (id <= bornAt) return;
    if (id > deletion.id && !isTogether) continue;
    const verb = verbOf(event.type);
    if (verb === "batch_deleted" && isTogether) {
      counts.set(path, data.count!);
      for await (const record of readBatch(event)) {
        const { self } = record._links as { readonly self: string };
        seen.add(self);
        yield { path: self, list: path, content: record };
      }
    }
    if (!OF_ONE.includes(verb) || seen.has(path)) continue;
    seen.add(path);
    const isOwn = verb === "deleted";
    // One that was deleted earlier stays deleted.
    if (isOwn && !isTogether) continue;
    // A one-to-one has an event of its own.
    if (isOwn) counts.set(path, 1);
    yield { path, list: isOwn ? path : pathAbove(path), content: contentOf(event, isOwn) };
  }
}

/** Returns what an event shows of its record, at last. */
function contentOf({ data }: LogEvent, isDeletion: boolean): Values | undefined {
  return (isDeletion ? data.before : data.after) ?? undefined;
}
