/** Where a webhook may send to: what its URL looks like, and what its host stands for. */
import { addressIn, isPublic } from "./addresses.ts";
import type { Network } from "./network.ts";

/** Which places are reached. */
export interface EgressPolicy {
  /** `http:` and addresses that are not of the open Internet too. */
  readonly allowPrivate: boolean;
  readonly network: Network;
}

/** The setting with which whoever runs the service opens their own network. */
export const ALLOWING = "WEBHOOK_ALLOW_PRIVATE=true";

/** For so long a name is looked up before a webhook is made; whoever connects looks again. */
const LOOKUP_MS = 3_000;

/** Whether a text is a URL to which deliveries can go, whatever its host. */
export function isTarget(text: string, { allowPrivate }: Pick<EgressPolicy, "allowPrivate">): boolean {
  const url = URL.parse(text);
  if (!url || !["https:", ...(allowPrivate ? ["http:"] : [])].includes(url.protocol)) return false;
  return url.username === "" && url.password === "" && !text.includes("#");
}

/**
 * The addresses of a URL's host, every one of which may be reached.
 * @throws Error where the name has none
 * @throws OutOfReach where one of them may not be reached, or not in this way
 */
export async function addressesOf(url: URL, { allowPrivate, network }: EgressPolicy): Promise<readonly string[]> {
  // It may have been taken while more was allowed.
  if (!isTarget(url.href, { allowPrivate })) throw new OutOfReach(`${url.protocol} is not secure`);
  const literal = addressIn(url);
  const addresses = literal === undefined ? await network.resolve(url.hostname) : [literal];
  if (addresses.length === 0) throw new Error(`${url.hostname} has no address.`);
  if (!allowPrivate && !addresses.every(isPublic)) {
    // What it resolves to is not told: it is the operator's network.
    throw new OutOfReach(`${url.hostname} is, or resolves to, an address that is not public`);
  }
  return addresses;
}

/** A place that is reached only where whoever runs the service allows it. */
export class OutOfReach extends Error {
  constructor(reason: string) {
    super(`${reason}; only with ${ALLOWING} is anything sent there.`);
  }
}

/** What speaks against a URL's host as it is just now. A name that cannot be looked up may be there later. */
export async function refusalOf(text: string, reach: EgressPolicy): Promise<string | undefined> {
  const url = URL.parse(text);
  if (reach.allowPrivate || !url || !isTarget(text, reach)) return undefined;
  return within(addressesOf(url, reach), AbortSignal.timeout(LOOKUP_MS)).then(
    () => undefined,
    (reason: unknown) => (reason instanceof OutOfReach ? reason.message : undefined),
  );
}

/** A promise, or the reason of the signal when that comes first. */
export function within<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
