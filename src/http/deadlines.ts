/** How long a request may take: one look at all that run, each second, instead of a timer for each. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../problem.ts";
import { sendProblem } from "./problem-details.ts";

/** Runs what answers a request; when it takes too long, the request is answered 503 meanwhile. */
export type Deadline = (request: FastifyRequest, reply: FastifyReply, work: () => Promise<void>) => Promise<void>;

const LOOK_MS = 1_000;

export function deadlines(app: FastifyInstance, limit: number): Deadline {
  const running = new Map<FastifyReply, { request: FastifyRequest; since: number }>();
  const look = setInterval(() => {
    const latest = performance.now() - limit;
    for (const [reply, { request, since }] of running) {
      // In the order in which they began.
      if (since > latest) break;
      running.delete(reply);
      if (!reply.sent) sendProblem(request, reply, new Problem("unavailable", "The request took too long."));
    }
  }, LOOK_MS);
  look.unref();
  app.addHook("onClose", async () => clearInterval(look));
  return async (request, reply, work) => {
    running.set(reply, { request, since: performance.now() });
    try {
      await work();
    } catch (reason) {
      if (!reply.sent) sendProblem(request, reply, reason);
    } finally {
      running.delete(reply);
    }
  };
}
