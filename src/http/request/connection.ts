/** What is known of a connection: the same for each request that comes on it, and looked up once. */
import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import { LastCredential } from "../../access/last-credential.ts";
import type { ConnectedPeer } from "./client-address.ts";

export class Connection {
  /** What was sent with the latest request that had a credential. */
  readonly credential = new LastCredential();
  /** Who is at the other end, once that was asked. */
  peer: ConnectedPeer | undefined;
  /** The reply to the latest request. */
  latest: FastifyReply | undefined;
  /** Whether it was told that a request was broken; nothing that comes after it is looked at. */
  closing = false;
}

const connections = new WeakMap<Socket, Connection>();

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
    /** What it came on. */
    connection: Connection;
  }
}
