/** GET of a list as a page of JSON, with its validators and the cache of responses. */
import { LRUCache } from "lru-cache";
import type { View } from "../../../resource/resource.ts";
import type { Counter } from "../../../store/counters.ts";
import type { Handler, HttpContext } from "../../context.ts";
import { type HttpResponse, notModified } from "../../response/response.ts";
import { type RenderedList, renderList } from "./list-page.ts";
import { selfPath } from "./list-paths.ts";
import { readListRequest } from "./list-request.ts";

/** The handler of a view's list. */
export function list(context: HttpContext, view: View, responses: ResponseCache): Handler {
  const { store } = context;
  return async (request) => {
    const {
      parentId,
      key,
      include,
      records,
      moment,
      options,
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
    const cache = view.private || moment ? NO_CACHE : responses;
    const cached = cache.get(key);
    const read = async (): Promise<HttpResponse> => {
      if (cached?.tag === tag) return cached.response;
      const list =
        cached?.part && (await store.isUnchanged(cached.part, cached.counters, counters))
          ? { ...cached, response: withTag(cached.response, tag) }
          : await renderList(records, view, parentId, readQuery(), options, tag, request.question);
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

const CAPACITY_BYTES = 12 * 1024 * 1024;
/**
 * A response is cached when its URL is requested a second time among this many others. Caching what is requested once,
 * such as each page of a list in turn, would evict what is requested often.
 */
const RECENT_URLS = 2_000;

/** A cached response. */
interface ListResponse extends RenderedList {
  readonly tag: string;
  /** The change counters of which the tag was made. Without a `part`, it is current only while they are the same. */
  readonly counters: readonly Counter[];
}

/** Caches responses of public lists, one for each URL, with their bodies as the bytes that are sent. */
export class ResponseCache {
  private readonly responses = new LRUCache<string, ListResponse>({
    maxSize: CAPACITY_BYTES,
    sizeCalculation: ({ response, part }, key) => response.body.length + (part?.keys.byteLength ?? 0) + key.length,
  });
  private readonly recent = new LRUCache<string, true>({ max: RECENT_URLS });

  /** The response that was cached last. It is current if its tag is. */
  get(key: string): ListResponse | undefined {
    return this.responses.get(key);
  }

  /** Caches a response if its URL was requested before. Returns the response. */
  add(key: string, list: ListResponse): HttpResponse {
    const { response } = list;
    if (this.recent.has(key)) {
      // A buffer is outside the heap, so that the garbage collector does not scan it.
      const body = typeof response.body === "string" ? Buffer.from(response.body) : response.body;
      this.responses.set(key, { ...list, response: { ...response, body } });
    }
    this.recent.set(key, true);
    return response;
  }
}

/** Caches nothing: for private lists, and for the past, about which few ask. */
const NO_CACHE: Pick<ResponseCache, "get" | "add"> = {
  get: () => undefined,
  add: (_key, { response }) => response,
};
