/** The state of a connection, shared by all requests on it. */
import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import type { PeerAddress } from "./client-address.ts";

/** One connection, from its first request to its close. */
export class Connection {
  /** The address of the peer, once it is needed. */
  peer: PeerAddress | undefined;
  /** The reply to the latest request. */
  latestReply: FastifyReply | undefined;
  /** Whether a malformed request was found; everything after it is ignored. */
  closing = false;
}

const connections = new WeakMap<Socket, Connection>();

/** The state of a socket's connection, created at first use. */
export function connectionOf(socket: Socket): Connection {
  let connection = connections.get(socket);
  if (!connection) {
    connection = new Connection();
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
