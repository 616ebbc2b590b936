/** Network failures: no response was received, or it was cut off. */

/** No complete response was received. Whether the service has executed the request is unknown. The reason is in `cause`. */
export class NetworkError extends Error {
  /** The URL to which the request was sent. */
  readonly url: string;
  /** What the platform says of the failure, such as `connect ECONNREFUSED 127.0.0.1:3000`. */
  readonly reason: string;
  /** How many times the request was sent. */
  tries = 1;

  constructor(method: string, url: string, cause: unknown) {
    super(`${method} ${url}: ${reasonOf(cause)}`, { cause });
    this.name = "NetworkError";
    this.url = url;
    this.reason = reasonOf(cause);
  }
}

/** The innermost message: `fetch failed` alone says nothing. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause instanceof Error) return reasonOf(cause.cause);
  return cause.message || (cause as { code?: string }).code || cause.name;
}
