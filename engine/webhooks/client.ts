/** Sends one delivery to its receiver, over a connection to an address that the egress policy has checked. */
import { isIP, type LookupFunction } from "node:net";
import type { Dispatcher } from "undici";
import { abortable, type EgressPolicy, EgressRefused, resolveTarget } from "./egress.ts";

/** How an attempt to deliver ended. */
export interface DeliveryResult {
  /** Null if there was no response. */
  readonly status_code: number | null;
  readonly duration_ms: number;
  /** Null if the receiver accepted the delivery. */
  readonly error: string | null;
}

/** The number of bytes of a response that are read, so that the receiver can finish sending it; then the connection is closed. */
const MAX_DISCARDED = 64 * 1024;

/**
 * Sends a body to a URL by POST, over a connection of its own. Redirects are not followed.
 * @param signal aborts the attempt; the result is then a failure
 */
export async function postDelivery(
  target: string,
  body: string,
  headers: Record<string, string>,
  policy: EgressPolicy,
  signal?: AbortSignal,
): Promise<DeliveryResult> {
  const started = performance.now();
  const timeout = AbortSignal.timeout(policy.network.timeoutMs);
  const aborted = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const result = (status_code: number | null, error: string | null): DeliveryResult => {
    return { status_code, duration_ms: Math.round(performance.now() - started), error };
  };
  try {
    const url = new URL(target);
    const addresses = await abortable(resolveTarget(url, policy, aborted), aborted);
    const status = await post(url, addresses, { body, headers, signal: aborted });
    return result(status, rejectionOf(status));
  } catch (reason) {
    const late = `The receiver did not respond within ${policy.network.timeoutMs / 1000} s.`;
    return result(null, timeout.aborted ? late : messageOf(reason));
  }
}

function rejectionOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const redirect = status >= 300 && status < 400 ? " Redirects are not followed." : "";
  return `The receiver responded with ${status}.${redirect}`;
}

/** The message of a failed attempt, without the system's own, which would reveal addresses. */
function messageOf(reason: unknown): string {
  if (reason instanceof EgressRefused) return reason.message;
  const { code = "unknown" } = reason as NodeJS.ErrnoException;
  return `The receiver could not be reached (${code}).`;
}

type Post = Pick<Dispatcher.RequestOptions, "body" | "headers" | "signal">;

/** Sends the request. @returns the status of the response, even if its body breaks off */
async function post(url: URL, addresses: readonly string[], options: Post): Promise<number> {
  // Loaded by the first delivery, because it delays the start.
  const { Client } = await import("undici");
  // A separate client uses no proxy from the environment. Without pipelining, it sends `Connection: close`.
  const client = new Client(url.origin, { connect: { lookup: lookupAmong(addresses) }, pipelining: 0 });
  try {
    const response = await client.request({ ...options, method: "POST", path: `${url.pathname}${url.search}` });
    await discard(response.body);
    return response.statusCode;
  } finally {
    client.destroy().catch(() => {});
  }
}

async function discard(body: AsyncIterable<Buffer>): Promise<void> {
  let read = 0;
  try {
    for await (const chunk of body) {
      read += chunk.length;
      if (read > MAX_DISCARDED) return;
    }
  } catch {
    // The status is known; how the body ends does not matter.
  }
}

/** A lookup that returns these addresses for any name. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };
}
