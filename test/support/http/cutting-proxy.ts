/** A proxy in front of a service that cuts off responses, or the connection before any response. */
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** What happens to one request. */
export type Cut =
  /** The response ends after this number of bytes of its body, without an end. */
  | { readonly afterBytes: number }
  /** The service gets the request, and its response is thrown away. */
  | "answer"
  /** The response is sent on, and this is called. */
  | { readonly afterwards: () => void };

/** A request, before the service gets it. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  /** The bytes of its body. */
  readonly length: number;
}

/** A running proxy. */
export interface CuttingProxy {
  readonly url: string;
  /** Decides for each request, which waits for a promise; undefined lets it pass. */
  cut: (request: ProxiedRequest) => Cut | undefined | Promise<Cut | undefined>;
}

/** Starts a proxy; it is stopped after the tests of the file. */
export async function startCuttingProxy(target: { readonly url: string }): Promise<CuttingProxy> {
  const server = createServer((incoming, outgoing) => void forward(target.url, incoming, outgoing, proxy.cut));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => void server.close().closeAllConnections());
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => undefined,
  };
  return proxy;
}

async function forward(
  url: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  decide: CuttingProxy["cut"],
): Promise<void> {
  const { method = "", url: path = "", headers } = incoming;
  const cut = await decide({ method, path, length: Number(headers["content-length"] ?? 0) });
  // Without a content coding, so that the number of bytes is that of the text.
  const onward = httpRequest(
    `${url}${path}`,
    { method, headers: { ...headers, "accept-encoding": "identity" } },
    (response) => {
      if (cut === "answer") {
        response.resume().on("end", () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(response.statusCode!, response.headers).flushHeaders();
      const limit = cut && "afterBytes" in cut ? cut.afterBytes : undefined;
      if (limit === 0) setImmediate(() => outgoing.destroy());
      let left = limit ?? Number.POSITIVE_INFINITY;
      response.on("data", (bytes: Buffer) => {
        if (left <= 0) return;
        const part = bytes.subarray(0, left);
        left -= part.length;
        outgoing.write(part, () => left <= 0 && outgoing.destroy());
      });
      const afterwards = cut && "afterwards" in cut ? cut.afterwards : undefined;
      response.on("end", () => left > 0 && outgoing.end(afterwards));
      response.on("error", () => outgoing.destroy());
    },
  );
  onward.on("error", () => outgoing.destroy());
  // A client that is gone leaves no request without an end.
  incoming.on("close", () => incoming.complete || onward.destroy());
  incoming.pipe(onward);
}
