/** Reads from the event log how a record was deleted. */

import { useQuery } from "@tanstack/react-query";
import type { View } from "../../../../kit/description/model.ts";
import { pathAbove } from "../../../../kit/description/paths.ts";
import { cascadeOf, type Deletion, findDeletion, type LogEvent } from "../../../../kit/events/deletion.ts";
import { useDescription } from "../../description/use-description.tsx";
import type { Data } from "../../requests/data.ts";
import { get } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights.ts";

/** The most events that are read at once. */
const MOST = 100;

/** The records that were deleted with the one above them. */
export interface CascadeRead {
  /** The numbers of deleted records, by the path of their list. */
  readonly counts: ReadonlyMap<string, number>;
  /** Those that the log shows. */
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
  const deletion = found.event ? found : { ...found, event: await batchOf(found, events) };
  const below = await events(`subject_starts_with=${path}/${until}`);
  const { counts, records } = cascadeOf(deletion, below.found);
  const paths: string[] = [];
  for await (const record of records) if (record.content) paths.push(record.path);
  const isWhole = below.isAll || below.found.at(-1)!.id <= deletion.bornAt;
  return { deletion, cascade: { counts, paths, isWhole } };
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
