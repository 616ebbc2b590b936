/** PUT and PATCH of a record, and what all writes share: reading the request, checking preconditions, committing. */
import { requireScope, writeThroughScopes } from "../../access/requirements.ts";
import type { Values } from "../../declare/values.ts";
import type { Fault } from "../../problem.ts";
import { readWriteParameters } from "../../query/history/as-of.ts";
import type { Resource } from "../../resource/resource.ts";
import type { WriteAction } from "../../resource/schemas.ts";
import { checkAsync, readSubmission, type Submission } from "../../resource/submission.ts";
import type { Place } from "../../store/place.ts";
import type { Precondition, Writer } from "../../store/write/writer.ts";
import type { Handler, HttpContext, RequestData } from "../context.ts";
import { requestPlace, requestQuery } from "../request/address.ts";
import { type Conditions, readConditions } from "../request/conditions.ts";
import { preferredReturn, prefersAsync } from "../request/prefer.ts";
import { recordTag } from "../response/etag.ts";
import { checkPreconditions } from "../response/preconditions.ts";
import { applyReturnPreference, type HttpResponse, recordResponse } from "../response/response.ts";
import { IdempotentRequests, readIdempotencyKey } from "./idempotency.ts";
import { type AsyncWrite, acceptRequest } from "./respond-async.ts";

/** A well-formed write. */
export interface Write {
  /** Executes it within a unit of work. */
  execute(tx: Writer): Promise<HttpResponse>;
  /** Whether it may take long, so that other writes should not wait for it. */
  readonly isLong?: boolean;
  /** What `execute` checks first. */
  readonly precondition?: Precondition;
  /** Set if the client may prefer an asynchronous response. */
  readonly async?: AsyncWrite | undefined;
}

/**
 * Reads a request to write a resource.
 * @param faults faults of shape found before; the reader adds its own, so that one response lists all of them
 * @throws Problem if the request is malformed
 */
export type WriteReader = (
  context: HttpContext,
  resource: Resource,
  request: RequestData,
  faults: Fault[],
) => Promise<Write>;

/** The handler of a method that writes. */
export function write(context: HttpContext, resource: Resource, read: WriteReader): Handler {
  const requests = new IdempotentRequests(context.store);
  return async (request) => {
    const faults: Fault[] = [];
    const key = readIdempotencyKey(request, faults);
    const { execute, isLong, async } = await read(context, resource, request, faults);
    if (async && prefersAsync(request.headers)) {
      const response = await requests.commit(request, key, (tx) =>
        acceptRequest(context.operations, resource, async, request, tx),
      );
      context.operations.wake();
      return response;
    }
    const preference = preferredReturn(request.headers);
    return requests.commit(request, key, async (tx) => applyReturnPreference(preference, await execute(tx)), {
      isLong,
    });
  };
}

/** Reads a PATCH, which applies a JSON Merge Patch (RFC 7396) to a record. */
export const readUpdate: WriteReader = async (context, resource, request, faults) => {
  const { place, precondition, submission } = await readWrite(context, resource, "patch", request, faults);
  return {
    execute: async (tx) => {
      const record = await tx.patch(resource, place, submission, precondition);
      return recordResponse(resource, record, { modified: context.store.lastModified(record.updated_at) });
    },
  };
};

/** Reads a PUT, which replaces the record at a path, or creates it. */
export const readReplace: WriteReader = async (context, resource, request, faults) => {
  const { place, precondition, submission } = await readWrite(context, resource, "replace", request, faults);
  return {
    execute: async (tx) => {
      const { record, created } = await tx.replace(resource, place, submission, precondition);
      const modified = context.store.lastModified(record.updated_at);
      return recordResponse(resource, record, { created, secrets: submission.secrets, modified });
    },
  };
};

/** The parts of a request that writes one record. */
interface WriteRequest {
  readonly place: Place;
  readonly submission: Submission;
  /** Checks the conditions of the request, and the scopes that its body needs. */
  readonly precondition: Precondition;
}

/** Reads a request that writes one record. @throws Problem if it is malformed, or for a lack of scopes */
export async function readWrite(
  { store }: HttpContext,
  resource: Resource,
  action: WriteAction,
  request: RequestData,
  faults: Fault[],
): Promise<WriteRequest> {
  readWriteParameters(resource, requestQuery(request), [], faults);
  const conditions = action === "create" ? undefined : readConditions(request.headers, faults);
  const submission = readSubmission(resource, action, request.body, request.caller, faults);
  const permission = permissionFor(store.catalog, request, resource, submission.body);
  if (action === "create") permission(undefined);
  return {
    place: requestPlace(request),
    submission: await checkAsync(resource, submission),
    precondition: preconditionOf(store, conditions, permission),
  };
}

/** Returns a precondition that requires the scope of each collection to which the body would write a changed value. */
export function permissionFor(
  catalog: HttpContext["store"]["catalog"],
  { caller }: Pick<RequestData, "caller">,
  resource: Resource,
  body: Values,
): Precondition {
  const scopes = writeThroughScopes(resource, body, (name) => catalog.resource(name).scopes);
  return (record) => {
    for (const [field, scope] of scopes) if (body[field] !== (record?.[field] ?? null)) requireScope(caller, scope);
  };
}

/** Returns a precondition that checks the conditions of the request after another precondition. */
export function preconditionOf(
  store: HttpContext["store"],
  conditions: Conditions | undefined,
  guard: Precondition,
): Precondition {
  return (record) => {
    guard(record);
    const selected = record && { tag: recordTag(record.revision), modified: store.lastModified(record.updated_at) };
    if (conditions) checkPreconditions(conditions, selected);
  };
}
