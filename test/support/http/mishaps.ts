/** A proxy before a service that fails in chosen ways, to prove what the client makes of it. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { after } from "node:test";

/** What goes wrong with one request. */
export type Mishap =
  /** The connection is cut before the service receives the request. */
  | "lost-request"
  /** The service carries the request out, and the connection is cut before the response. */
  | "lost-answer"
  /** The connection is cut in the middle of the response's body. */
  | "cut-body"
  /** The proxy responds itself. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Something happens first, such as another client's write; then the request goes through. */
  | (() => Promise<void>);

/** A request as the proxy received it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A running proxy. */
export interface MishapProxy {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** What goes wrong with the next requests, in this order; undefined for nothing. */
  readonly next: (Mishap | undefined)[];
  /** Cuts all connections. */
  cut(): void;
}

/** Starts a proxy before a service, until the file's tests have ended. */
export async function proxyWithMishaps(target: string): Promise<MishapProxy> {
  const seen: SeenRequest[] = [];
  const next: MishapProxy["next"] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const sent: SeenRequest = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(sent);
    await respond(target, sent, response, next.shift()).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, seen, next, cut: () => server.closeAllConnections() };
}

async function respond(
  target: string,
  request: SeenRequest,
  response: ServerResponse,
  mishap: Mishap | undefined,
): Promise<void> {
  if (mishap === "lost-request") return void response.destroy();
  if (typeof mishap === "object") return void response.writeHead(mishap.status, mishap.headers).end(mishap.body);
  if (typeof mishap === "function") await mishap();
  const closed = new AbortController();
  response.on("close", () => closed.abort());
  const received = await forward(target, request, closed.signal);
  if (mishap === "lost-answer") {
    await received.arrayBuffer();
    return void response.destroy();
  }
  const { "content-encoding": _, "content-length": __, ...headers } = Object.fromEntries(received.headers);
  response.writeHead(received.status, headers);
  if (mishap !== "cut-body") {
    for await (const chunk of received.body ?? []) response.write(chunk);
    return void response.end();
  }
  const body = Buffer.from(await received.arrayBuffer());
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}

function forward(target: string, { method, url, headers, body }: SeenRequest, signal: AbortSignal): Promise<Response> {
  const { host: _, connection: __, "content-length": ___, "transfer-encoding": ____, ...rest } = headers;
  return fetch(`${target}${url}`, {
    method,
    headers: rest as Record<string, string>,
    signal,
    ...(body === "" ? {} : { body }),
  });
}
