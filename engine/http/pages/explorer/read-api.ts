/** Reads the API within the service, as a caller may read it. */
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../../access/caller.ts";
import { NOTHING, notFound } from "../../../problem.ts";
import { asksAboutPast } from "../../../query/history/as-of.ts";
import type { HttpContext, Route } from "../../context.ts";
import { requestPath, requestQuery } from "../../request/address.ts";
import { type HttpResponse, withoutChunks } from "../../response/response.ts";

/** What is read: its ids, and a query with its question mark. */
export interface Target {
  readonly params?: unknown;
  readonly query?: string;
}

/**
 * Responds to a GET of a route.
 * @param request on whose behalf it is sent
 * @throws Problem if the caller may not read it, or its query has faults
 */
export async function respondAs(
  caller: Caller,
  access: HttpContext["access"],
  { requirementOf, pastRequirement, handlers, url }: Route,
  request: FastifyRequest,
  { params = request.params, query = "" }: Target = {},
): Promise<HttpResponse> {
  access.authorize(caller, requirementOf("GET"));
  if (pastRequirement && asksAboutPast(query.slice(1))) access.authorize(caller, pastRequirement);
  const sent = { url: url + query, params, headers: {}, caller, question: null };
  const properties = Object.entries(sent).map(([name, value]) => [name, { value }]);
  return await handlers.GET!(Object.create(request, Object.fromEntries(properties)) as FastifyRequest);
}

/** Returns a function that reads a path of the API, with its query, as the caller of a request. @throws Problem */
export function apiReader(access: HttpContext["access"], api: readonly Route[]) {
  const routes = api.filter(({ handlers }) => handlers.GET).map((route) => ({ route, names: route.url.split("/") }));
  return async (request: FastifyRequest, path: string): Promise<string> => {
    const segments = requestPath({ url: path }).split("/");
    const found = routes
      .filter(({ names }) => names.length === segments.length)
      .find(({ names }) => names.every((name, index) => name.startsWith(":") || name === segments[index]));
    if (!found) throw notFound(NOTHING);
    const ids = found.names.flatMap((name, index) =>
      name.startsWith(":") ? [[name.slice(1), decodeURIComponent(segments[index]!)]] : [],
    );
    const search = requestQuery({ url: path });
    const target = { params: Object.fromEntries(ids), query: search && `?${search}` };
    const response = await respondAs(request.caller, access, found.route, request, target);
    return String((await withoutChunks(response)).body);
  };
}
