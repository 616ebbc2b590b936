/** What every request passes before its body is read: address, credential, negotiation; in the contract's order. */
import type { FastifyRequest } from "fastify";
import type { Access, Need } from "../access/credentials.ts";
import { Problem } from "../problem.ts";
import { checkAccept, checkContent } from "./negotiation.ts";

const LONGEST_URL = 8 * 1024;

/**
 * @param tutorial whether every caller is admin, so that no foreign page may speak to the service
 */
export function guardOf(access: Access, tutorial: boolean): (request: FastifyRequest, need: Need) => void {
  return (request, need) => {
    if (request.url.length > LONGEST_URL)
      throw new Problem("uri-too-long", `A URL may be ${LONGEST_URL} characters long.`);
    if (tutorial) checkOrigin(request);
    access.admit(request.headers.authorization, need);
    if (need === "open") return;
    checkAccept(request);
    checkContent(request);
  };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** A page of another origin, or a name that was made to resolve to this machine, must not reach an open service. */
function checkOrigin({ headers: { host = "", origin } }: FastifyRequest): void {
  if (!LOOPBACK.test(host))
    throw new Problem("forbidden", "With AUTH=off the service answers only to a loopback Host.");
  if (origin !== undefined && origin !== `http://${host}`)
    throw new Problem("forbidden", "With AUTH=off the service answers no foreign Origin.");
}
