/** Bounds the bytes of long bodies that a process holds at once: of one client, and in all. */
import { Transform } from "node:stream";
import type { FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { Problem } from "../../problem.ts";
import { LONG_BODY } from "./json.ts";
import type { ClientOf } from "./requester.ts";

/** The limits, in bytes. */
export interface ByteLimits {
  readonly perClient: number;
  readonly total: number;
}

/** When a refused request may be tried again, in seconds. */
const RETRY_AFTER = 5;

/** The problem of a body that has no room; shared, because creating its stack trace costs too much. */
export const NO_ROOM = new Problem(
  "unavailable",
  "Too many large bodies are arriving or waiting. Send fewer at a time.",
  {
    refused: true,
    retryAfter: RETRY_AFTER,
  },
);

/** Counts the bytes of long bodies until their responses are sent. */
export class BodyBytes {
  private readonly limits: ByteLimits;
  private readonly clientOf: ClientOf;
  private readonly clients = new Map<string, number>();
  private total = 0;

  constructor(limits: ByteLimits, clientOf: ClientOf) {
    this.limits = limits;
    this.clientOf = clientOf;
  }

  /**
   * Counts a body that is about to arrive: as its header says, or else as its chunks come.
   * @param maxLength a body that says it is longer is refused anyway
   * @returns the body; reading it fails with `NO_ROOM` when there is no room for the next chunk
   * @throws Problem `NO_ROOM` if there is no room
   */
  count(request: FastifyRequest, reply: FastifyReply, body: RequestPayload, maxLength: number): RequestPayload {
    const { "content-length": length } = request.headers;
    if (length !== undefined && (Number(length) <= LONG_BODY || Number(length) > maxLength)) return body;
    const client = this.clientOf(request);
    let held = 0;
    const hold = (bytes: number): void => {
      if (reply.raw.closed) return;
      this.add(client, bytes);
      held += bytes;
    };
    reply.raw.once("close", () => this.remove(client, held));
    if (length !== undefined) {
      hold(Number(length));
      return body;
    }
    const counted = new Transform({
      transform: (chunk: Buffer, _, done) => {
        try {
          hold(chunk.length);
          done(null, chunk);
        } catch (problem) {
          done(problem as Problem);
        }
      },
    });
    body.on("error", (error) => counted.destroy(error));
    // If the request is refused before its body is read, nothing else listens for errors.
    counted.on("error", () => {});
    return body.pipe(counted);
  }

  private add(client: string, bytes: number): void {
    const held = (this.clients.get(client) ?? 0) + bytes;
    if (held > this.limits.perClient || this.total + bytes > this.limits.total) throw NO_ROOM;
    this.clients.set(client, held);
    this.total += bytes;
  }

  private remove(client: string, bytes: number): void {
    const held = (this.clients.get(client) ?? 0) - bytes;
    if (held > 0) this.clients.set(client, held);
    else this.clients.delete(client);
    this.total -= bytes;
  }
}
