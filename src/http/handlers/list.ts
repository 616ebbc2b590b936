/** GET of a list, with its validators and the cache of responses. */
import type { Fault } from "../../problem.ts";
import { type ListQuery, readListQuery } from "../../query/list-query.ts";
import { visibilityFilters } from "../../query/visibility.ts";
import type { View } from "../../resource/resource.ts";
import type { Handler, HttpContext } from "../context.ts";
import { requestPlace, requestQuery } from "../request/address.ts";
import { readConditions } from "../request/conditions.ts";
import { NO_CACHE, type ResponseCache } from "../response/cache.ts";
import { codingFor } from "../response/content-coding.ts";
import { listTag } from "../response/etag.ts";
import { cachedTag, isNotModified } from "../response/preconditions.ts";
import { notModified } from "../response/response.ts";
import { renderPage, selfPath } from "./list-page.ts";

/** The handler of a view's list. */
export function list({ store, access, pageSizes }: HttpContext, view: View, responses: ResponseCache): Handler {
  const cache = view.private ? NO_CACHE : responses;
  /** The collections that the list shows: with the parent's, a list that exists never has the tag of one that does not. */
  const shown = view.parent ? [view.resource, view.parent.resource] : [view.resource];
  return async (request) => {
    const { url } = request;
    const query = requestQuery(request);
    const { parentId } = requestPlace(request);
    const scopes = view.resource.rowScope === undefined ? undefined : access.readScopes(request.caller);
    const variant = [view.parent ? `${parentId}?${query}` : query, ...(scopes ?? [])].join(" ");
    // Read before the page: a page may be newer than its tag, and is then rendered again, but it is never older.
    const counters = await store.counters(shown);
    const tag = listTag(counters, variant);

    const faults: Fault[] = [];
    const conditions = readConditions(request.headers, faults);
    const readQuery = (): ListQuery => ({
      ...readListQuery(view, query, pageSizes, parentId, faults),
      visibility: visibilityFilters(view, scopes),
    });
    if (faults.length > 0) readQuery();

    const selected = conditions && { tag, coding: codingFor(request) };
    // A client that has this tag got it from this URL: the query is valid, and the parent exists.
    const etag = selected && cachedTag(conditions, selected);
    if (etag !== undefined)
      return notModified(
        view.aliases.length > 0 ? { etag, "content-location": selfPath(view, parentId, readQuery()) } : { etag },
      );
    const response =
      cache.get(url, tag) ??
      cache.add(url, tag, await renderPage(store, view, parentId, readQuery(), counters[0]!, tag));
    return selected && isNotModified(conditions, selected) ? notModified(response.headers, response.body) : response;
  };
}
