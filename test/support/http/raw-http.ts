/** Requests that fetch would not send: any method, any Host, any bytes. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { assertConforms } from "./openapi-conformance.ts";
import { parseResponses } from "./raw-responses.ts";

export interface RawHttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends a request with exactly these header fields and whatever Host they say. The answer is held against the document
 * of the service, where that runs in this process.
 */
export async function sendRequest(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawHttpResponse> {
  const { hostname, port } = new URL(url);
  const answer = await new Promise<RawHttpResponse>((resolve, reject) => {
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
  const fields = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  assertConforms(url, { method, path }, { ...answer, headers: new Headers(fields) });
  return answer;
}

/**
 * Sends bytes on a bare connection, and answers all that comes back until the service closes it. The answer to the first
 * request in them is held against the document, as that of `speak`.
 */
export async function sendBytes(url: string, bytes: string | Uint8Array): Promise<string> {
  const heard = await exchange(url, bytes);
  judgeFirst(url, Buffer.from(bytes).toString("latin1"), heard);
  return heard;
}

const REQUEST_LINE = /^([A-Z]+) (\/[\x21-\x7e]*) HTTP\/1\.[01]\r\n/;
/** The head of an answer, which ends with an empty line. */
const HEAD = /^HTTP\/1\.1 (?:(?!\r\n\r\n)[\s\S])*\r\n\r\n/;
const INTERIM = /^HTTP\/1\.1 100 (?:(?!\r\n\r\n)[\s\S])*\r\n\r\n/;

/** Where an answer ends that has no length, that of a HEAD or one in a coding, cannot be told from text. */
function judgeFirst(url: string, said: string, heard: string): void {
  const [, method = "HEAD", path = ""] = REQUEST_LINE.exec(said) ?? [];
  const final = heard.replace(INTERIM, "");
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

export interface RawConnection {
  write(bytes: string): void;
  /** All that came back, once it matches; rejects when the service closes the connection before it does. */
  waitFor(pattern: RegExp): Promise<string>;
  /** Says no more, and goes on listening. */
  end(): void;
  /** All that came back, once the service has closed the connection. */
  closed(): Promise<string>;
}

/** Opens a bare connection and keeps it. What came first is held against the document when it is closed. */
export function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let [said, text] = ["", ""];
    const socket = connect(Number(port), hostname, () => resolve({ write, waitFor, end, closed: () => closed }));
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve())).then(() => {
      judgeFirst(url, said, text);
      return text;
    });
    const write = (bytes: string) => {
      said += bytes;
      socket.write(bytes);
    };
    const end = () => socket.end();
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      text += part;
    });
    socket.on("error", reject);
    const waitFor = (pattern: RegExp) =>
      new Promise<string>((matched, failed) => {
        const look = () => pattern.test(text) && matched(text);
        socket.on("data", look);
        socket.on("close", () => failed(new Error(`The connection was closed after: ${text}`)));
        look();
      });
  });
}

/** Asks until the service says that it drains; a connection that it closed before it was used is tried again. */
export async function waitUntilDraining(url: string): Promise<void> {
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 503) return;
    if (status !== 200 && status !== undefined) throw new Error(`/readyz answered ${status}`);
  }
}
