/**
 * Malformed requests, and requests that break off within their body: each gets one response, then the connection closes.
 * And what else Node reports instead of a request: CONNECT, expectations.
 */

import type { OutgoingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Problem } from "../problem.ts";
import { type AnyProblem, type ProblemSlug, statusOf } from "./problem-types.ts";
import { connectionOf, endConnection, endWithResponse } from "./request/connection.ts";
import { newRequestId } from "./request/request-id.ts";
import { problemDocument, problemResponse } from "./response/problem.ts";

/** The error of Node's `clientError` event. */
export type ClientError = Error & { code?: string; rawPacket?: unknown };

/** A request line whose URL alone is longer than `MAX_URL_LENGTH`. */
const LONG_REQUEST_LINE = /^[A-Z]+ [^ ]{8193}/;

const CLIENT_ERRORS: Record<string, [ProblemSlug, string]> = {
  LONG_REQUEST_LINE: ["uri-too-long", "The URL is longer than 8 KiB."],
  HPE_INVALID_METHOD: ["invalid-request", "The request method is unknown."],
  HPE_HEADER_OVERFLOW: ["headers-too-large", "The header fields are larger than 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: ["request-timeout", "The request did not arrive in time."],
};

/** Handles the `clientError` events of Node's server. */
export class ClientErrorHandler {
  private readonly count: (status: number) => void;

  /** @param count is called with the status of each response that belongs to no request */
  constructor(count: (status: number) => void) {
    this.count = count;
  }

  /** Responds to an error of a connection, unless the same request has or gets a response, and closes the connection. */
  handle(error: ClientError, socket: Socket): void {
    if (!socket.writable || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    const connection = connectionOf(socket);
    if (connection.closing) return;
    connection.closing = true;
    const reply = connection.latestReply;
    const withinBody = reply?.request.raw.complete === false;
    if (reply && withinBody && !reply.sent) endWithProblem(reply, problemOf(error));
    else if (reply && !reply.raw.writableFinished) reply.raw.once("finish", () => endConnection(socket));
    else if (withinBody) endConnection(socket);
    else this.writeProblem(socket, problemOf(error), { head: String(error.rawPacket ?? "").startsWith("HEAD ") });
  }

  /**
   * Writes a response to a socket without a request.
   * @param options.head whether to leave the body out: the client of a HEAD would read it as the next response
   */
  writeProblem(socket: Socket, problem: AnyProblem, { head = false } = {}): void {
    const status = statusOf(problem.slug);
    this.count(status);
    const id = newRequestId();
    const body = JSON.stringify(problemDocument(problem, "", id));
    const lines = [
      `HTTP/1.1 ${status} ${problem.slug}`,
      "Content-Type: application/problem+json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${id}`,
      "X-Content-Type-Options: nosniff",
      // Node adds it to its own responses only; a server with a clock must send it (RFC 9110 §6.6.1).
      `Date: ${new Date().toUTCString()}`,
      "Connection: close",
    ];
    endConnection(socket, `${lines.join("\r\n")}\r\n\r\n${head ? "" : body}`);
  }
}

function problemOf({ code = "", rawPacket }: ClientError): AnyProblem {
  const longUrl = code === "HPE_HEADER_OVERFLOW" && LONG_REQUEST_LINE.test(String(rawPacket ?? ""));
  const [slug, detail] = CLIENT_ERRORS[longUrl ? "LONG_REQUEST_LINE" : code] ?? [
    "invalid-request",
    "The request is not well-formed HTTP.",
  ];
  return new Problem<ProblemSlug>(slug, detail);
}

/** Responds to a request whose body breaks off, and prevents any other response to it. */
function endWithProblem(reply: FastifyReply, problem: AnyProblem): void {
  const { request, raw } = reply;
  const { status, headers, body } = problemResponse(problem, request);
  const common = reply.getHeaders() as OutgoingHttpHeaders;
  request.server.requestMetrics.countResponse(request, status);
  reply.hijack();
  endWithResponse(request.raw.socket);
  raw.writeHead(status, { ...common, ...headers, "content-length": Buffer.byteLength(body), connection: "close" });
  raw.end(body);
}

/** Handles the events of Node's server that Fastify does not. */
export function listenToServer({ server }: FastifyInstance, clientErrors: ClientErrorHandler): void {
  // A server may ignore an expectation that it does not know (RFC 9110 §10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // 100 is sent when the body is read: a request that its header decides gets its response without it (RFC 9110 §10.1.1).
  server.on("checkContinue", (request, response) => {
    request.once("resume", () => response.headersSent || response.writeContinue());
    server.emit("request", request, response);
  });
  server.on("connect", (_request, socket) => {
    // Node does not listen to it any more, and an error that nobody listens to ends the process.
    socket.on("error", () => socket.destroy());
    clientErrors.writeProblem(
      socket as Socket,
      new Problem("invalid-request", "CONNECT is not supported; the service is not a proxy."),
    );
  });
}
