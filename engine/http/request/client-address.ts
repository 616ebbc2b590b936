/** The address of the client, from the connection or, behind trusted proxies, from `X-Forwarded-For`. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { ANONYMOUS } from "../../access/caller.ts";
import type { ClientOf } from "./requester.ts";

type Address = ReturnType<typeof ipaddr.process>;

/** The address at the other end of a connection. */
export interface PeerAddress {
  /** Undefined if the connection is already closed. */
  readonly address: Address | undefined;
  /** The key under which its requests are counted. */
  readonly key: string;
}

/**
 * Returns a function that finds the client of a request: the caller with a valid credential, or else an address.
 * @param addressOf finds the address
 */
export function clientFinder(addressOf: ClientOf): ClientOf {
  return (request) => (isAuthenticated(request) ? request.caller.name : addressOf(request));
}

/** Whether a request has a valid credential. Those with an invalid one count as anonymous: `rejectedCaller` gives them that name. */
export function isAuthenticated({ caller }: FastifyRequest): boolean {
  return caller.name !== ANONYMOUS.name;
}

/**
 * Returns a function that finds the key under which a client's requests are counted: its IPv4 address, or the /64 of its
 * IPv6 address, because one subscriber can choose any address of a /64.
 * @param proxies CIDR ranges of proxies whose `X-Forwarded-For` is trusted. The client is the rightmost address in it that
 *   is not a trusted proxy; if an address up to there is malformed, it is the peer of the connection.
 */
export function clientAddress(proxies: readonly string[]): ClientOf {
  const isTrusted = isTrustedBy(proxies);
  return ({ connection, raw, headers }) => {
    connection.peer ??= peerOf(raw.socket.remoteAddress);
    const { address, key } = connection.peer;
    const forwarded = headers["x-forwarded-for"];
    if (proxies.length === 0 || forwarded === undefined || !address || !isTrusted(address)) return key;
    return forwardedKey(String(forwarded), isTrusted) ?? key;
  };
}

/** Returns a function that says whether an address is in any of these CIDR ranges. */
export function isTrustedBy(proxies: readonly string[]): (address: Address) => boolean {
  const ranges = proxies.map((range) => ipaddr.parseCIDR(range));
  return (address) => ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

/** The peer of a connection. @param text undefined if the connection is already closed */
export function peerOf(text: string | undefined): PeerAddress {
  const address = parse(text);
  return { address, key: keyOf(address) };
}

/** The most addresses of `X-Forwarded-For` that are read: more than a request passes proxies. */
const MAX_HOPS = 32;

/**
 * The key of the rightmost untrusted address, or of the last that is read if all are trusted; undefined if one is malformed.
 */
function forwardedKey(forwarded: string, isTrusted: (address: Address) => boolean): string | undefined {
  let address: Address | undefined;
  for (const text of forwarded.split(",").slice(-MAX_HOPS).reverse()) {
    address = parse(text.trim());
    if (!address || !isTrusted(address)) break;
  }
  return address && keyOf(address);
}

/** Parses an address; an IPv4-mapped IPv6 address becomes the IPv4 address. */
function parse(text: string | undefined): Address | undefined {
  return text !== undefined && isIP(text) > 0 ? ipaddr.process(text) : undefined;
}

function keyOf(address: Address | undefined): string {
  if (!address) return "unknown";
  if (address.kind() === "ipv4") return address.toString();
  const [a = 0, b = 0, c = 0, d = 0] = (address as ReturnType<typeof ipaddr.IPv6.parse>).parts;
  return `${[a, b, c, d].map((part) => part.toString(16)).join(":")}::/64`;
}
