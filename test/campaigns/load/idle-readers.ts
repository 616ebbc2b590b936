/** Clients that ask for much, and read nothing of it or a few bytes now and then. */
import { connect, type Socket } from "node:net";
import { ADMIN_KEY } from "../../support/http/serve.ts";

/** What such a client sends. */
export interface IdleReaderOptions {
  readonly url: string;
  readonly path: string;
  /** Requests that it sends at once. */
  readonly pipelined?: number;
  readonly accept?: string;
  /** It reads this many bytes a second; by default none. */
  readonly bytesPerSecond?: number;
}

/** How often a slow reader reads. */
const READ_MS = 100;

/** A connection on which responses wait. */
export class IdleReader {
  /** Whether the service has closed it. */
  isClosed = false;
  /** Whether it takes nothing of more than fits into the buffers of the network. */
  readonly isDead: boolean;
  private readonly socket: Socket;
  private readonly timer: NodeJS.Timeout | undefined;

  constructor({ url, path, pipelined = 1, accept = "*/*", bytesPerSecond }: IdleReaderOptions) {
    this.isDead = pipelined > 1 && bytesPerSecond === undefined;
    const { hostname, port } = new URL(url);
    const head = ["Host: campaign", `Accept: ${accept}`, `Authorization: Bearer ${ADMIN_KEY}`];
    this.socket = connect(Number(port), hostname);
    this.socket.on("error", () => {});
    this.socket.on("close", () => {
      this.isClosed = true;
      clearInterval(this.timer);
    });
    this.socket.write(`GET ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`.repeat(pipelined));
    if (bytesPerSecond) {
      const bytes = Math.ceil((bytesPerSecond * READ_MS) / 1_000);
      this.timer = setInterval(() => this.socket.read(Math.min(bytes, this.socket.readableLength)), READ_MS);
    }
  }

  /** Hangs up. */
  close(): void {
    clearInterval(this.timer);
    this.socket.destroy();
  }
}
