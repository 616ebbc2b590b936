/**
 * Resolves host names with DNS queries and the hosts file. `dns.lookup` (getaddrinfo) would occupy one of the four threads that
 * the whole process has for files until the name servers respond, and could not be aborted.
 */
import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";

/** How names are resolved. */
export interface LookupOptions {
  /** The name servers as `<address>:<port>`; by default those of `/etc/resolv.conf`. */
  readonly servers?: readonly string[];
  /** The path of the hosts file. */
  readonly hostsFile?: string;
  /** After how many milliseconds a lookup fails. */
  readonly timeoutMs: number;
}

/** Milliseconds until a name server is asked for the second and last time. */
const RETRY_MS = 1_000;

/** The loopback addresses, to which `localhost` always resolves (RFC 6761 §6.3). */
const LOOPBACK = ["127.0.0.1", "::1"];

/**
 * All addresses of a host name, IPv4 first. Search domains are not applied.
 * @param signal ends the lookup
 * @throws Error with a `code`, such as `ENOTFOUND` or `ETIMEOUT`
 */
export async function lookUp(
  name: string,
  { servers, hostsFile = "/etc/hosts", timeoutMs }: LookupOptions,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const host = name.toLowerCase().replace(/\.$/, "");
  const listed = addressesIn(await readFile(hostsFile, "utf8").catch(() => ""), host);
  if (listed.length > 0) return listed;
  if (host === "localhost" || host.endsWith(".localhost")) return LOOPBACK;
  return query(host, servers, timeoutMs, signal);
}

async function query(
  name: string,
  servers: readonly string[] | undefined,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  // One for each lookup: changes of the system's name servers take effect, and `cancel` ends only this lookup.
  const resolver = new Resolver({ timeout: RETRY_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  let isLate = false;
  const end = (): void => resolver.cancel();
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  signal?.addEventListener("abort", end, { once: true });
  try {
    signal?.throwIfAborted();
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    if (addresses.length > 0) return addresses;
    throw isLate
      ? Object.assign(new Error(`${name} was not resolved in time.`), { code: "ETIMEOUT" })
      : reasonOf(results);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/** Why a name has no addresses; rather why it has no IPv4 address, unless it just has none of that kind. */
function reasonOf(results: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = results.map((result) => (result as PromiseRejectedResult).reason);
  return reasons.find(({ code }) => code !== "ENODATA") ?? reasons[0];
}

/** The addresses of a name in a hosts file (hosts(5)). */
function addressesIn(file: string, host: string): string[] {
  return file.split("\n").flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    return names.includes(host) ? [address!] : [];
  });
}
