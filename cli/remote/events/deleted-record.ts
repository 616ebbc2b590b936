/** What the event log says of a deleted record, and of the records that were deleted with it. */
import { type Connection, NotFound } from "../../../client/index.ts";
import type { Values } from "../../../engine/declare/values.ts";
import { Refused } from "../../console/exit-codes.ts";
import type { DumpedRecord } from "../dump/records.ts";
import type { LogEvent } from "./log-event.ts";

/** A deletion, and the event after which the record had the life that it ended; empty if the log does not go back so far. */
export interface Deletion {
  readonly path: string;
  readonly event: LogEvent;
  readonly bornAt: string;
}

/** The last part of a type. */
const verbOf = ({ type }: LogEvent): string => type.slice(type.lastIndexOf(".") + 1);

/**
 * Finds the deletion of a record.
 * @throws Refused if the record exists, was never deleted as far as the log goes back, or the log has no contents of it
 */
export async function findDeletion(api: Connection, path: string): Promise<Deletion> {
  if (await exists(api, path)) throw new Refused(`${path} exists.`);
  let deletion: LogEvent | undefined;
  for await (const event of eventsOf(api, { subject: path })) {
    const verb = verbOf(event);
    if (!deletion) {
      if (verb === "purged")
        throw new Refused(`The log has no contents of ${path}: they were purged at ${event.time}.`);
      if (verb === "deleted") deletion = event;
    } else if (verb === "created" || verb === "deleted")
      return { path, event: requireContent(deletion), bornAt: event.id };
  }
  if (!deletion)
    throw new Refused(`The log has no deletion of ${path}. It may have been deleted with its parent: restore that.`);
  return { path, event: requireContent(deletion), bornAt: "" };
}

function requireContent(deletion: LogEvent): LogEvent {
  if (deletion.data.before) return deletion;
  throw new Refused(`The log has no contents of ${deletion.subject}: it is private.`);
}

/** The record as it was when it was deleted. */
export function recordOf({ path, event }: Deletion): DumpedRecord {
  return { path, record: withoutLinks(event.data.before!) };
}

/** What is known of the records that were deleted together with their parent. */
export interface DeletedChildren {
  /** How many were deleted, by the path of their list; one-to-ones are not counted. */
  readonly counts: ReadonlyMap<string, number>;
  /** Those that the log has the contents of, as they were. Read `counts` after these. */
  readonly records: AsyncIterable<DumpedRecord>;
}

/** Reads the log backwards from a deletion to the creation of the record. */
export function childrenOf(api: Connection, { path, event: deletion, bornAt }: Deletion): DeletedChildren {
  const counts = new Map<string, number>();
  const isTogether = ({ time, data }: LogEvent): boolean =>
    time === deletion.time && data.actor === deletion.data.actor;
  const records = async function* (): AsyncGenerator<DumpedRecord, void> {
    const seen = new Set<string>();
    for await (const event of eventsOf(api, { subject_starts_with: `${path}/` })) {
      if (event.id <= bornAt) return;
      const verb = verbOf(event);
      if (event.id > deletion.id && !isTogether(event)) continue;
      if (verb === "batch_deleted" && isTogether(event)) counts.set(event.subject, event.data.count!);
      if (verb.startsWith("batch_") || seen.has(event.subject)) continue;
      seen.add(event.subject);
      // A child that was deleted earlier stays deleted.
      const state = verb !== "deleted" ? event.data.after : isTogether(event) ? event.data.before : undefined;
      if (state) yield { path: event.subject, record: withoutLinks(state) };
    }
  };
  return { counts, records: records() };
}

function withoutLinks({ _links, ...record }: Values): Values {
  return record;
}

/** Events that pass a filter, latest first. */
function eventsOf(api: Connection, filter: Record<string, string>): AsyncIterable<LogEvent> {
  return api.at("/api/events").all({ ...filter, sort: "id:desc" }) as AsyncIterable<LogEvent>;
}

async function exists(api: Connection, path: string): Promise<boolean> {
  try {
    await api.send("HEAD", path);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}
