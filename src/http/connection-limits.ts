/** What clients may hold of the process by their connections: how many there are, and for how long one may take nothing. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { isTrustedBy, peerOf } from "./request/client-address.ts";
import { connectionOf } from "./request/connection.ts";

/** The bounds on the connections of a server. */
export interface ConnectionLimits {
  /** The most connections at a time. One address has at most half of them, unless it is a trusted proxy. */
  readonly maxConnections: number;
  /** For how long a client may take nothing of a response, in seconds. */
  readonly writeTimeout: number;
  /** CIDR ranges. */
  readonly trustedProxies: readonly string[];
}

/**
 * Sets the bounds of a server, before it listens.
 * @param countRefusal is called for each connection that is closed at once
 */
export function limitConnections(
  server: Server,
  { maxConnections, writeTimeout, trustedProxies }: ConnectionLimits,
  countRefusal: () => void,
): void {
  // Of several workers, each would pass further connections on to the next.
  Object.assign(server, { maxConnections, dropMaxConnection: true });
  server.on("drop", countRefusal);
  limitAddresses(server, Math.ceil(maxConnections / 2), isTrustedBy(trustedProxies), countRefusal);
  // While a client takes something of a response, Node starts this time again; while it takes nothing, nothing is read either.
  server.setTimeout(writeTimeout * 1_000, (socket: Socket) => {
    // This is the end of the time for keep-alive too. A request that is being handled, or still arrives, has another time limit.
    if (connectionOf(socket).isIdle) socket.destroy();
    else if (socket.writableLength > 0) socket.resetAndDestroy();
  });
}

function limitAddresses(
  server: Server,
  max: number,
  isTrusted: ReturnType<typeof isTrustedBy>,
  countRefusal: () => void,
): void {
  const counts = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const { address, key } = peerOf(socket.remoteAddress);
    if (address && isTrusted(address)) return;
    const count = counts.get(key) ?? 0;
    if (count >= max) {
      countRefusal();
      socket.resetAndDestroy();
      return;
    }
    counts.set(key, count + 1);
    socket.once("close", () => {
      const left = counts.get(key)! - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    });
  });
}
