/** Authorization: whether the caller of a request meets the requirement of its route. */
import type { FastifyRequest } from "fastify";
import type { Requirement } from "../access/requirements.ts";
import { ADMIN } from "../declare/scopes.ts";
import { Problem } from "../problem.ts";
import type { Resource } from "../resource/resource.ts";
import type { HttpContext } from "./context.ts";

/** Authorizes a request for a path that leads to a resource, if to any. @throws as `Access.authorize` does */
export type Authorize = (request: FastifyRequest, requirement: Requirement, resource: Resource | undefined) => void;

/** Returns the function that authorizes requests, and counts those that are refused although only the admin may send them. */
export function authorizer({
  access,
  refusedRequests,
  addressOf,
}: Pick<HttpContext, "access" | "refusedRequests" | "addressOf">): Authorize {
  return (request, requirement, resource) => {
    try {
      access.authorize(request.caller, requirement);
    } catch (reason) {
      // Another reason, such as an issuer that is unavailable, refuses nobody.
      const isRefused = reason instanceof Problem && ["unauthorized", "forbidden"].includes(reason.slug);
      if (isRefused && resource && requirement.scopes.includes(ADMIN))
        refusedRequests?.add(request.caller, addressOf(request), resource);
      throw reason;
    }
  };
}
