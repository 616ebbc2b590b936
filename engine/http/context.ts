/** What handlers and routes share. */
import type { FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { Access } from "../access/authenticate.ts";
import type { RefusedRequests } from "../access/refused-requests.ts";
import type { Requirement } from "../access/requirements.ts";
import type { OperationRunner } from "../operations/runner.ts";
import type { PageSizes } from "../query/paging.ts";
import type { Resource, View } from "../resource/resource.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DiskSpace } from "../store/health/disk-space.ts";
import type { Store } from "../store/store.ts";
import type { BodyReader } from "./request/body-parser.ts";
import type { RateLimiting } from "./request/rate-limit.ts";
import type { ClientOf } from "./request/requester.ts";
import type { Exports } from "./response/exports.ts";
import type { HttpResponse } from "./response/response.ts";
import type { EventStreams } from "./response/sse.ts";

/** The parts of the service that handlers use. */
export interface HttpContext {
  readonly store: Store;
  readonly access: Access;
  /** Whether the past of public resources is open to all who may read these. */
  readonly publicHistory: boolean;
  /** The origin at which people reach the service; undefined: that of each request. */
  readonly publicUrl: string | undefined;
  /** The origins of sites that may show pictures in frames; `*` for all. */
  readonly embedOrigins: readonly string[];
  /** Undefined if requests are not limited. */
  readonly rateLimiting: RateLimiting | undefined;
  readonly clientOf: ClientOf;
  readonly bodies: BodyReader;
  /** Counts requests that were refused although only the admin may send them; undefined without authentication. */
  readonly refusedRequests: RefusedRequests | undefined;
  /** The address of the client, also of an authenticated caller. */
  readonly addressOf: ClientOf;
  readonly operations: OperationRunner;
  readonly pageSizes: PageSizes;
  /** The maximum size of an ordinary body, in bytes. */
  readonly bodyLimit: number;
  /** The maximum size of an array of records, in bytes. */
  readonly bulkBodyLimit: number;
  /** The name of the service for people. */
  readonly title: string;
  /** What it is; an empty line separates paragraphs. Undefined if it does not say. */
  readonly about?: string | undefined;
  readonly version: string;
  /** Reads the day whose state the stored data describe, and when they were stored; undefined if there are none, or they do not say. */
  readonly dataset: () => Promise<{ readonly asOf: string | undefined; readonly storedAt: string | undefined }>;
  readonly streams: EventStreams;
  readonly exports: Exports;
  readonly clock: Clock;
  /** The space on the disk of the database; undefined if that is on a server. */
  readonly diskSpace: Pick<DiskSpace, "level"> | undefined;
  /** Whether the service takes requests; false while it drains. */
  ready(): boolean;
  /** The metrics as a response; undefined if they are served on an address of their own. */
  readonly metrics: (() => Promise<HttpResponse>) | undefined;
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
  /** Of a path of the API: the resource that it leads to. */
  readonly resource?: Resource;
  /** Set for what monitors the service: it gets a response while that is overloaded or draining, and has a quota of its own. */
  readonly monitoring?: true;
  /** Set if the rate limits do not count its requests. */
  readonly unlimited?: true;
  /** Announces what is deprecated; undefined if nothing is. */
  readonly announce?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
  /** What a caller needs in addition to read its past; undefined if nothing. */
  readonly pastRequirement?: Requirement | undefined;
  /** Of a list: the media types of its responses to GET, from which `format` and `Accept` choose. */
  readonly offered?: readonly string[];
  /** Of a path of a resource: the view that it shows, or of which it shows one record. */
  readonly view?: View;
}

/** The methods of a path, as `Allow` lists them. */
export function allowOf({ handlers }: Route): string {
  const methods = Object.keys(handlers);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
