/** The id by which a request is named on its answer, in problem documents and in the log. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** What a caller may choose (§12). */
const GIVEN = /^[A-Za-z0-9._:-]{1,128}$/;

/** Like that of no other process, nor of this one when it has been started anew. */
const PROCESS = randomUUID().slice(0, 18);
let made = 0;

/** The caller's own id where it is well-formed, a new one otherwise. */
export function requestId({ "x-request-id": given }: IncomingHttpHeaders): string {
  return typeof given === "string" && GIVEN.test(given) ? given : newRequestId();
}

/** Counted: a random one takes as long as finding the request's route. */
export function newRequestId(): string {
  made += 1;
  return `${PROCESS}-${made.toString(36)}`;
}
