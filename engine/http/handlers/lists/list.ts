/** GET of a list as a page of JSON, with its validators and the cache of responses. */
import type { View } from "../../../resource/resource.ts";
import type { Handler, HttpContext } from "../../context.ts";
import { NO_CACHE, type ResponseCache } from "../../response/cache.ts";
import { type HttpResponse, notModified } from "../../response/response.ts";
import { renderList, selfPath } from "./list-page.ts";
import { readListRequest } from "./list-request.ts";

/** The handler of a view's list. */
export function list(context: HttpContext, view: View, responses: ResponseCache): Handler {
  const { store } = context;
  const cache = view.private ? NO_CACHE : responses;
  return async (request) => {
    const { requester } = request;
    const {
      parentId,
      key,
      include,
      tag,
      counters,
      cachedTag: etag,
      readQuery,
      isNotModified,
    } = await readListRequest(context, view, request);
    if (etag !== undefined)
      return notModified(
        view.aliases.length > 0 ? { etag, "content-location": selfPath(view, parentId, readQuery()) } : { etag },
      );
    const cached = cache.get(key);
    const read = async (): Promise<HttpResponse> => {
      if (cached?.tag === tag) return cached.response;
      const list =
        cached?.part && (await store.isUnchanged(cached.part, cached.counters, counters))
          ? { ...cached, response: withTag(cached.response, tag) }
          : await renderList(store, view, parentId, readQuery(), { counter: counters[0]!, requester }, tag);
      // What is embedded may change although the page does not.
      const part = include.length > 0 ? undefined : list.part;
      return cache.add(key, { ...list, part, tag, counters });
    };
    const response = await read();
    return isNotModified() ? notModified(response.headers, response.body) : response;
  };
}

function withTag(response: HttpResponse, etag: string): HttpResponse {
  return { ...response, headers: { ...response.headers, etag } };
}
