/** GET of the event log with `Accept: text/event-stream`: a stream, which `response/sse.ts` sends. */
import { requirementFor } from "../../access/requirements.ts";
import { SERIAL_ID } from "../../declare/values.ts";
import { type Fault, Problem } from "../../problem.ts";
import { readFilters } from "../../query/list-query.ts";
import type { View } from "../../resource/resource.ts";
import type { EventLogReader } from "../../store/events/reader.ts";
import type { Handler, HttpContext } from "../context.ts";
import { requestQuery } from "../request/address.ts";
import { emptyResponse } from "../response/response.ts";
import { EVENT_STREAM } from "../response/sse.ts";

/** The handler of the event log's stream. */
export function stream({ store, streams, pageSizes }: HttpContext, view: View): Handler {
  const requirement = requirementFor(view, "GET");
  // A proxy that buffers the response would never pass it on.
  const headers = { "content-type": EVENT_STREAM, "x-accel-buffering": "no" };
  return async (request) => {
    const faults: Fault[] = [...(request.question?.faults ?? [])];
    const lastEventId = readLastEventId(request.headers["last-event-id"], faults);
    const filters = readFilters(view, requestQuery(request), pageSizes, faults);
    const after = await startOf(store.log!, lastEventId);
    if (request.method === "HEAD") return emptyResponse(200, headers);
    return { status: 200, headers, body: "", stream: streams.open(request, requirement, filters, after) };
  };
}

/** Reads `Last-Event-ID`; undefined if it is absent or empty. */
function readLastEventId(id: string | string[] | undefined, faults: Fault[]): string | undefined {
  if (id === undefined || id === "") return undefined;
  if (typeof id === "string" && SERIAL_ID.test(id)) return id;
  const message = "Last-Event-ID is not an event id; it must have 16 digits.";
  faults.push({ in: "shape", header: "Last-Event-ID", code: "invalid_header", message });
  return undefined;
}

/** The id of the event after which a stream starts. @throws Problem `gone` if it cannot start there */
async function startOf(log: EventLogReader, lastEventId: string | undefined): Promise<string> {
  const last = await log.lastId();
  if (lastEventId === undefined) return last;
  if (lastEventId < (await log.replayStart()))
    throw new Problem("gone", `A stream cannot resume after ${lastEventId}: the next events are too old.`);
  if (lastEventId > last)
    throw new Problem("gone", `The event ${lastEventId} does not exist; the last event is ${last}.`);
  if (await log.isLost(lastEventId))
    throw new Problem("gone", `The event ${lastEventId} was lost when an earlier state was restored.`);
  return lastEventId;
}
