/** All records of a list, read as NDJSON: they are there line by line, before the response is complete. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { splitLines } from "../../../kit/rows/lines.ts";
import { chunksOf } from "../../../kit/rows/stream.ts";
import { useDating } from "./past/dating.ts";
import { undated } from "./past/undated.ts";
import { type Data, isTransient, queries, withKey } from "./queries.ts";

/** The records of a list that have arrived. */
export interface Records {
  readonly records: readonly Data[];
  /** Whether all have arrived. */
  readonly isComplete: boolean;
}

/** Records as a picture gets them. */
export interface LoadedRecords extends Records {
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** The interval at which records that have arrived are shown, in milliseconds. */
const SHOW_EVERY_MS = 120;
/** The time for which complete records are used before they are requested again. */
const FRESH_MS = 60_000;
const NOTHING: Records = { records: [], isComplete: false };

/**
 * Reads the records of a list, at the moment of the page. Complete ones stay if they cannot be read again for now, which
 * only the frame says.
 * @param list its path, with its query; undefined asks for nothing
 */
export function useRecords(list: string | undefined): LoadedRecords {
  const { dated } = useDating();
  const { data, error, refetch } = useQuery(recordsQuery(list === undefined ? undefined : dated(list)));
  const isShown = data?.isComplete && isTransient(error);
  return { ...(data ?? NOTHING), error: isShown ? undefined : (error ?? undefined), retry: () => void refetch() };
}

/** Makes the query of the records of a list, for reading several lists at once. */
export function recordsQuery(path: string | undefined) {
  return queryOptions<Records>({
    queryKey: ["NDJSON", path],
    queryFn: ({ signal, queryKey }) =>
      readRecords(path!, signal, (records) => {
        const shown = queries.getQueryData<Records>(queryKey);
        if (!shown?.isComplete) queries.setQueryData<Records>(queryKey, { records, isComplete: false });
      }),
    enabled: path !== undefined,
    staleTime: FRESH_MS,
    // They are many: once they would be requested again, they are not kept for pages to come.
    gcTime: FRESH_MS,
    refetchInterval: false,
  });
}

/**
 * Reads all records of a list.
 * @param show is called from time to time with what has arrived
 * @throws Problem, NetworkError
 */
async function readRecords(path: string, signal: AbortSignal, show: (records: Data[]) => void): Promise<Records> {
  const { body } = await withKey((api) => api.at(path).export({ format: "ndjson" }, { signal }));
  const records: Data[] = [];
  let shownAt = performance.now();
  for await (const line of splitLines(chunksOf(body!.pipeThrough(new TextDecoderStream())))) {
    records.push(undated(JSON.parse(line)));
    if (performance.now() - shownAt < SHOW_EVERY_MS) continue;
    shownAt = performance.now();
    show([...records]);
  }
  return { records, isComplete: true };
}
