/** Where webhooks may send: which URLs are accepted, and which addresses their hosts may resolve to. */
import ipaddr from "ipaddr.js";
import { type LookupOptions, lookUp } from "./name-lookup.ts";

/** The network that webhooks use; tests supply their own. */
export interface Network {
  /**
   * All addresses of a host name.
   * @param signal aborts when nobody waits for them any more
   * @throws Error if it has none or cannot be resolved
   */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** The timeout of an attempt to deliver, in milliseconds. */
  readonly timeoutMs: number;
}

/** The timeout of resolving a host, in milliseconds. */
const LOOKUP_TIMEOUT_MS = 3_000;

/** A network in which names are resolved as these options say. */
export function networkWith(options: Partial<LookupOptions> = {}): Network {
  return {
    resolve: (name, signal) => lookUp(name, { timeoutMs: LOOKUP_TIMEOUT_MS, ...options }, signal),
    timeoutMs: 10_000,
  };
}

/** The network of this machine. */
export const systemNetwork: Network = networkWith();

/** Where webhooks may send. */
export interface EgressPolicy {
  /** Allows `http:` and addresses that are not public. */
  readonly allowPrivate: boolean;
  readonly network: Network;
}

/** The setting with which an operator allows private addresses. */
export const ALLOW_PRIVATE = "WEBHOOK_ALLOW_PRIVATE=true";

/** The policy does not allow a URL or the addresses of its host. */
export class EgressRefused extends Error {
  constructor(reason: string) {
    super(`${reason}. Webhooks are sent there only with ${ALLOW_PRIVATE}.`);
  }
}

/** Whether a text is a URL to which deliveries may be sent. Does not check the host. */
export function isDeliveryUrl(text: string, { allowPrivate }: Pick<EgressPolicy, "allowPrivate">): boolean {
  const url = URL.parse(text);
  if (!url || !["https:", ...(allowPrivate ? ["http:"] : [])].includes(url.protocol)) return false;
  return url.username === "" && url.password === "" && !text.includes("#");
}

/**
 * Resolves the host of a URL. Connect to these addresses only: resolving again could yield others (DNS rebinding).
 * @throws EgressRefused if the scheme, or any of the addresses, is not allowed
 * @throws Error if the host cannot be resolved
 */
export async function resolveTarget(
  url: URL,
  { allowPrivate, network }: EgressPolicy,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // The URL may have been stored while the policy allowed more.
  if (!isDeliveryUrl(url.href, { allowPrivate })) throw new EgressRefused(`${url.protocol} is not encrypted`);
  const literal = addressOf(url);
  const addresses = literal === undefined ? await network.resolve(url.hostname, signal) : [literal];
  if (addresses.length === 0) throw new Error(`${url.hostname} has no address.`);
  // The message does not name the address: it may belong to the operator's network.
  if (!allowPrivate && !addresses.every(isPublic))
    throw new EgressRefused(`${url.hostname} is, or resolves to, an address that is not public`);
  return addresses;
}

/**
 * Checks the host of a URL before a webhook is stored. It is resolved again before each connection.
 * @returns why the policy refuses it; undefined if it does not, or if the host cannot be resolved at the moment
 */
export async function checkTarget(text: string, policy: EgressPolicy): Promise<string | undefined> {
  const url = URL.parse(text);
  if (policy.allowPrivate || !url || !isDeliveryUrl(text, policy)) return undefined;
  const signal = AbortSignal.timeout(LOOKUP_TIMEOUT_MS);
  return abortable(resolveTarget(url, policy, signal), signal).then(
    () => undefined,
    (reason: unknown) => (reason instanceof EgressRefused ? reason.message : undefined),
  );
}

/** Settles as `promise` does, or rejects with the signal's reason if that comes first. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Global unicast (RFC 4291 §2.4). Other IPv6 addresses are local, embed an IPv4 address, or are unassigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/** Metadata services of cloud providers in public ranges. They reveal secrets of the machine. */
const CLOUD_METADATA = ["168.63.129.16"];

/**
 * Whether an address is on the public Internet: not loopback, link-local, private, shared (RFC 6598), multicast, reserved,
 * a metadata service, or an IPv6 address that embeds an IPv4 address or leads through a tunnel.
 * @param address IPv4 or IPv6, without brackets
 */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || CLOUD_METADATA.includes(address)) return false;
  return parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** The host of a URL if it is an address, without brackets; undefined if it is a name. */
function addressOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) ? host : undefined;
}
