/** `GET /api/search`: records of every public collection by words of their names, or by a key such as an identifier. */
import type { Access } from "../../access/authenticate.ts";
import type { Caller } from "../../access/caller.ts";
import { requirementFor } from "../../access/requirements.ts";
import type { Fault } from "../../problem.ts";
import { readNameSearch } from "../../query/name-search.ts";
import { linkHeader, pageLinks } from "../../query/paging.ts";
import { namedResources } from "../../resource/named.ts";
import { API_ROOT, type Resource } from "../../resource/resource.ts";
import type { NamedRecord } from "../../store/search/named-page.ts";
import type { Handler, HttpContext } from "../context.ts";
import { requestQuery } from "../request/address.ts";
import { readConditions } from "../request/conditions.ts";
import { codingFor } from "../response/content-coding.ts";
import { listTag } from "../response/etag.ts";
import { cachedTag, isNotModified } from "../response/preconditions.ts";
import { jsonResponse, notModified } from "../response/response.ts";

/** The path of the search. */
export const SEARCH = `${API_ROOT}/search`;

/** The handler of the search. */
export function search({ store, access, pageSizes }: HttpContext): Handler {
  const named = namedResources(store.catalog.resources);
  return async (request) => {
    const faults: Fault[] = [];
    const conditions = readConditions(request.headers, faults);
    const query = requestQuery(request);
    const { query: asked, kinds, paging, parameters } = readNameSearch(named, query, pageSizes, faults);
    const allowed = readableBy(access, request.caller, named, kinds);
    const readable = "filters" in asked ? allowed.filter((resource) => asked.filters.has(resource)) : allowed;
    const variant = [query, ...readable.map(({ name }) => name)].join(" ");
    // Results show the names of their parents, whose scopes they have.
    const shown = new Set(readable.flatMap((resource) => [resource, resource.parent ?? resource]));
    // Read before the records: what is found may be newer than its tag, but it is never older.
    const etag = listTag(await store.counters([...shown]), variant);
    const selected = conditions && { tag: etag, coding: codingFor(request) };
    const cached = selected && cachedTag(conditions, selected);
    if (cached !== undefined) return notModified({ etag: cached });
    const found = await store.findByName(readable, asked, paging, request.requester);
    const { records, counts, total, isApproximate } = found;
    const links = pageLinks(SEARCH, parameters, paging, total);
    const body = {
      page: paging.page,
      limit: paging.limit,
      total_count: total,
      ...(isApproximate && { approximate: true }),
      results: records.map(({ matched, parent, ...record }) => {
        const { _links, ...named } = representation(record);
        return { ...named, ...(matched && { matched }), ...(parent && { parent: representation(parent) }), _links };
      }),
      kinds: Object.fromEntries(readable.map((resource) => [resource.one, counts.get(resource) ?? 0])),
      _links: links,
    };
    const link = linkHeader(links);
    const response = jsonResponse(JSON.stringify(body), link === undefined ? { etag } : { etag, link });
    return selected && isNotModified(conditions, selected) ? notModified(response.headers, response.body) : response;
  };
}

/** A record as it is shown. */
function representation({ resource, id, name, path }: Omit<NamedRecord, "parent">) {
  return { id, name, kind: resource.one, _links: { self: path } };
}

/** The resources that the caller asks for, or else all that the caller may read. @throws as `Access.authorize` does */
function readableBy(
  access: Access,
  caller: Caller,
  named: readonly Resource[],
  wanted: readonly Resource[] | undefined,
): readonly Resource[] {
  for (const { views } of wanted ?? []) access.authorize(caller, requirementFor(views[0]!, "GET"));
  const scopes = access.readScopes(caller);
  if (wanted !== undefined || scopes === undefined) return wanted ?? named;
  return named.filter((resource) => scopes.includes(resource.scopes.read));
}
