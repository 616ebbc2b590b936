/** One exchange with a receiver: the connection goes to an address that was looked at, and nowhere else. */
import { Agent as PlainAgent, request as plainRequest, type RequestOptions } from "node:http";
import { Agent, request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { addressesOf, type EgressPolicy, OutOfReach, within } from "./egress.ts";

/** What came of an exchange. */
export interface Exchanged {
  /** Null where there was no answer. */
  readonly status_code: number | null;
  readonly duration_ms: number;
  /** Null where the receiver took it. */
  readonly error: string | null;
}

/** So much of an answer is read, so that the receiver may finish it; nothing of it is kept. */
const MOST_READ = 64 * 1024;

// Of our own, so that no proxy of the environment comes in between; a connection serves one delivery.
const agents = { "https:": new Agent({ keepAlive: false }), "http:": new PlainAgent({ keepAlive: false }) };

/**
 * Sends a body to a URL by POST. Redirects are not followed.
 * @param signal ends it, as a failure
 */
export async function exchange(
  target: string,
  body: string,
  headers: Record<string, string>,
  reach: EgressPolicy,
  signal?: AbortSignal,
): Promise<Exchanged> {
  const started = performance.now();
  const late = AbortSignal.timeout(reach.network.patience);
  const end = signal ? AbortSignal.any([signal, late]) : late;
  const told = (status: number | null, error: string | null): Exchanged => ({
    status_code: status,
    duration_ms: Math.round(performance.now() - started),
    error,
  });
  try {
    const url = new URL(target);
    const addresses = await within(addressesOf(url, reach), end);
    const status = await post(url, body, { headers, signal: end, lookup: only(addresses) });
    return told(status, refusalOf(status));
  } catch (reason) {
    return told(null, late.aborted ? `No answer within ${reach.network.patience / 1000} s.` : messageOf(reason));
  }
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const redirects = status >= 300 && status < 400 ? " Redirects are not followed." : "";
  return `The receiver answered ${status}.${redirects}`;
}

/** In our own words: the machine's would name addresses. */
function messageOf(reason: unknown): string {
  if (reason instanceof OutOfReach) return reason.message;
  const { code = "unknown" } = reason as NodeJS.ErrnoException;
  return `The receiver could not be reached (${code}).`;
}

/** Has a connection go to these addresses, so that a name does not come to stand for another in between. */
function only(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };
}

/** The status of the answer. */
function post(url: URL, body: string, options: RequestOptions): Promise<number> {
  const secure = url.protocol === "https:";
  const start = secure ? request : plainRequest;
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    // Once the receiver has spoken, whatever becomes of the rest of its answer.
    const ended = (reason?: Error): void => (status === undefined ? reject(reason) : resolve(status));
    const asked = start(url, { ...options, method: "POST", agent: agents[secure ? "https:" : "http:"] }, (answer) => {
      status = answer.statusCode!;
      let read = 0;
      answer.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read > MOST_READ) answer.destroy();
      });
      answer.on("error", ended);
      answer.on("close", ended);
    });
    asked.on("error", ended);
    asked.end(body);
  });
}
