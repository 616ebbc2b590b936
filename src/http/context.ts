/** What handlers and routes share. */
import type { FastifyRequest, HTTPMethods } from "fastify";
import type { Access } from "../access/authenticate.ts";
import type { Requirement } from "../access/requirements.ts";
import type { OperationRunner } from "../operations/runner.ts";
import type { PageSizes } from "../query/paging.ts";
import type { Store } from "../store/store.ts";
import type { RateLimiting } from "./request/rate-limit.ts";
import type { HttpResponse } from "./response/response.ts";
import type { EventStreams } from "./response/sse.ts";

/** The parts of the service that handlers use. */
export interface HttpContext {
  readonly store: Store;
  readonly access: Access;
  /** Undefined if requests are not limited. */
  readonly rateLimiting: RateLimiting | undefined;
  readonly operations: OperationRunner;
  readonly pageSizes: PageSizes;
  /** The maximum size of an ordinary body, in bytes. */
  readonly bodyLimit: number;
  /** The maximum size of an array of records, in bytes. */
  readonly bulkBodyLimit: number;
  readonly version: string;
  readonly streams: EventStreams;
  /** Whether the service takes requests; false while it drains. */
  ready(): boolean;
  /** The metrics in Prometheus's text format. */
  metrics(): Promise<string>;
}

/** The parts of a request that determine its effect. A request that is accepted for later is stored as these. */
export type RequestData = Pick<FastifyRequest, "id" | "method" | "url" | "params" | "headers" | "body" | "caller">;

/** Responds to a request. */
export type Handler = (request: FastifyRequest) => Promise<HttpResponse>;

/** A path with the handlers of its methods. */
export interface Route {
  /** In Fastify's notation: `/api/planets/:of/moons/:id`. */
  readonly url: string;
  readonly handlers: Partial<Record<HTTPMethods, Handler>>;
  readonly bodyLimit: number;
  /** What a caller needs for a method of this path. */
  readonly requirementOf: (method: string) => Requirement;
  /** Set for probes: never limited, and answered while the service is overloaded or draining. */
  readonly probe?: true;
  /** The media types of its responses to GET; JSON alone if undefined. */
  readonly offered?: readonly string[] | undefined;
}

/** The methods of a path, as `Allow` lists them. */
export function allowOf({ handlers }: Route): string {
  const methods = Object.keys(handlers);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
