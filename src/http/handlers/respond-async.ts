/** Requests that are accepted now and carried out later: `Prefer: respond-async` (RFC 7240 §4.1). */
import type { FastifyRequest } from "fastify";
import { RETRY_AFTER_S } from "../../operations/declaration.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Writer } from "../../store/write/writer.ts";
import type { HttpContext, RequestData } from "../context.ts";
import { prefersLater } from "../request/prefer.ts";
import { type HttpResponse, writeResponse } from "../response/response.ts";

/** Which requests of a path may be put off. */
export interface Deferral {
  readonly kind: "import" | "delete";
  readonly resource: Resource;
  /** Whether a request that was found well-formed is one of them. */
  suits(request: RequestData): boolean;
  /**
   * How many records a request is about.
   * @throws Problem for what need not be put off to be refused
   */
  weigh(change: Writer, request: RequestData): Promise<number>;
}

/** A request as it is kept: one line that says what was asked, and the body as it came. */
export interface StoredRequest extends Pick<RequestData, "id" | "method" | "url" | "params" | "headers"> {
  readonly kind: Deferral["kind"];
  readonly resource: string;
  readonly caller: { readonly name: string; readonly scopes: readonly string[] };
}

/** What of a request's header decides how it is carried out; never the credential. */
const DECISIVE = ["prefer", "if-match", "if-none-match", "if-unmodified-since"];

/** Whether a request is to be put off. */
export function isDeferred(deferral: Deferral | undefined, request: RequestData): deferral is Deferral {
  return deferral !== undefined && prefersLater(request.headers) && deferral.suits(request);
}

/** Accepts a request, within a unit of work; its answer is the operation. */
export async function accept(
  { operations }: HttpContext,
  { kind, resource, weigh }: Deferral,
  request: FastifyRequest,
  change: Writer,
): Promise<HttpResponse> {
  const total = await weigh(change, request);
  const startedBy = request.caller.name;
  const operation = await operations.accept(change, { kind, startedBy, total, request: kept(kind, resource, request) });
  const { headers, body } = writeResponse(operations.operations.resource, operation, true);
  const told = { ...headers, "preference-applied": "respond-async", "retry-after": String(RETRY_AFTER_S) };
  return { status: 202, headers: told, body };
}

function kept(kind: Deferral["kind"], resource: Resource, request: FastifyRequest): string {
  const { id, method, url, params, headers, caller, text } = request;
  const decisive = Object.fromEntries(DECISIVE.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])));
  const line: StoredRequest = {
    ...{ kind, resource: resource.name, id, method, url, params, headers: decisive },
    caller: { name: caller.name, scopes: [...caller.scopes] },
  };
  return `${JSON.stringify(line)}\n${text}`;
}
