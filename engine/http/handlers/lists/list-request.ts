/** What a GET of a list does before it reads the list, in every format: it finds the entity tag, and checks the request. */
import type { FastifyRequest } from "fastify";
import type { Fault } from "../../../problem.ts";
import { type ListQuery, readListQuery } from "../../../query/list-query.ts";
import { visibilityFilters } from "../../../query/visibility.ts";
import type { Relation, View } from "../../../resource/resource.ts";
import type { Counter } from "../../../store/counters.ts";
import type { HttpContext } from "../../context.ts";
import { requestPlace, requestQuery } from "../../request/address.ts";
import { readConditions } from "../../request/conditions.ts";
import { codingFor } from "../../response/content-coding.ts";
import { authorizeInclude, includedResources } from "../../response/embedded.ts";
import { cachedTag, isNotModified } from "../../response/preconditions.ts";
import { rowScopesOf, shownResources, tagOfList } from "./list-tag.ts";

/** A GET of a list. */
export interface ListRequest {
  readonly parentId: string | undefined;
  /** Identifies what the caller sees at this URL. */
  readonly key: string;
  readonly include: readonly Relation[];
  /** The change counters of what the list shows: its collection, its parent's, if it has one, and those of what it includes. */
  readonly counters: readonly Counter[];
  /** The entity tag of the list as it is now, without a content coding. */
  readonly tag: string;
  /** The same tag as the client sent it: its copy is current, the query is valid, and the parent exists. */
  readonly cachedTag: string | undefined;
  /** @throws Problem `invalid-request` with every fault of the query */
  readQuery(): ListQuery;
  /** Whether the response is 304, if the parent exists. @throws Problem `precondition-failed` */
  isNotModified(): boolean;
}

/** How a format of a list differs from pages of JSON. */
export interface ListFormat {
  /** Distinguishes its entity tags, because the same URL may select another format. */
  readonly mediaType: string;
  /** Adds the faults of parameters that the format does not take. */
  checkParameters(query: string, faults: Fault[]): void;
}

/**
 * Reads the request of a list.
 * @param format undefined for pages of JSON
 * @throws Problem `invalid-request` with every fault if a header is malformed; `unauthorized` or `forbidden` if the caller may
 *   not read what the list includes
 */
export async function readListRequest(
  { store, access, pageSizes }: HttpContext,
  view: View,
  request: FastifyRequest,
  format?: ListFormat,
): Promise<ListRequest> {
  const query = requestQuery(request);
  const { parentId } = requestPlace(request);
  const scopes = rowScopesOf(access, view.resource, request.caller);
  const faults: Fault[] = [];
  const conditions = readConditions(request.headers, faults);
  format?.checkParameters(query, faults);
  const readQuery = (): ListQuery => ({
    ...readListQuery(view, query, pageSizes, parentId, faults),
    visibility: visibilityFilters(view, scopes),
  });
  if (faults.length > 0) readQuery();
  // Names of parameters may be percent-encoded.
  const include = /include|%/.test(query) ? readQuery().include : [];
  authorizeInclude(access, request.caller, include);

  // Read before the list: a list may be newer than its tag, and is then rendered again, but it is never older.
  const counters = await store.counters([...shownResources(view), ...includedResources(include)]);
  const tag = tagOfList(counters, { view, parentId, query, mediaType: format?.mediaType, scopes });
  const selected = conditions && { tag, coding: codingFor(request) };
  return {
    parentId,
    key: [request.url, ...(scopes ?? [])].join(" "),
    include,
    counters,
    tag,
    // A client that has this tag got it from this URL.
    cachedTag: selected && cachedTag(conditions, selected),
    readQuery,
    isNotModified: () => selected !== undefined && isNotModified(conditions!, selected),
  };
}
