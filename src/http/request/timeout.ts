/** How long a request may take: one look at all that run, each second, instead of a timer for each. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../problem.ts";
import { sendProblem } from "../response/problem.ts";
import type { HttpResponse } from "../response/response.ts";
import { send } from "../response/sending.ts";

/** What answers a request. */
export type Handler = (request: FastifyRequest) => Promise<HttpResponse>;

/** Answers a request; when that takes too long, it is answered 503 meanwhile. */
export type Deadline = (request: FastifyRequest, reply: FastifyReply, handler: Handler) => Promise<void>;

const LOOK_MS = 1_000;

/** @param limit in milliseconds */
export function deadlines(app: FastifyInstance, limit: number): Deadline {
  const { traffic } = app;
  /** Who waits for an answer, in the order in which they began. */
  const waiting = new Map<FastifyReply, FastifyRequest>();
  const look = setInterval(() => {
    const latest = performance.now() - limit;
    for (const [reply, request] of waiting) {
      if (request.begun > latest) break;
      waiting.delete(reply);
      if (!reply.sent) sendProblem(request, reply, new Problem("unavailable", "The request took too long."));
    }
  }, LOOK_MS);
  look.unref();
  app.addHook("onClose", async () => clearInterval(look));
  return async (request, reply, handler) => {
    request.begun = performance.now();
    waiting.set(reply, request);
    traffic.running += 1;
    try {
      const answer = await handler(request);
      // The deadline may have passed.
      if (!reply.sent) await send(request, reply, answer);
    } catch (reason) {
      if (!reply.sent) sendProblem(request, reply, reason);
    } finally {
      // Also when nobody waits any more: it still takes its place.
      traffic.running -= 1;
      waiting.delete(reply);
    }
  };
}
