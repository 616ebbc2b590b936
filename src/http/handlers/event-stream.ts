/** GET of the log: a page of it, or with `Accept: text/event-stream` the log as it grows. */
import type { FastifyRequest } from "fastify";
import { requirementFor } from "../../access/requirements.ts";
import type { Fault } from "../../problem.ts";
import { readFilters } from "../../query/list-query.ts";
import type { View } from "../../resource/resource.ts";
import { EVENT_ID } from "../../store/events/outbox.ts";
import type { EventLogReader } from "../../store/events/reader.ts";
import { type HttpContext, requestQuery } from "../context.ts";
import { acceptedType } from "../request/negotiation.ts";
import { HttpProblem } from "../response/problem-types.ts";
import { emptyResponse, type HttpResponse, JSON_TYPE } from "../response/response.ts";
import { EVENT_STREAM } from "../response/sse.ts";

/** What the log is answered in. */
export const LISTED_OR_STREAMED: readonly string[] = [JSON_TYPE, EVENT_STREAM];

/** @param list what answers with a page */
export function listOrStream(
  { store, streams, pageSizes }: HttpContext,
  view: View,
  list: (request: FastifyRequest) => Promise<HttpResponse>,
) {
  const need = requirementFor(view, "GET");
  // A proxy that waited for the end would wait for ever.
  const headers = { "content-type": EVENT_STREAM, "x-accel-buffering": "no" };
  return async (request: FastifyRequest): Promise<HttpResponse> => {
    if (acceptedType(request, LISTED_OR_STREAMED) !== EVENT_STREAM) return list(request);
    const faults: Fault[] = [];
    const seen = readSeen(request.headers["last-event-id"], faults);
    const filters = readFilters(view, requestQuery(request), pageSizes, faults);
    const after = await beginning(store.log!, seen);
    if (request.method === "HEAD") return emptyResponse(200, headers);
    return { status: 200, headers, body: "", stream: streams.begin(request, need, filters, after) };
  };
}

/** The id of the event that was seen last; undefined where none was. */
function readSeen(given: string | string[] | undefined, faults: Fault[]): string | undefined {
  if (given === undefined || given === "") return undefined;
  if (typeof given === "string" && EVENT_ID.test(given)) return given;
  const message = "Last-Event-ID is the id of an event: 16 digits.";
  faults.push({ in: "shape", header: "Last-Event-ID", code: "invalid_header", message });
  return undefined;
}

/** The id of the event after which a stream begins. @throws Problem `gone` where it cannot begin there */
async function beginning(log: EventLogReader, seen: string | undefined): Promise<string> {
  const last = await log.last();
  if (seen === undefined) return last;
  if (seen < (await log.cleared())) throw new HttpProblem("gone", `Events after ${seen} are not kept any more.`);
  if (seen > last) throw new HttpProblem("gone", `There was never an event ${seen} here; the last is ${last}.`);
  return seen;
}
