/** The connections of a server: how many each address has, and which of them may make room for others. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type isTrustedBy, peerOf } from "./request/client-address.ts";
import { connectionOf } from "./request/connection.ts";

/** The connections of one address. */
interface Holder {
  readonly address: string;
  /** The most connections that it may have. */
  readonly most: number;
  open: number;
  /** Those that are idle; the one that has been idle longest comes first. */
  readonly idle: Set<Socket>;
}

/** The open connections, at most as many as are allowed. */
export class OpenConnections {
  private readonly max: number;
  private readonly isTrusted: ReturnType<typeof isTrustedBy>;
  private readonly countEviction: () => void;
  private readonly holders = new Map<string, Holder>();
  private readonly holderOf = new Map<Socket, Holder>();
  /** Those that are idle, of all addresses; the one that has been idle longest comes first. */
  private readonly idle = new Set<Socket>();

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
  greatest(count: number): readonly Pick<Holder, "address" | "open">[] {
    return [...this.holders.values()].sort((one, other) => other.open - one.open).slice(0, count);
  }

  /** Adds a connection; if there are too many, instead of the one that has been idle for longest. Returns false if none is idle. */
  add(socket: Socket): boolean {
    const holder = this.holderAt(socket.remoteAddress);
    if (holder.open >= holder.most && !this.evict(holder.idle)) return false;
    if (this.size >= this.max && !this.evict(this.idle)) return false;
    holder.open += 1;
    this.holders.set(holder.address, holder);
    this.holderOf.set(socket, holder);
    this.setIdle(socket, true);
    socket.once("close", () => this.remove(socket));
    return true;
  }

  /** Notes that a connection has a new request: until it has the response, it is not idle. */
  use(socket: Socket, response: ServerResponse): void {
    this.setIdle(socket, false);
    response.once("close", () => {
      if (connectionOf(socket).isIdle) this.setIdle(socket, true);
    });
  }

  private holderAt(remoteAddress: string | undefined): Holder {
    const { address, key } = peerOf(remoteAddress);
    const isTrusted = address !== undefined && this.isTrusted(address);
    // A proxy counts apart from its neighbors.
    const name = isTrusted ? address.toString() : key;
    const most = isTrusted ? this.max : Math.ceil(this.max / 2);
    return this.holders.get(name) ?? { address: name, most, open: 0, idle: new Set() };
  }

  private setIdle(socket: Socket, isIdle: boolean): void {
    const holder = this.holderOf.get(socket);
    if (isIdle && holder) {
      this.idle.add(socket);
      holder.idle.add(socket);
    } else {
      this.idle.delete(socket);
      holder?.idle.delete(socket);
    }
  }

  private evict(idle: ReadonlySet<Socket>): boolean {
    const [socket] = idle;
    if (!socket) return false;
    this.remove(socket);
    this.countEviction();
    socket.destroy();
    return true;
  }

  private remove(socket: Socket): void {
    const holder = this.holderOf.get(socket);
    if (!holder) return;
    this.setIdle(socket, false);
    this.holderOf.delete(socket);
    holder.open -= 1;
    if (holder.open === 0) this.holders.delete(holder.address);
  }
}
