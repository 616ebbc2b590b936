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
  // Responses are kept by their address, so that each needs its own.
  const address = filled(url, params as Readonly<Record<string, string>>) + query;
  const sent = { url: address, params, headers: {}, caller, question: null };
  const properties = Object.entries(sent).map(([name, value]) => [name, { value }]);
  return await handlers.GET!(Object.create(request, Object.fromEntries(properties)) as FastifyRequest);
}

/** Returns a path with its parameters. */
function filled(url: string, params: Readonly<Record<string, string>>): string {
  return url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** Returns a request on behalf of another one, for another address. */
export function readdressed(request: FastifyRequest, url: string, params: unknown): FastifyRequest {
  return Object.create(request, { url: { value: url }, params: { value: params } }) as FastifyRequest;
}

/** Returns a function that finds what has the pattern of a path, and the parameters in it; undefined if nothing has. */
export function matcherOf<T extends { readonly url: string }>(all: readonly T[]) {
  const known = all.map((found) => ({ found, names: found.url.split("/") }));
  return (path: string): { readonly found: T; readonly params: Readonly<Record<string, string>> } | undefined => {
    const segments = path.split("/").map(decoded);
    const match = known
      .filter(({ names }) => names.length === segments.length)
      .find(({ names }) =>
        names.every((name, index) => (name.startsWith(":") ? segments[index] !== undefined : name === segments[index])),
      );
    if (!match) return undefined;
    const ids = match.names.flatMap((name, index) => (name.startsWith(":") ? [[name.slice(1), segments[index]!]] : []));
    return { found: match.found, params: Object.fromEntries(ids) };
  };
}

/** Returns a segment without its escapes; undefined if they are malformed. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns a function that reads a path of the API, with its query, as the caller of a request. @throws Problem */
export function apiReader(access: HttpContext["access"], api: readonly Route[]) {
  const match = matcherOf(api.filter(({ handlers }) => handlers.GET));
  return async (request: FastifyRequest, path: string): Promise<string> => {
    const matched = match(requestPath({ url: path }));
    if (!matched) throw notFound(NOTHING);
    const search = requestQuery({ url: path });
    const target = { params: matched.params, query: search && `?${search}` };
    const response = await respondAs(request.caller, access, matched.found, request, target);
    return String((await withoutChunks(response)).body);
  };
}
