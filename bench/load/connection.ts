/**
 * A connection to a server over HTTP/1.1 that sends one request at a time. A client that parses and checks responses takes longer
 * than some servers take to send them: then it would be measured, not they.
 */
import { connect, type Socket } from "node:net";
import type { Request } from "./request.ts";

/** More than any response that is measured, so that each is mostly read at once. */
const BUFFER_BYTES = 64 * 1024;

/** The bytes of a request. */
export function encode({ host }: URL, { path, method = "GET", headers = {}, body }: Request): Buffer {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, "", body ?? ""].join("\r\n"));
}

/** The end of a response in chunks (RFC 9112 §7.1); the content of none that is measured looks like it. */
const LAST_CHUNK = "\r\n0\r\n\r\n";

/** Reads responses that have a `Content-Length`, are in chunks, or have no content. */
export class Connection {
  private readonly url: URL;
  private socket: Socket | undefined;
  private finish: (status: number) => void = () => {};
  private head = "";
  private status = 0;
  /** How many bytes of the body are still to come; unknown if it is in chunks. */
  private left = 0;
  private isChunked = false;
  /** The last characters of what has been read. */
  private end = "";

  constructor(url: URL) {
    this.url = url;
  }

  /** Sends the bytes of a request. Returns the status when the response is complete; 0 if there is none. */
  send(request: Buffer): Promise<number> {
    this.socket ??= this.open();
    this.head = "";
    this.end = "";
    this.status = 0;
    this.socket.write(request);
    return new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  close(): void {
    this.socket?.destroy();
  }

  private open(): Socket {
    const { hostname: host, port } = this.url;
    const callback = (length: number, buffer: Uint8Array): boolean => {
      this.read((buffer as Buffer).toString("latin1", 0, length));
      return true;
    };
    const socket = connect({
      ...{ host, port: Number(port), noDelay: true },
      onread: { buffer: Buffer.alloc(BUFFER_BYTES), callback },
    });
    socket.on("error", () => {});
    socket.once("close", () => {
      this.socket = undefined;
      this.finish(0);
    });
    return socket;
  }

  private read(text: string): void {
    this.end = (this.end + text).slice(-LAST_CHUNK.length);
    if (this.status > 0) {
      this.left -= text.length;
    } else {
      this.head += text;
      const end = this.head.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.status = Number(this.head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
      this.isChunked = /^transfer-encoding: chunked/im.test(this.head);
      const [, length] = /^content-length: (\d+)/im.exec(this.head) ?? [];
      this.left = (this.status === 304 ? 0 : Number(length ?? 0)) - (this.head.length - end - "\r\n\r\n".length);
    }
    if (this.isChunked ? this.end === LAST_CHUNK : this.left <= 0) this.finish(this.status);
  }
}
