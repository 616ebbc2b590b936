/** Redis for tests: at `REDIS_URL`, or at its default port on this machine. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { Redis } from "ioredis";
import { isRequired } from "./required-servers.ts";

/** The URL of the Redis of tests. */
export const REDIS_URL = process.env.REDIS_URL || "redis://127.0.0.1:6379";

/** Whether Redis responds. Throws if it does not and is required. */
export async function isRedisAvailable(): Promise<boolean> {
  const redis = new Redis(REDIS_URL, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2_000 });
  redis.on("error", () => {});
  const isAvailable = await redis.connect().then(
    () => true,
    () => false,
  );
  redis.disconnect();
  if (!isAvailable && isRequired("redis")) throw new Error(`Redis does not answer at ${REDIS_URL}.`);
  return isAvailable;
}

/** Deletes every limit with this quota and window. */
export async function deleteLimits(rate: string): Promise<void> {
  const redis = new Redis(REDIS_URL);
  const keys = await redis.keys(`space-missions:limit:*:${rate}:*`);
  if (keys.length > 0) await redis.del(...keys);
  redis.disconnect();
}

/** A proxy to Redis that a test can cut, block and open again. */
export class RedisProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;
  private blocked = false;
  /** Called after each reply was passed on, before it is read. */
  onReply = (): void => {};

  /** Listens, at the same port as before. */
  async open(): Promise<void> {
    this.blocked = false;
    const { hostname, port } = new URL(REDIS_URL);
    this.server = createServer((clientSocket) => {
      const serverSocket = connect(Number(port || 6379), hostname);
      for (const [socket, other] of [
        [clientSocket, serverSocket],
        [serverSocket, clientSocket],
      ] as const) {
        this.sockets.add(socket);
        socket.on("data", (bytes) => {
          if (this.blocked) return;
          other.write(bytes);
          if (socket === serverSocket) this.onReply();
        });
        socket.on("error", () => {});
        socket.on("close", () => {
          this.sockets.delete(socket);
          other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, "127.0.0.1", resolve));
    this.port = (this.server.address() as { port: number }).port;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Keeps connections open, but passes no more data. */
  block(): void {
    this.blocked = true;
  }

  /** Closes connections, and refuses new ones. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server!.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
