/** Which addresses a webhook may reach: those of the open Internet, and no others unless the operator allows them. */
import ipaddr from "ipaddr.js";

/** Global unicast (RFC 4291 §2.4): whatever lies outside is local, embeds an IPv4 address, or is not in use. */
const GLOBAL = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/** Public by their range, but answered by the machine's own cloud: they tell secrets of it. */
const OF_THE_CLOUD = ["168.63.129.16"];

/**
 * Whether an address is one of the open Internet: not loopback, link-local, private, shared (RFC 6598), multicast,
 * reserved, a metadata service, nor an IPv6 address that stands for an IPv4 address or leads through a tunnel.
 * @param address IPv4 or IPv6, without brackets
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || OF_THE_CLOUD.includes(address)) return false;
  return parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(GLOBAL);
}

/** A URL's host where it is an address, without brackets; undefined where it is a name. */
export function addressIn({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) ? host : undefined;
}
