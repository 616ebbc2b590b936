/** Whose request it is, by address, as far as it can be believed. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.process>;

/** Who is at the other end of a connection. */
export interface ConnectedPeer {
  readonly address: Address | undefined;
  /** As it is limited. */
  readonly subject: string;
}

/**
 * The client's address in the form in which it is limited: an IPv4 address, or the /64 of an IPv6 address, all of which
 * one subscriber has to choose from.
 * @param proxies CIDR ranges of proxies whose `X-Forwarded-For` is believed: of the addresses in it the rightmost that
 *   is no such proxy's counts. When one that has to be read is malformed, it is the address of the connection.
 */
export function clientAddress(proxies: readonly string[]): (request: FastifyRequest) => string {
  const ranges = proxies.map((range) => ipaddr.parseCIDR(range));
  const trusted = (address: Address): boolean =>
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
  return ({ connection, raw, headers }) => {
    connection.peer ??= peerOf(raw.socket.remoteAddress);
    const { address, subject } = connection.peer;
    const forwarded = headers["x-forwarded-for"];
    if (ranges.length === 0 || forwarded === undefined || !address || !trusted(address)) return subject;
    return forwardedSubject(String(forwarded), trusted) ?? subject;
  };
}

function peerOf(text: string | undefined): ConnectedPeer {
  const address = parsed(text);
  return { address, subject: subjectOf(address) };
}

/** The rightmost address that is not trusted, or the leftmost of all; undefined when one on the way to it is malformed. */
function forwardedSubject(forwarded: string, trusted: (address: Address) => boolean): string | undefined {
  let last: Address | undefined;
  for (const text of forwarded.split(",").reverse()) {
    last = parsed(text.trim());
    if (!last || !trusted(last)) break;
  }
  return last && subjectOf(last);
}

/** An IPv4 address that is written as an IPv6 address is the IPv4 address. */
function parsed(text: string | undefined): Address | undefined {
  return text !== undefined && isIP(text) > 0 ? ipaddr.process(text) : undefined;
}

function subjectOf(address: Address | undefined): string {
  // A connection that is gone has none.
  if (!address) return "unknown";
  if (address.kind() === "ipv4") return address.toString();
  const [a = 0, b = 0, c = 0, d = 0] = (address as ReturnType<typeof ipaddr.IPv6.parse>).parts;
  return `${[a, b, c, d].map((part) => part.toString(16)).join(":")}::/64`;
}
