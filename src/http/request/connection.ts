/** The state of a connection, shared by all requests on it. Its requests are handled one after the other. */
import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import type { PeerAddress } from "./client-address.ts";

/** The most requests of a connection that wait for the response to an earlier one. A connection with more is closed. */
const MAX_PIPELINED = 16;

/** A request that waits for its turn. */
interface Turn {
  readonly reply: FastifyReply;
  readonly start: () => void;
}

/** One connection, from its first request to its close. */
export class Connection {
  /** The address of the peer, once it is needed. */
  peer: PeerAddress | undefined;
  /** The reply to the latest request. */
  latestReply: FastifyReply | undefined;
  /** Whether a malformed request was found; everything after it is ignored. */
  closing = false;
  private readonly socket: Socket;
  /** The reply to the latest request that was started. */
  private current: FastifyReply | undefined;
  private readonly waiting: Turn[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** Whether it has had requests, and all of them have their responses. */
  get isIdle(): boolean {
    return this.latestReply?.raw.writableFinished === true;
  }

  /**
   * Starts a request once the client has taken the response to the one before (RFC 9112 §9.3.2): of a client that sends many
   * requests and reads nothing, one response is kept.
   */
  takeTurn(reply: FastifyReply, start: () => void): void {
    this.latestReply = reply;
    if (this.waiting.length === 0 && this.current?.raw.writableFinished !== false) {
      this.current = reply;
      start();
    } else if (this.waiting.length < MAX_PIPELINED) {
      this.waiting.push({ reply, start });
      if (this.waiting.length === 1) this.awaitCurrent();
    } else {
      this.closing = true;
      this.socket.resetAndDestroy();
    }
  }

  private awaitCurrent(): void {
    this.current!.raw.once("close", () => this.startNext());
  }

  private startNext(): void {
    const turn = this.waiting.shift();
    if (!turn || this.socket.destroyed) return;
    this.current = turn.reply;
    if (this.waiting.length > 0) this.awaitCurrent();
    // It has a response already if its body is malformed.
    if (!turn.reply.sent) turn.start();
  }
}

const connections = new WeakMap<Socket, Connection>();

/** The state of a socket's connection, created at first use. */
export function connectionOf(socket: Socket): Connection {
  let connection = connections.get(socket);
  if (!connection) {
    connection = new Connection(socket);
    connections.set(socket, connection);
  }
  return connection;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The connection on which the request came. */
    connection: Connection;
  }
}
