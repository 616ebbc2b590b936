/** What clients may hold of the process by their connections: how many there are, and for how long one may take nothing. */
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import type { Clock } from "../runtime/clock.ts";
import { Outage } from "../runtime/outage.ts";
import { OpenConnections } from "./open-connections.ts";
import { isTrustedBy } from "./request/client-address.ts";

/** The bounds on the connections of a server. */
export interface ConnectionLimits {
  /** The most connections at a time. One address has at most half of them, unless it is a trusted proxy. */
  readonly maxConnections: number;
  /** For how long a client may take nothing of a response, in seconds. */
  readonly writeTimeout: number;
  /** CIDR ranges. */
  readonly trustedProxies: readonly string[];
}

/** Where connections are reported. */
export interface ConnectionReports {
  readonly logger: Logger;
  /** Called for each connection that is closed at once. */
  countRefusal(): void;
  /** Called for each idle connection that is closed to make room for another. */
  countEviction(): void;
}

/** How often connections are looked at, in milliseconds. */
const CHECK_MS = 1_000;
/** How long no connection must have been refused before the log says that it is over, in milliseconds. */
const CALM_MS = 60_000;
/** How many addresses the log names. */
const ADDRESSES = 3;
/** The files that a process opens besides connections of clients: databases, threads, webhooks, logs. */
const OTHER_FILES = 256;

const MESSAGES = {
  began: "too many connections: further ones are closed at once",
  ended: "connections are accepted again",
} as const;

/** Sets the bounds of a server, before it listens. */
export function limitConnections(
  server: Server,
  { maxConnections, writeTimeout, trustedProxies }: ConnectionLimits,
  clock: Pick<Clock, "elapsed">,
  { logger, countRefusal, countEviction }: ConnectionReports,
): void {
  const max = withinOpenFiles(maxConnections, logger);
  const open = new OpenConnections(max, isTrustedBy(trustedProxies), countEviction);
  const outage = new Outage(logger, MESSAGES);
  let refusedAt = 0;
  server.on("connection", (socket: Socket) => {
    if (open.add(socket)) return;
    refusedAt = clock.elapsed();
    outage.failed(() => `${open.size} are open, of at most ${max}, and half of that from one address; ${mostOf(open)}`);
    countRefusal();
    socket.resetAndDestroy();
  });
  const stalled = new StalledClients(writeTimeout * 1_000);
  const timer = setInterval(() => {
    const now = clock.elapsed();
    stalled.disconnect(open.sockets(), now);
    if (now - refusedAt >= CALM_MS) outage.succeeded();
  }, CHECK_MS);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

/** Which addresses have the most connections. */
function mostOf(open: OpenConnections): string {
  const each = open.greatest(ADDRESSES).map(({ address, open }) => `${address} (${open})`);
  return `most from ${each.join(", ")}`;
}

/** The most connections for which the process may open files: one that has no more would drop them without a word. */
function withinOpenFiles(maxConnections: number, logger: Logger): number {
  const files = maxOpenFiles();
  const possible = Math.max(files - OTHER_FILES, Math.ceil(files / 2));
  if (maxConnections <= possible) return maxConnections;
  logger.warn(
    { max_connections: possible, open_files: files },
    "the process may not open enough files for MAX_CONNECTIONS: it accepts fewer; raise the limit (ulimit -n, LimitNOFILE)",
  );
  return possible;
}

/** How many files this process may have open (RLIMIT_NOFILE); infinite if there is no limit, or the system does not say. */
function maxOpenFiles(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** What a client had taken when that last changed, and when that was. */
interface Progress {
  readonly taken: number;
  readonly since: number;
}

/** Clients that take nothing of what is sent to them. Node's own time-outs start again when a response begins or a part of it is buffered. */
class StalledClients {
  private readonly limit: number;
  private readonly waiting = new WeakMap<Socket, Progress>();

  /** @param limit in milliseconds */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** @param now in milliseconds, on a clock that does not jump */
  disconnect(sockets: Iterable<Socket>, now: number): void {
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        this.waiting.delete(socket);
        continue;
      }
      const taken = takenOf(socket);
      const last = this.waiting.get(socket);
      if (last?.taken !== taken) this.waiting.set(socket, { taken, since: now });
      else if (now - last.since >= this.limit) socket.resetAndDestroy();
    }
  }
}

/** The bytes of a socket that the operating system has taken. `bytesWritten` of the socket counts those that wait, too. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as {
    _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number };
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
