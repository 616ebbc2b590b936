/** Waits for the end of the requests of a server that stops. */
import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { RequestMetrics } from "../http/metrics/requests.ts";

/** How often a draining server checks whether it is idle. */
const POLL_MS = 25;

/**
 * Waits up to `timeoutMs` until all connections are closed and all requests have finished, even those whose client has
 * disconnected. New requests get 503 meanwhile.
 */
export async function drain(server: Server, requestMetrics: RequestMetrics, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const countConnections = promisify(server.getConnections.bind(server));
  // Not in the loop, where this would also close connections that were just opened, because they look idle.
  server.closeIdleConnections();
  server.keepAliveTimeout = 1;
  while ((requestMetrics.running > 0 || (await countConnections()) > 0) && performance.now() < deadline)
    await setTimeout(POLL_MS);
}
