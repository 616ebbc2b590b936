/** A request that writes, before it is sent, and what is answered. */
import type { Data } from "./data.ts";

/** A request that writes. */
export interface Write {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** In the API, with its query if it has one. */
  readonly path: string;
  readonly body?: unknown;
  /** The tag of the state that is changed; the request is refused with 412 if there is a later one. */
  readonly ifMatch?: string | undefined;
  /** `*`: nothing that exists is replaced. */
  readonly ifNoneMatch?: "*" | undefined;
  /** The same for every try of the same write, so that it is carried out once. */
  readonly idempotencyKey?: string | undefined;
  /** Carries it out as an operation: the answer is 202 with the operation. */
  readonly asOperation?: boolean | undefined;
  /** The member of the answer that is shown once, and never in the panel of requests. */
  readonly issues?: string | undefined;
}

/** The answer to a write. */
export interface Written {
  readonly status: number;
  /** The record, or the operation; undefined if there is no body. */
  readonly data: Data | undefined;
  readonly headers: Headers;
}

/** Returns the header fields of a write, without those that every request has. */
export function headersOf({
  method,
  ifMatch,
  ifNoneMatch,
  idempotencyKey,
  asOperation,
}: Write): Record<string, string> {
  return {
    ...(method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {}),
    ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...(asOperation ? { prefer: "respond-async" } : {}),
  };
}
