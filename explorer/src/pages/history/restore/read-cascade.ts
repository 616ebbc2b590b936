/** Reads all that was deleted with a record. */
import type { View } from "../../../../../kit/description/model.ts";
import { cascadeOf, type Deletion, type LogEvent } from "../../../../../kit/events/deletion.ts";
import { splitLines } from "../../../../../kit/rows/lines.ts";
import { chunksOf } from "../../../../../kit/rows/stream.ts";
import { recordsOf, unlessMissing } from "../../../components/events/deleted-records.ts";
import { type ApiResponse, get, withKey } from "../../../requests/queries.ts";

/** The number of events of a page. */
const EVENTS = 100;

/**
 * Reads all records that were deleted with a record, as they were.
 * @param log the list of events
 */
export function readCascade(deletion: Deletion, log: View, signal: AbortSignal) {
  const below = async function* (): AsyncGenerator<LogEvent, void> {
    const first = `${log.path}?subject_starts_with=${deletion.path}/&sort=id:desc&limit=${EVENTS}`;
    for (let next: string | undefined = first; next !== undefined; ) {
      const { data }: ApiResponse = await get(next, signal);
      yield* data[log.plural];
      next = data._links?.next;
    }
  };
  return cascadeOf(deletion, below(), async function* (batch) {
    // Batches from before the service kept their records have none.
    const exported = withKey((api) => api.at(recordsOf(log, batch)).export({ format: "ndjson" }, { signal }));
    const body = (await unlessMissing(exported))?.body;
    if (body)
      for await (const line of splitLines(chunksOf(body.pipeThrough(new TextDecoderStream())))) yield JSON.parse(line);
  });
}
