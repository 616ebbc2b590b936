/** Serves `/metrics` on an address of its own, which only the monitoring system reaches. */
import { createServer, type Server } from "node:http";
import { METRICS, METRICS_TYPE } from "./prometheus.ts";

/** Scrapers are few. */
const MAX_CONNECTIONS = 100;

/**
 * Creates the server, which does not listen yet.
 * @param metrics returns the response; if it fails, that is 500
 */
export function createMetricsServer(metrics: () => Promise<{ readonly body: string | Buffer }>): Server {
  const server = createServer(async (request, response) => {
    const [path] = request.url!.split("?", 1);
    const type = { "content-type": "text/plain; charset=utf-8" };
    if (path !== METRICS) return void response.writeHead(404, type).end(`There is only ${METRICS}.\n`);
    if (request.method !== "GET" && request.method !== "HEAD")
      return void response.writeHead(405, { ...type, allow: "GET, HEAD" }).end("Allowed: GET, HEAD.\n");
    try {
      const { body } = await metrics();
      response.writeHead(200, { "content-type": METRICS_TYPE }).end(body);
    } catch {
      response.writeHead(500, type).end("The metrics could not be collected.\n");
    }
  });
  return Object.assign(server, { maxConnections: MAX_CONNECTIONS, dropMaxConnection: true });
}
