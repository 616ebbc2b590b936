/** The connections of a server: how many each address has, and which of them may make room for others. */
import type { Socket } from "node:net";
import { type isTrustedBy, peerOf } from "./request/client-address.ts";
import { connectionOf } from "./request/connection.ts";

/** The connections of one address. */
interface Holder {
  readonly address: string;
  /** The most connections that it may have. */
  readonly most: number;
  readonly open: Set<Socket>;
  readonly idle: IdleConnections;
}

/** The open connections, at most as many as are allowed. */
export class OpenConnections {
  private readonly max: number;
  private readonly isTrusted: ReturnType<typeof isTrustedBy>;
  private readonly countEviction: () => void;
  private readonly holders = new Map<string, Holder>();
  private readonly holderOf = new Map<Socket, Holder>();
  private readonly idle = new IdleConnections();

  /**
   * @param isTrusted whether an address may have all connections, because it is a proxy
   * @param countEviction is called for each connection that is closed to make room
   */
  constructor(max: number, isTrusted: ReturnType<typeof isTrustedBy>, countEviction: () => void) {
    this.max = max;
    this.isTrusted = isTrusted;
    this.countEviction = countEviction;
  }

  get size(): number {
    return this.holderOf.size;
  }

  sockets(): Iterable<Socket> {
    return this.holderOf.keys();
  }

  /** The addresses that have the most connections, at most a number of them, with how many these are. */
  greatest(count: number): readonly { readonly address: string; readonly open: number }[] {
    const holders = [...this.holders.values()].map(({ address, open }) => ({ address, open: open.size }));
    return holders.sort((one, other) => other.open - one.open).slice(0, count);
  }

  /** Adds a connection; if there are too many, instead of the one that has been idle for longest. Returns false if none is idle. */
  add(socket: Socket): boolean {
    const holder = this.holderAt(socket.remoteAddress);
    if (holder.open.size >= holder.most && !this.evict(holder.idle.next(holder.open))) return false;
    if (this.size >= this.max && !this.evict(this.idle.next(this.sockets()))) return false;
    holder.open.add(socket);
    this.holders.set(holder.address, holder);
    this.holderOf.set(socket, holder);
    // Unused, it has been idle from now on.
    connectionOf(socket);
    socket.once("close", () => this.remove(socket));
    return true;
  }

  private holderAt(remoteAddress: string | undefined): Holder {
    const { address, key } = peerOf(remoteAddress);
    const isTrusted = address !== undefined && this.isTrusted(address);
    // A proxy counts apart from its neighbors.
    const name = isTrusted ? address.toString() : key;
    const most = isTrusted ? this.max : Math.ceil(this.max / 2);
    return this.holders.get(name) ?? { address: name, most, open: new Set(), idle: new IdleConnections() };
  }

  private evict(socket: Socket | undefined): boolean {
    if (!socket) return false;
    this.remove(socket);
    this.countEviction();
    socket.destroy();
    return true;
  }

  private remove(socket: Socket): void {
    const holder = this.holderOf.get(socket);
    if (!holder) return;
    this.holderOf.delete(socket);
    holder.open.delete(socket);
    if (holder.open.size === 0) this.holders.delete(holder.address);
  }
}

/** How many idle connections a search keeps. */
const KEPT = 100;

/**
 * Idle connections, which are searched for when one has to make room: to keep account of them would cost every request more
 * than the search costs the few connections beyond the limit.
 */
class IdleConnections {
  /** Those that the latest search found, with their last use; the one that has been idle for longest is the last. */
  private found: { readonly socket: Socket; readonly lastUse: number }[] = [];

  /** The connection that has been idle for longest; undefined if none is idle. */
  next(all: Iterable<Socket>): Socket | undefined {
    const known = this.take();
    if (known) return known;
    this.found = [...all]
      .filter((socket) => connectionOf(socket).isIdle)
      .map((socket) => ({ socket, lastUse: connectionOf(socket).lastUse }))
      .sort((one, other) => other.lastUse - one.lastUse)
      .slice(-KEPT);
    return this.take();
  }

  /** The first of those that were found, unless it has been used or closed since then: such a one is idle for less time. */
  private take(): Socket | undefined {
    for (let last = this.found.pop(); last; last = this.found.pop()) {
      const { socket, lastUse } = last;
      if (connectionOf(socket).lastUse === lastUse && !socket.destroyed) return socket;
    }
  }
}
