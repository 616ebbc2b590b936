/** The state of a connection, shared by all requests on it. Its requests are handled one after the other. */
import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import type { PeerAddress } from "./client-address.ts";

/** The most requests of a connection that wait for the response to an earlier one. With more, they are the last. */
const MAX_PIPELINED = 16;

/** How long a connection that was ended may pause before it is closed, and how long it is read at most, as in nginx. */
const LINGER_MS = 5_000;
const LINGER_AT_MOST_MS = 30_000;

/** A request that waits for its turn. */
interface Turn {
  readonly reply: FastifyReply;
  readonly start: () => void;
}

/** A socket with Node's parser, which is not among its types: it passes on each request as soon as it has the head. */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming: () => number };
}

/** Tells the parser to leave the rest to somebody else, as after an upgrade. */
const STOP_PARSING = 2;

/** How often connections have been used. */
let uses = 0;

/** One connection, from its first request to its close. */
export class Connection {
  /** The address of the peer, once it is needed. */
  peer: PeerAddress | undefined;
  /** The reply to the latest request. */
  latestReply: FastifyReply | undefined;
  /** The reply to the latest request that was started. */
  current: FastifyReply | undefined;
  /** Whether a malformed request was found, or one too many; everything after it is ignored. */
  closing = false;
  /** Of two connections, that with the lower number has been idle for longer. */
  lastUse = 0;
  private readonly socket: Socket;
  private readonly waiting: Turn[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    this.use();
  }

  /** Notes that it is used now. */
  use(): void {
    uses += 1;
    this.lastUse = uses;
  }

  get isClosed(): boolean {
    return this.socket.destroyed;
  }

  /** Calls a listener once it is closed. */
  onClose(listener: () => void): void {
    this.socket.once("close", listener);
  }

  /** Whether all its requests, if any, have their responses. */
  get isIdle(): boolean {
    return this.latestReply?.raw.writableFinished !== false;
  }

  /**
   * Starts a request once the client has taken the response to the one before (RFC 9112 §9.3.2): of a client that sends many
   * requests and reads nothing, one response is kept. A request for which too many wait already never gets its turn.
   */
  takeTurn(reply: FastifyReply, start: () => void): void {
    if (this.closing) return;
    if (this.waiting.length === MAX_PIPELINED) {
      this.closeAfterWaiting(reply);
      return;
    }
    this.latestReply = reply;
    this.use();
    if (this.waiting.length === 0 && this.current?.raw.writableFinished !== false) {
      this.current = reply;
      start();
    } else {
      this.waiting.push({ reply, start });
      if (this.waiting.length === 1) this.awaitCurrent();
    }
  }

  /** Ends the connection with the response to the last request that waits (RFC 9112 §9.6), as if nothing came after it. */
  private closeAfterWaiting({ request: excess }: FastifyReply): void {
    this.closing = true;
    this.waiting.at(-1)!.reply.raw.shouldKeepAlive = false;
    // The excess request is read to its end.
    excess.raw.resume();
    endWithResponse(this.socket);
    // Node would keep every further request until the connection closes.
    const { parser } = this.socket as ParsedSocket;
    if (parser) parser.onIncoming = () => STOP_PARSING;
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

/**
 * Ends a connection with the last response, and discards what the client still sends until it ends the connection, too,
 * pauses or goes on for too long. Closing a connection while data is arriving resets it, and the client may lose responses
 * (RFC 9112 §9.6).
 */
export function endConnection(socket: Socket, response = ""): void {
  socket.end(response);
  // After CONNECT, nobody reads it.
  socket.resume();
  socket.setTimeout(LINGER_MS, () => socket.destroy());
  const limit = setTimeout(() => socket.destroy(), LINGER_AT_MOST_MS).unref();
  socket.once("close", () => clearTimeout(limit));
}

/** Ends a connection with a response that says `Connection: close`; Node would destroy it then. */
export function endWithResponse(socket: Socket): void {
  socket.destroySoon = () => endConnection(socket);
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
