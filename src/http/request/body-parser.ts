/** Makes Fastify parse every body as JSON: `checkContent` has refused all other media types. */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseJson } from "./body.ts";
import { takesBody } from "./negotiation.ts";
import { prefersAsync } from "./prefer.ts";

/** Registers the parser, which also sets `fingerprint` and `text` of requests that need them. */
export function parseBodies(app: FastifyInstance): void {
  app.decorateRequest("fingerprint", "");
  app.decorateRequest("text", "");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
    if (!takesBody(request.method)) return done(null);
    try {
      request.fingerprint = fingerprintOf(request, body as Buffer);
      const parsed = parseJson(body as Buffer);
      if (prefersAsync(request.headers)) request.text = (body as Buffer).toString();
      done(null, parsed);
    } catch (problem) {
      done(problem as Error);
    }
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
