/** `Prefer: respond-async` (RFC 7240 §4.1): a request is stored as an operation, and executed later. */
import type { FastifyRequest } from "fastify";
import { RETRY_AFTER_S } from "../../operations/declaration.ts";
import type { OperationRunner } from "../../operations/runner.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Writer } from "../../store/write/writer.ts";
import type { RequestData } from "../context.ts";
import { type HttpResponse, PRIVATE, recordResponse } from "../response/response.ts";

/** A write that can run asynchronously if the client prefers that. */
export interface AsyncWrite {
  readonly kind: "import" | "delete";
  /**
   * How many records it affects.
   * @throws Problem if it can be refused at once
   */
  countRecords(tx: Writer): Promise<number>;
}

/** A stored request: this as one line of JSON, then the body as it was sent. */
export interface StoredRequest extends Pick<RequestData, "id" | "method" | "url" | "params" | "headers"> {
  readonly kind: AsyncWrite["kind"];
  readonly resource: string;
  readonly caller: { readonly name: string; readonly scopes: readonly string[] };
}

/** The headers that affect how a request is executed; never the credential. */
const STORED_HEADERS = ["prefer", "if-match", "if-none-match", "if-unmodified-since"];

/** Stores a request within a unit of work. Responds with its operation; call `operations.wake` after the commit. */
export async function acceptRequest(
  operations: OperationRunner,
  resource: Resource,
  { kind, countRecords }: AsyncWrite,
  request: FastifyRequest,
  tx: Writer,
): Promise<HttpResponse> {
  const operation = await operations.accept(tx, {
    kind,
    startedBy: request.caller.name,
    total: await countRecords(tx),
    request: serialize(kind, resource, request),
  });
  const { headers, body } = recordResponse(operations.operations.resource, operation, { created: true });
  const extra = {
    "cache-control": PRIVATE,
    "preference-applied": "respond-async",
    "retry-after": String(RETRY_AFTER_S),
  };
  return { status: 202, headers: { ...headers, ...extra }, body };
}

function serialize(kind: AsyncWrite["kind"], resource: Resource, request: FastifyRequest): string {
  const { id, method, url, params, headers, caller, text } = request;
  const stored: StoredRequest = {
    ...{ kind, resource: resource.name, id, method, url, params },
    headers: Object.fromEntries(STORED_HEADERS.flatMap((name) => (name in headers ? [[name, headers[name]]] : []))),
    caller: { name: caller.name, scopes: [...caller.scopes] },
  };
  return `${JSON.stringify(stored)}\n${text}`;
}
