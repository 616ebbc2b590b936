/** Where a webhook may send to: what its URL looks like, and what its host stands for. */
import { setTimeout } from "node:timers/promises";
import { addressIn, isPublic } from "./addresses.ts";
import type { Network } from "./network.ts";

/** Which places are reached. */
export interface Reach {
  /** `http:` and addresses that are not of the open Internet too. */
  readonly allowPrivate: boolean;
  readonly network: Network;
}

/** For so long a name is looked up before a webhook is made; whoever connects looks again. */
const LOOKUP_MS = 3_000;

/** Whether a text is a URL to which deliveries can go, whatever its host. */
export function isTarget(text: string, { allowPrivate }: Pick<Reach, "allowPrivate">): boolean {
  const url = URL.parse(text);
  if (!url || !["https:", ...(allowPrivate ? ["http:"] : [])].includes(url.protocol)) return false;
  return url.username === "" && url.password === "" && !text.includes("#");
}

/**
 * The addresses of a URL's host, every one of which may be reached.
 * @throws Error that says what is wrong, where one of them may not, or the name has none
 */
export async function addressesOf(url: URL, { allowPrivate, network }: Reach): Promise<readonly string[]> {
  const literal = addressIn(url);
  const addresses = literal === undefined ? await network.resolve(url.hostname) : [literal];
  if (addresses.length === 0) throw new Error(`${url.hostname} has no address.`);
  if (!allowPrivate && !addresses.every(isPublic)) throw new NotPublic(url.hostname);
  return addresses;
}

/** A host that is not of the open Internet. What it resolves to is not told: it is the operator's network. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is, or resolves to, an address that is not public.`);
  }
}

/** What speaks against a URL's host as it is just now. A name that cannot be looked up may be there later. */
export async function refusalOf(text: string, reach: Reach): Promise<string | undefined> {
  const url = URL.parse(text);
  if (reach.allowPrivate || !url || !isTarget(text, reach)) return undefined;
  const given = new AbortController();
  const told = addressesOf(url, reach).then(
    () => undefined,
    (reason: unknown) => (reason instanceof NotPublic ? reason.message : undefined),
  );
  const late = setTimeout(LOOKUP_MS, undefined, { signal: given.signal, ref: false }).catch(() => undefined);
  return Promise.race([told, late]).finally(() => given.abort());
}
