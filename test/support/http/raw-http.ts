/** Sends requests that `fetch` would not send: any method, any Host, any bytes. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { assertConforms } from "../documents/openapi-conformance.ts";
import { parseResponses } from "./raw-responses.ts";

/** A complete response. */
export interface RawHttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends a request with exactly these header fields, Host included. The response is checked against the document
 * of the service if that runs in this process.
 */
export async function sendRawRequest(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawHttpResponse> {
  const { hostname, port } = new URL(url);
  const response = await new Promise<RawHttpResponse>((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    });
    request.on("error", reject);
    request.end();
  });
  const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  assertConforms(url, { method, path }, { ...response, headers: new Headers(fields) });
  return response;
}

/**
 * Sends bytes on a socket, and returns all that comes back until the service closes it. The response to the first
 * request is checked against the document, as by `sendRequest`.
 */
export async function sendBytes(url: string, bytes: string | Uint8Array): Promise<string> {
  const received = await exchange(url, bytes);
  checkFirstResponse(url, Buffer.from(bytes).toString("latin1"), received);
  return received;
}

const REQUEST_LINE = /^([A-Z]+) (\/[\x21-\x7e]*) HTTP\/1\.[01]\r\n/;
/** The head of a response, which ends with an empty line. */
const HEAD = /^HTTP\/1\.1 (?:(?!\r\n\r\n)[\s\S])*\r\n\r\n/;
const INTERIM = /^HTTP\/1\.1 100 (?:(?!\r\n\r\n)[\s\S])*\r\n\r\n/;

/** Checks the first response, unless its end is unknown: without Content-Length, to HEAD, or in a content coding. */
function checkFirstResponse(url: string, sent: string, received: string): void {
  const [, method = "HEAD", path = ""] = REQUEST_LINE.exec(sent) ?? [];
  const final = received.replace(INTERIM, "");
  const [head = ""] = HEAD.exec(final) ?? [];
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (method === "HEAD" || length === undefined || /\r\ncontent-encoding:/i.test(head)) return;
  const body = Buffer.from(final.slice(head.length)).subarray(0, Number(length));
  if (body.length < Number(length)) return;
  const [first] = parseResponses(head + body.toString());
  assertConforms(url, { method, path }, { ...first!, headers: new Headers(first!.headers) });
}

function exchange(url: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      text += part;
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}

/** An open socket. */
export interface RawConnection {
  write(bytes: string): void;
  /** Resolves to all received text once it matches; rejects if the service closes the connection before. */
  waitFor(pattern: RegExp): Promise<string>;
  /** Closes the sending side. */
  end(): void;
  /** Resolves to all received text when the service has closed the connection. */
  closed(): Promise<string>;
}

/** Opens a socket and keeps it open. The first response is checked against the document when it is closed. */
export function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let [sent, text] = ["", ""];
    const socket = connect(Number(port), hostname, () => resolve({ write, waitFor, end, closed: () => closed }));
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve())).then(() => {
      checkFirstResponse(url, sent, text);
      return text;
    });
    const write = (bytes: string) => {
      sent += bytes;
      socket.write(bytes);
    };
    const end = () => socket.end();
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      text += part;
    });
    socket.on("error", reject);
    const waitFor = (pattern: RegExp) =>
      new Promise<string>((resolveMatch, rejectMatch) => {
        const check = () => pattern.test(text) && resolveMatch(text);
        socket.on("data", check);
        socket.on("close", () => rejectMatch(new Error(`The connection was closed after: ${text}`)));
        check();
      });
  });
}

/** Polls until the service is draining; a connection that was closed before its use is tried again. */
export async function waitUntilDraining(url: string): Promise<void> {
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === 503) return;
    if (status !== 200 && status !== undefined) throw new Error(`/readyz answered ${status}`);
  }
}
