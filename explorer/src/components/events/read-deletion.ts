/** Reads from the event log how a record was deleted. */

import { useQuery } from "@tanstack/react-query";
import type { View } from "../../../../kit/description/model.ts";
import { pathAbove } from "../../../../kit/description/paths.ts";
import { cascadeOf, type Deletion, findDeletion, type LogEvent } from "../../../../kit/events/deletion.ts";
import { atMoment } from "../../address/moment.ts";
import { useDescription } from "../../description/use-description.tsx";
import type { Data } from "../../requests/data.ts";
import { get } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import { recordsOf, unlessMissing } from "./deleted-records.ts";

/** The most events that are read at once, and the number of records of a batch that are named. */
const MOST = 100;
const NAMED = 5;

/** The records that were deleted with the one above them. */
export interface CascadeRead {
  /** The numbers of deleted records, by the path of their list. */
  readonly counts: ReadonlyMap<string, number>;
  /** The numbers of those that can be restored, by the same path. */
  readonly kept: ReadonlyMap<string, number>;
  /** Some of those. */
  readonly paths: readonly string[];
  /** Whether the log was read back to the beginning of the record. */
  readonly isWhole: boolean;
}

/** A deletion, with what was deleted at the same time. */
export interface DeletionRead {
  readonly deletion: Deletion;
  readonly cascade: CascadeRead;
}

/** Events that were read at once. */
interface EventsRead {
  readonly found: readonly LogEvent[];
  /** Whether the log has no more of them. */
  readonly isAll: boolean;
}

/** The choice of a deletion. */
export interface DeletionChoice {
  /** The event of an earlier deletion; the last one by default. */
  readonly of?: Data | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Reads how a record was deleted.
 * @param log the list of events
 * @returns undefined if the log does not know the record
 * @throws Problem, NetworkError
 */
export async function readDeletion(
  path: string,
  log: View,
  { of, signal }: DeletionChoice = {},
): Promise<DeletionRead | undefined> {
  const events = async (query: string): Promise<EventsRead> => {
    const { data } = await get(`${log.path}?${query}&sort=id:desc&limit=${MOST}`, signal);
    return { found: data[log.plural], isAll: data._links?.next === undefined };
  };
  // Events of the same moment may be later.
  const until = of ? `&time_before=${new Date(Date.parse(of.time) + 1).toISOString()}` : "";
  const own = (await events(`subject=${path}${until}`)).found.filter(({ id }) => of === undefined || id <= of.id);
  const found = await findDeletion(path, own);
  if (!found) return undefined;
  const event = found.event ?? (await batchOf(found, events));
  const content = found.content ?? (event && !found.purgedAt ? await contentBefore(path, event, signal) : undefined);
  const deletion = { ...found, event, content };
  const below = await events(`subject_starts_with=${path}/${until}`);
  const kept = new Map<string, number>();
  const { counts, records } = cascadeOf(deletion, below.found, async function* (batch) {
    const first = await unlessMissing(get(`${recordsOf(log, batch)}?limit=${NAMED}`, signal));
    if (first) kept.set(batch.subject, first.data.total_count);
    yield* first?.data.records ?? [];
  });
  const paths: string[] = [];
  const shown = new Map<string, number>();
  for await (const record of records) {
    if (!record.content) continue;
    paths.push(record.path);
    shown.set(record.list, (shown.get(record.list) ?? 0) + 1);
  }
  for (const [list, count] of shown) kept.set(list, Math.max(count, kept.get(list) ?? 0));
  const isWhole = below.isAll || below.found.at(-1)!.id <= deletion.bornAt;
  return { deletion, cascade: { counts, kept, paths, isWhole } };
}

/** Reads a private record, whose events have no contents, as it was before its deletion; undefined if that is not known. */
async function contentBefore(path: string, { time }: LogEvent, signal: AbortSignal | undefined) {
  const before = new Date(Date.parse(time) - 1).toISOString();
  return (await unlessMissing(get(atMoment(path, before), signal)))?.data;
}

/** Returns the event of the batch in which a record was deleted together with the one above it. */
async function batchOf(
  { path, last }: Deletion,
  events: (query: string) => Promise<EventsRead>,
): Promise<LogEvent | undefined> {
  const { found } = await events(`subject=${pathAbove(path)}&type_ends_with=.batch_deleted`);
  // The first one after its last event: a later one belongs to another record with the same id.
  return found.filter(({ id }) => id > last.id).at(-1);
}

/**
 * Reads the deletion of the record at a path, for callers who may read events. Undefined until it is known, and if the
 * log does not know it.
 * @param log the path of the list of events
 * @param of the event of an earlier deletion; the last one by default
 */
export function useDeletion(path: string, log: string, of?: Data): DeletionRead | undefined {
  const { at } = useDescription();
  const { mayRead } = useRights();
  const view = at(log)?.view;
  const { data } = useQuery({
    queryKey: ["DELETION", path, of?.id],
    queryFn: async ({ signal }) => (await readDeletion(path, view!, { of, signal })) ?? null,
    enabled: view !== undefined && mayRead(view) === true,
    refetchInterval: false,
    // What is restored must be what was deleted last.
    staleTime: 0,
  });
  return data ?? undefined;
}
