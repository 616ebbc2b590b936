/** What the handlers share. */
import type { FastifyRequest } from "fastify";
import type { Access } from "../access/authenticate.ts";
import type { OperationRunner } from "../operations/runner.ts";
import type { PageSizes } from "../query/paging.ts";
import type { Place, Store } from "../store/store.ts";
import type { Limiting } from "./request/rate-limit.ts";
import type { EventStreams } from "./response/sse.ts";

export interface HttpContext {
  readonly store: Store;
  readonly access: Access;
  /** How often one may ask; undefined when that is not limited. */
  readonly limiting?: Limiting;
  readonly operations: OperationRunner;
  readonly pageSizes: PageSizes;
  /** Bytes of an ordinary body, and of an array of records. */
  readonly bodyLimit: number;
  readonly bulkBodyLimit: number;
  readonly version: string;
  /** Where events are told as they happen. */
  readonly streams: EventStreams;
  /** Whether the service is ready for requests; false while it drains. */
  ready(): boolean;
  /** What Prometheus is told. */
  metrics(): Promise<string>;
}

/** What of a request decides what it does: all there is of one that was kept to be carried out later. */
export type RequestData = Pick<FastifyRequest, "id" | "method" | "url" | "params" | "headers" | "body" | "caller">;

/** The ids in a request's path. */
export function requestPlace({ params }: Pick<RequestData, "params">): Place {
  return params as Place;
}

/** A request's path, without its query, and without the origin of a target in absolute form (RFC 9112 §3.2.2). */
export function requestPath({ url }: Pick<RequestData, "url">): string {
  const query = url.indexOf("?");
  const target = query < 0 ? url : url.slice(0, query);
  return target.startsWith("/") ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "") || "/";
}

/** The part of a request's URL after `?`. */
export function requestQuery({ url }: Pick<RequestData, "url">): string {
  const cut = url.indexOf("?");
  return cut < 0 ? "" : url.slice(cut + 1);
}
