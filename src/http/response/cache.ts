/** Caches responses of public lists, with their bodies as the bytes that are sent. */
import { VersionedCache } from "../../runtime/versioned-cache.ts";
import type { HttpResponse } from "./response.ts";

const CAPACITY_BYTES = 12 * 1024 * 1024;
/**
 * A response is cached when its URL is requested a second time among this many others. Caching what is requested once,
 * such as each page of a list in turn, would evict what is requested often.
 */
const RECENT_URLS = 500;

/** An LRU cache of responses, by URL and entity tag. */
export class ResponseCache {
  private readonly responses = new VersionedCache<HttpResponse>({
    maxSize: CAPACITY_BYTES,
    sizeOf: ({ body }, url) => body.length + url.length,
  });
  private readonly recent = new VersionedCache<true>({ max: RECENT_URLS });

  /** Returns undefined if there is no response with this entity tag. */
  get(url: string, tag: string): HttpResponse | undefined {
    return this.responses.get(url, tag);
  }

  /** Caches a response if its URL was requested before. Returns the response. */
  add(url: string, tag: string, response: HttpResponse): HttpResponse {
    if (this.recent.get(url, tag)) {
      // A buffer is outside the heap, so that the garbage collector does not scan it.
      this.responses.set(url, tag, { ...response, body: Buffer.from(response.body) });
    } else this.recent.set(url, tag, true);
    return response;
  }
}

/** Caches nothing: for private lists. */
export const NO_CACHE: Pick<ResponseCache, "get" | "add"> = {
  get: () => undefined,
  add: (_url, _tag, response) => response,
};
