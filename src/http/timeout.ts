/** The time limit of requests: one timer checks all of them every second, instead of one timer for each. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";
import type { Handler } from "./context.ts";
import { sendProblem } from "./response/problem.ts";
import { send } from "./response/send.ts";

/** Runs a handler and sends its response, or 503 once the time limit has passed. */
export type RunHandler = (request: FastifyRequest, reply: FastifyReply, handler: Handler) => Promise<void>;

const INTERVAL_MS = 1_000;

/**
 * Starts the timer of an application, and returns the function that runs its handlers.
 * @param limit in milliseconds
 */
export function runWithTimeout(app: FastifyInstance, limit: number): RunHandler {
  const { requestMetrics } = app;
  /** Requests in progress, oldest first. */
  const pending = new Map<FastifyReply, FastifyRequest>();
  const timer = setInterval(() => {
    const latest = performance.now() - limit;
    for (const [reply, request] of pending) {
      if (request.startedAt > latest) break;
      pending.delete(reply);
      if (!reply.sent) sendProblem(request, reply, new Problem("unavailable", "The request took too long."));
    }
  }, INTERVAL_MS);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));
  return async (request, reply, handler) => {
    request.startedAt = performance.now();
    pending.set(reply, request);
    requestMetrics.running += 1;
    try {
      const response = await handler(request);
      // The time limit may have passed meanwhile.
      if (!reply.sent) await send(request, reply, response);
    } catch (reason) {
      if (!reply.sent) sendProblem(request, reply, reason);
    } finally {
      // After the time limit, too, a handler counts as running until it ends.
      requestMetrics.running -= 1;
      pending.delete(reply);
    }
  };
}
