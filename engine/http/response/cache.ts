/** Caches responses of public lists, with their bodies as the bytes that are sent. */
import { LRUCache } from "lru-cache";
import type { Counter } from "../../store/counters.ts";
import type { ListPart } from "../../store/read/list.ts";
import type { HttpResponse } from "./response.ts";

const CAPACITY_BYTES = 12 * 1024 * 1024;
/**
 * A response is cached when its URL is requested a second time among this many others. Caching what is requested once,
 * such as each page of a list in turn, would evict what is requested often.
 */
const RECENT_URLS = 2_000;

/** A response of a list, and what it shows. */
export interface ListResponse {
  readonly response: HttpResponse;
  readonly tag: string;
  /** The change counters of which the tag was made. */
  readonly counters: readonly Counter[];
  /** Undefined of a summary, and if it shows more than this part of a list: it is current only while the counters are the same. */
  readonly part: ListPart | undefined;
}

/** An LRU cache of one response for each URL. */
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

/** Caches nothing: for private lists. */
export const NO_CACHE: Pick<ResponseCache, "get" | "add"> = {
  get: () => undefined,
  add: (_key, { response }) => response,
};
