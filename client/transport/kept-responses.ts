/** Responses to GETs, kept to be revalidated: the service answers 304 without a body if nothing has changed. */

/** A response with an entity tag. */
export interface KeptResponse {
  readonly etag: string;
  readonly headers: Headers;
  readonly text: string;
}

const MAX_RESPONSES = 500;
/** In UTF-16 code units, all texts together. */
const MAX_LENGTH = 16 * 2 ** 20;

/** The most recently used responses, by URL and media type. */
export class KeptResponses {
  /** In the order of their last use. */
  private readonly responses = new Map<string, KeptResponse>();
  private length = 0;

  get(name: string): KeptResponse | undefined {
    const found = this.responses.get(name);
    if (found) {
      this.responses.delete(name);
      this.responses.set(name, found);
    }
    return found;
  }

  /** Keeps a response that has an entity tag and may be stored. */
  add(name: string, headers: Headers, text: string): void {
    const etag = headers.get("etag");
    this.remove(name);
    if (etag === null || /\bno-store\b/.test(headers.get("cache-control") ?? "")) return;
    this.responses.set(name, { etag, headers, text });
    this.length += text.length;
    for (const oldest of this.responses.keys()) {
      if (this.responses.size <= MAX_RESPONSES && this.length <= MAX_LENGTH) break;
      this.remove(oldest);
    }
  }

  private remove(name: string): void {
    this.length -= this.responses.get(name)?.text.length ?? 0;
    this.responses.delete(name);
  }
}
