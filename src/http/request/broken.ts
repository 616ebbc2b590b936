/** Requests that never became one, or break off within their body: one answer each, and the connection is closed. */
import type { OutgoingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import { Problem } from "../../problem.ts";
import { requestPath } from "../context.ts";
import type { RequestMetrics } from "../metrics/requests.ts";
import { problemAnswer, problemDocument } from "../response/problem.ts";
import { type AnyProblem, type ProblemSlug, statusOf } from "../response/problem-types.ts";
import { connectionOf } from "./connection.ts";
import { newRequestId } from "./request-id.ts";

/** What Node tells of a connection. */
export type ClientError = Error & { code?: string; rawPacket?: unknown };

/** A request line whose URL alone is longer than the guard lets pass. */
const LONG_REQUEST_LINE = /^[A-Z]+ [^ ]{8193}/;

const CLIENT_ERRORS: Record<string, [ProblemSlug, string]> = {
  LONG_REQUEST_LINE: ["uri-too-long", "A URL may be 8 KiB long."],
  HPE_INVALID_METHOD: ["invalid-request", "The request's method is not one that HTTP knows."],
  HPE_HEADER_OVERFLOW: ["headers-too-large", "The header fields are larger than 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: ["request-timeout", "The request did not arrive in time."],
};

/** How long a connection stays after its last answer, for a caller who still sends: a reset could take the answer away. */
const LINGER_MS = 1_000;

export class BrokenRequests {
  private readonly traffic: RequestMetrics;

  constructor(traffic: RequestMetrics) {
    this.traffic = traffic;
  }

  /** Answers what is wrong on a connection, unless an answer to the same request is out or on its way; closes it. */
  answer(error: ClientError, socket: Socket): void {
    if (!socket.writable || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    const connection = connectionOf(socket);
    if (connection.closing) return;
    connection.closing = true;
    const reply = connection.latest;
    const within = reply?.request.raw.complete === false;
    if (reply && within && !reply.sent) answerWithin(reply, problemOf(error));
    else if (reply && !reply.raw.writableFinished) reply.raw.once("finish", () => socket.destroySoon());
    else if (within) socket.destroySoon();
    else this.answerBare(socket, problemOf(error), String(error.rawPacket ?? "").startsWith("HEAD "));
  }

  /** Answers where there is no request to answer; to a HEAD without the body, which would be taken for the next answer. */
  answerBare(socket: Socket, problem: AnyProblem, bodiless = false): void {
    const status = statusOf(problem.slug);
    this.traffic.broken(status);
    const id = newRequestId();
    const body = JSON.stringify(problemDocument(problem, "", id));
    const head = [
      `HTTP/1.1 ${status} ${problem.slug}`,
      "Content-Type: application/problem+json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${id}`,
      "X-Content-Type-Options: nosniff",
      // Node's are on its own answers alone; a server that has a clock sends it with each (RFC 9110 §6.6.1).
      `Date: ${new Date().toUTCString()}`,
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${bodiless ? "" : body}`);
    socket.setTimeout(LINGER_MS, () => socket.destroy());
  }
}

function problemOf({ code = "", rawPacket }: ClientError): AnyProblem {
  const long = code === "HPE_HEADER_OVERFLOW" && LONG_REQUEST_LINE.test(String(rawPacket ?? ""));
  const [slug, detail] = CLIENT_ERRORS[long ? "LONG_REQUEST_LINE" : code] ?? [
    "invalid-request",
    "The request is not well-formed HTTP.",
  ];
  return new Problem<ProblemSlug>(slug, detail);
}

/** Answers a request whose body does not come; nothing else may answer it any more. */
function answerWithin(reply: FastifyReply, problem: AnyProblem): void {
  const { request, raw } = reply;
  const { status, headers, body } = problemAnswer(problem, requestPath(request), request.id);
  const common = reply.getHeaders() as OutgoingHttpHeaders;
  request.server.traffic.answered(request, status);
  reply.hijack();
  raw.writeHead(status, { ...common, ...headers, "content-length": Buffer.byteLength(body), connection: "close" });
  raw.end(body);
}
