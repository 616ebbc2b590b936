/** What all writes have in common: preferences, and requests that are carried out once (`Idempotency-Key`). */
import type { FastifyRequest } from "fastify";
import { requireScope, throughScopes } from "../../access/requirements.ts";
import type { Values } from "../../declare/values.ts";
import type { Fault } from "../../problem.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Precondition, Writer } from "../../store/write/writer.ts";
import { type HttpContext, type RequestData, requestPath } from "../context.ts";
import { type Conditions, refuseWrite } from "../request/conditions.ts";
import { preferredReturn, preferring } from "../request/prefer.ts";
import { recordTag } from "../response/etag.ts";
import { problemAnswer, problemOf } from "../response/problem.ts";
import { HttpProblem, statusOf } from "../response/problem-types.ts";
import type { HttpResponse } from "../response/response.ts";
import { accept, type Deferral, isDeferred } from "./respond-async.ts";

/** A request that was read and found well-formed: what it does within a unit of work, and its answer. */
export type Write = (change: Writer) => Promise<HttpResponse>;

/**
 * Reads a request.
 * @param faults of shape that were found before; the reading adds its own, so that all are told together
 * @throws Problem where its shape is wrong
 */
export type Read = (request: RequestData, faults: Fault[]) => Write | Promise<Write>;

/** Makes a handler of what reads a request; `deferral` says which requests may be put off. */
export function writing(service: HttpContext, read: Read, deferral?: Deferral) {
  const running = new Set<string>();
  const settle = async (request: FastifyRequest, key: string | undefined, work: Write): Promise<HttpResponse> => {
    if (key === undefined) return service.store.write(work, request.caller.name);
    if (running.has(key)) {
      throw new HttpProblem("idempotency-key-in-use", "The first request with this Idempotency-Key is still running.");
    }
    running.add(key);
    try {
      return await once(service, request, key, work);
    } finally {
      running.delete(key);
    }
  };
  return async (request: FastifyRequest): Promise<HttpResponse> => {
    const faults: Fault[] = [];
    const key = readKey(request, faults);
    const reading = read(request, faults);
    const write = reading instanceof Promise ? await reading : reading;
    if (isDeferred(deferral, request)) {
      const answer = await settle(request, key, (change) => accept(service, deferral, request, change));
      service.operations.wake();
      return answer;
    }
    const preferred = preferredReturn(request.headers);
    return settle(request, key, async (change) => preferring(preferred, await write(change)));
  };
}

/** Looks whether a caller may write what a body writes through to other collections, where it would change something. */
export function permissionOf(
  { store }: HttpContext,
  { caller }: Pick<RequestData, "caller">,
  resource: Resource,
  body: Values,
): Precondition {
  const through = throughScopes(resource, body, (name) => store.catalog.resource(name).scopes);
  return (record) => {
    for (const [field, scope] of through) if (body[field] !== (record?.[field] ?? null)) requireScope(caller, scope);
  };
}

/** The guard that a request's conditions put before a change of a record, after what else there is to ask. */
export function preconditionOf(conditions: Conditions | undefined, first: Precondition = () => {}): Precondition {
  return (record) => {
    first(record);
    const selected = record && { tag: recordTag(record.revision), modified: record.updated_at };
    if (conditions) refuseWrite(conditions, selected);
  };
}

/** Answers that come again under the same key; others are worth another try. */
const REMEMBERED = [404, 409, 412, 422];

async function once({ store }: HttpContext, request: FastifyRequest, key: string, work: Write): Promise<HttpResponse> {
  const remember = (reason: unknown): string | undefined => {
    const problem = problemOf(reason);
    if (!REMEMBERED.includes(statusOf(problem.slug))) return undefined;
    return JSON.stringify(problemAnswer(problem, requestPath(request), request.id));
  };
  const { fingerprint } = request;
  let first: HttpResponse | undefined;
  const carried = async (change: Writer): Promise<string> => {
    first = await work(change);
    return JSON.stringify(first.kept ?? first);
  };
  const { outcome, replayed } = await store.writeOnce(
    { key, fingerprint, refusalOf: remember },
    carried,
    request.caller.name,
  );
  if (first?.kept) return first;
  const answer = JSON.parse(outcome) as HttpResponse;
  return replayed ? { ...answer, headers: { ...answer.headers, "idempotent-replayed": "true" } } : answer;
}

/**
 * What stands for a request that is carried out once: caller, method, path and key.
 * @param faults gets one for a key that is none
 */
function readKey(request: FastifyRequest, faults: Fault[]): string | undefined {
  const given = request.headers["idempotency-key"];
  if (given === undefined || (request.method !== "POST" && request.method !== "PATCH")) return undefined;
  if (typeof given !== "string" || !/^[\x21-\x7e]{1,255}$/.test(given)) {
    const message = "Idempotency-Key is 1 to 255 visible ASCII characters.";
    faults.push({ in: "shape", header: "Idempotency-Key", code: "invalid_header", message });
  }
  return [request.caller.name, request.method, request.url, given].join("\n");
}
