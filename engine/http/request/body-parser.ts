/** Reads bodies: query strings as text, all others as JSON. `checkContent` has refused other media types. */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { FairQueue, QueueFull } from "../../runtime/fair-queue.ts";
import { HttpProblem } from "../problem-types.ts";
import { codingOf, decodeBody } from "./body.ts";
import { BodyBytes, NO_ROOM } from "./body-bytes.ts";
import { beginsArray, decodeText, LONG_BODY, parseJson } from "./json.ts";
import { isForm, takesBody } from "./negotiation.ts";
import { prefersAsync } from "./prefer.ts";
import type { ClientOf } from "./requester.ts";

/** How many long arrays are decoded, parsed and written at once, so that one is parsed while another one is written. */
const MAX_RUNNING = 2;
/** How many wait, in all and per client. */
const MAX_WAITING = 256;
const MAX_WAITING_PER_CLIENT = 64;
/** How many bodies of maximum length a process holds, of one client and in all. */
const BODIES_PER_CLIENT = 4;
const BODIES = 16;

/** The maximum lengths of bodies, in bytes. */
export interface BodyLimits {
  /** Of one record. */
  readonly bodyLimit: number;
  /** Of an array of records. */
  readonly bulkBodyLimit: number;
}

/** Responds to a request whose body was read. */
type Handle<T> = (request: FastifyRequest) => Promise<T>;

/** Reads the bodies of an application. Clients with long arrays take turns. */
export class BodyReader {
  private readonly maxLength: number;
  private readonly bytes: BodyBytes;
  private readonly turns = new FairQueue({
    running: MAX_RUNNING,
    runningPerClient: MAX_RUNNING,
    waiting: MAX_WAITING,
    waitingPerClient: MAX_WAITING_PER_CLIENT,
  });

  constructor({ bodyLimit, bulkBodyLimit }: BodyLimits, clientOf: ClientOf) {
    this.maxLength = bodyLimit;
    const longest = Math.max(bodyLimit, bulkBodyLimit);
    this.bytes = new BodyBytes({ perClient: BODIES_PER_CLIENT * longest, total: BODIES * longest }, clientOf);
  }

  /** How many long arrays are carried out, and wait for their turn. */
  get longArrays(): { readonly running: number; readonly waiting: number } {
    const { running, waiting } = this.turns;
    return { running, waiting };
  }

  /** Counts the bytes of a body that is about to arrive. @throws Problem if the process holds too many */
  count(request: FastifyRequest, reply: FastifyReply, body: RequestPayload, maxLength: number): RequestPayload {
    return this.bytes.count(request, reply, body, maxLength);
  }

  /**
   * Returns a handler that reads the body of its request first, and sets `fingerprint` and `text` of those that need them.
   * @param maxLength of the path; only arrays may be longer than `bodyLimit`
   */
  reading<T>(handler: Handle<T>, maxLength: number): Handle<T> {
    const check = (length: number, start: Uint8Array): void => {
      if (length > maxLength || (length > this.maxLength && !beginsArray(start)))
        throw new HttpProblem("content-too-large", "The body is larger than this path accepts.");
    };
    return (request) => {
      const { body: sent } = request;
      if (!Buffer.isBuffer(sent)) return handler(request);
      const coding = codingOf(request);
      if (coding !== undefined) {
        const decode = (onLong: () => Promise<void>) => decodeBody(sent, coding, { check, onLong });
        return this.inTurn(request, decode, handler);
      }
      check(sent.length, sent);
      if (sent.length <= LONG_BODY || !beginsArray(sent)) return handle(request, sent, handler);
      return this.inTurn(request, (onLong) => onLong().then(() => sent), handler);
    };
  }

  /** Handles a request whose body may be long: it then waits for its turn, which lasts until there is a response. */
  private async inTurn<T>(
    request: FastifyRequest,
    read: (onLong: () => Promise<void>) => Promise<Buffer>,
    handler: Handle<T>,
  ): Promise<T> {
    let endTurn: (() => void) | undefined;
    try {
      const body = await read(async () => {
        endTurn = await this.turns.enter(request.requester);
      });
      return await handle(request, body, handler);
    } catch (reason) {
      throw reason instanceof QueueFull ? NO_ROOM : reason;
    } finally {
      endTurn?.();
    }
  }
}

/** Parses a body, and calls the handler of its request. */
function handle<T>(request: FastifyRequest, body: Buffer, handler: Handle<T>): Promise<T> {
  request.fingerprint = fingerprintOf(request, body);
  const parsed = isForm(request) ? decodeText(body) : parseJson(body);
  if (prefersAsync(request.headers)) request.text = body.toString();
  if (!(parsed instanceof Promise)) {
    request.body = parsed;
    return handler(request);
  }
  return parsed.then((elements) => {
    request.body = elements;
    return handler(request);
  });
}

/** Makes Fastify collect the bytes of bodies. `BodyReader` reads them. */
export function collectBodies(app: FastifyInstance): void {
  app.decorateRequest("fingerprint", "");
  app.decorateRequest("text", "");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
    app.requestMetrics.noteReceipt(request);
    done(null, takesBody(request.method) ? body : undefined);
  });
}

function fingerprintOf(request: FastifyRequest, body: Buffer): string {
  return request.headers["idempotency-key"] === undefined ? "" : hash("sha256", body, "base64url");
}

declare module "fastify" {
  interface FastifyRequest {
    /** The digest of the body, byte for byte, of a request with an `Idempotency-Key`; otherwise empty. */
    fingerprint: string;
    /** The body as it was sent, of a request that prefers an asynchronous response; otherwise empty. */
    text: string;
  }
}
