/** What the handlers share. */
import type { FastifyRequest } from "fastify";
import type { Access } from "../access/credentials.ts";
import type { PageSizes } from "../query/paging.ts";
import type { Place, Store } from "../store/store.ts";

export interface Service {
  readonly store: Store;
  readonly access: Access;
  readonly pageSizes: PageSizes;
  /** Bytes of an ordinary body, and of an array of records. */
  readonly bodyLimit: number;
  readonly bulkBodyLimit: number;
  readonly version: string;
  /** Whether the service is ready for requests; false while it drains. */
  ready(): boolean;
}

/** The ids in a request's path. */
export function placeOf(request: FastifyRequest): Place {
  return request.params as Place;
}

/** A request's path, without its query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0]!;
}

/** The part of a request's URL after `?`. */
export function queryOf(request: FastifyRequest): string {
  const cut = request.url.indexOf("?");
  return cut < 0 ? "" : request.url.slice(cut + 1);
}
