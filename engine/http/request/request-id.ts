/** How a request is identified: its `X-Request-Id`, and its trace (W3C Trace Context), in responses and log lines. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";

/** The ids that a client may choose. */
const CLIENT_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Distinguishes this process from all others and from its own earlier runs. */
const PROCESS = randomUUID().slice(0, 18);
let count = 0;

/** The client's `X-Request-Id` if it is well-formed, otherwise a new id. */
export function requestId({ "x-request-id": id }: IncomingHttpHeaders): string {
  return typeof id === "string" && CLIENT_ID.test(id) ? id : newRequestId();
}

/** A new id. It is a counter, because a random id would cost as much as routing the request. */
export function newRequestId(): string {
  count += 1;
  return `${PROCESS}-${count}`;
}

/** The fields that every log line about a request has: what was requested, and by whom. */
export function requestLogFields(request: FastifyRequest): Record<string, string> {
  const { id, method, url, headers, caller, server } = request;
  const who = { client: server.addressOf(request), caller: caller.name };
  return { request_id: id, method, url, ...who, ...traceFields(headers.traceparent) };
}

/** W3C Trace Context §3.2. */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** The ids of the trace and of the parent span. An absent or malformed header is ignored, as the specification says. */
function traceFields(traceparent: string | string[] | undefined): { trace_id?: string; span_id?: string } {
  const [, version, trace, span, rest] = TRACEPARENT.exec(String(traceparent ?? "")) ?? [];
  // Only versions after 00 may append fields.
  if (trace === undefined || span === undefined || (version === "00" && rest !== undefined)) return {};
  return { trace_id: trace, span_id: span };
}
