/** The connections of a server: their number, in all and by address, and which of them may make room for others. */
import type { Socket } from "node:net";
import { type isTrustedBy, peerOf } from "./request/client-address.ts";
import { connectionOf } from "./request/connection.ts";

/** The open connections, at most as many as are allowed. */
export class OpenConnections {
  private readonly max: number;
  private readonly maxPerAddress: number;
  private readonly isTrusted: ReturnType<typeof isTrustedBy>;
  private readonly countEviction: () => void;
  /** The address of each connection, unless it is trusted; the one that was last used longest ago is the first. */
  private readonly addresses = new Map<Socket, string | undefined>();
  private readonly counts = new Map<string, number>();

  /**
   * @param isTrusted whether an address may have all connections, because it is a proxy
   * @param countEviction is called for each connection that is closed to make room
   */
  constructor(max: number, isTrusted: ReturnType<typeof isTrustedBy>, countEviction: () => void) {
    this.max = max;
    this.maxPerAddress = Math.ceil(max / 2);
    this.isTrusted = isTrusted;
    this.countEviction = countEviction;
  }

  get size(): number {
    return this.addresses.size;
  }

  sockets(): Iterable<Socket> {
    return this.addresses.keys();
  }

  /** Adds a connection; if there are too many, instead of the one that has been idle for longest. Returns false if none is idle. */
  add(socket: Socket): boolean {
    const { address, key } = peerOf(socket.remoteAddress);
    const counted = address && this.isTrusted(address) ? undefined : key;
    if (counted !== undefined && this.countOf(counted) >= this.maxPerAddress && !this.evict((from) => from === counted))
      return false;
    if (this.size >= this.max && !this.evict(() => true)) return false;
    this.addresses.set(socket, counted);
    if (counted !== undefined) this.counts.set(counted, this.countOf(counted) + 1);
    socket.once("close", () => this.remove(socket));
    return true;
  }

  /** Notes that a connection has a new request. */
  use(socket: Socket): void {
    const address = this.addresses.get(socket);
    if (this.addresses.delete(socket)) this.addresses.set(socket, address);
  }

  private countOf(address: string): number {
    return this.counts.get(address) ?? 0;
  }

  private evict(mayGo: (address: string | undefined) => boolean): boolean {
    for (const [socket, address] of this.addresses) {
      if (!mayGo(address) || !connectionOf(socket).isIdle) continue;
      this.remove(socket);
      this.countEviction();
      socket.destroy();
      return true;
    }
    return false;
  }

  private remove(socket: Socket): void {
    const address = this.addresses.get(socket);
    if (!this.addresses.delete(socket) || address === undefined) return;
    const left = this.countOf(address) - 1;
    if (left > 0) this.counts.set(address, left);
    else this.counts.delete(address);
  }
}
