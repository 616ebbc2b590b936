/** The time limit of requests: one timer checks all of them every second, instead of one timer for each. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isRead } from "../access/requirements.ts";
import { outcomeUnknown, Problem } from "../problem.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Handler } from "./context.ts";
import type { Connection } from "./request/connection.ts";
import { type ClientOf, HttpRequester } from "./request/requester.ts";
import { sendProblem } from "./response/problem.ts";
import { send } from "./response/send.ts";

/** Runs a handler and sends its response, or 503 once the time limit has passed. */
export type RunHandler = (request: FastifyRequest, reply: FastifyReply, handler: Handler) => Promise<void>;

const INTERVAL_MS = 1_000;
/** How much longer a request may take whose write is committing. */
const COMMIT_MS = 2_000;

/**
 * Starts the timer of an application, and returns the function that runs its handlers.
 * @param limit in milliseconds
 */
export function runWithTimeout(app: FastifyInstance, clientOf: ClientOf, clock: Clock, limit: number): RunHandler {
  const { requestMetrics } = app;
  /** Those that have had a request. Each has at most one in progress, so that requests need no list of their own. */
  const connections = new Set<Connection>();
  const timer = setInterval(() => {
    const latest = clock.elapsed() - limit;
    for (const { current: reply } of connections) {
      if (reply?.request.startedAt == null || reply.request.startedAt > latest) continue;
      const { request } = reply;
      const { isCommitting } = request.requester;
      // The outcome of its write is about to be known.
      if (isCommitting && request.startedAt! > latest - COMMIT_MS) continue;
      request.startedAt = null;
      const problem = isCommitting
        ? outcomeUnknown("The change did not finish in time")
        : new Problem(
            "unavailable",
            `The request took too long.${isRead(request.method) ? "" : " Nothing was changed."}`,
          );
      if (!reply.sent) sendProblem(request, reply, problem);
      request.requester.expire(problem);
    }
  }, INTERVAL_MS);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));
  const track = (connection: Connection): void => {
    connections.add(connection);
    // A handler that still runs is left to the time limit, which undoes its write.
    connection.onClose(() => connection.current?.request.startedAt === null && connections.delete(connection));
  };
  return async (request, reply, handler) => {
    const { connection } = request;
    if (!connections.has(connection)) track(connection);
    request.startedAt = clock.elapsed();
    request.requester = new HttpRequester(request, reply.raw, clientOf);
    requestMetrics.running += 1;
    try {
      const response = await handler(request);
      // The time limit may have passed meanwhile.
      const sending = reply.sent ? undefined : send(request, reply, response);
      if (sending) await sending;
    } catch (reason) {
      // Nobody waits for the response once the client has closed the connection.
      if (!reply.sent && !reply.raw.destroyed) sendProblem(request, reply, reason);
    } finally {
      // After the time limit, too, a handler counts as running until it ends.
      requestMetrics.running -= 1;
      request.startedAt = null;
      connection.use();
      if (connection.isClosed) connections.delete(connection);
    }
  };
}

declare module "fastify" {
  interface FastifyRequest {
    /** When its handler started, on the clock of the time limit; null before that, and when it has ended or taken too long. */
    startedAt: number | null;
  }
}
