/** `GET /api/me`: who the caller is, and what they may do. */
import { kindOf } from "../../access/caller.ts";
import { type Fault, refuseFaults } from "../../problem.ts";
import { readParameters } from "../../query/parameters.ts";
import { API_ROOT } from "../../resource/resource.ts";
import type { Handler, HttpContext } from "../context.ts";
import { requestQuery } from "../request/address.ts";
import { jsonResponse } from "../response/response.ts";

/** The path of the caller. */
export const ME = `${API_ROOT}/me`;

/** The handler of the caller's path. */
export function me({ access }: HttpContext): Handler {
  return async (request) => {
    const faults: Fault[] = [];
    readParameters(requestQuery(request), [], faults);
    refuseFaults(faults);
    const { caller } = request;
    const body = {
      actor: caller.name,
      kind: kindOf(caller),
      scopes: access.scopesOf(caller),
      expires_at: caller.expiresAt ?? null,
      _links: { self: ME },
    };
    return jsonResponse(JSON.stringify(body));
  };
}
