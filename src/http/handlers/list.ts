/** GET of a list: a page of it, the next items of a walk, or the whole of a membership's. */
import type { FastifyRequest } from "fastify";
import { type Fault, notFound, refuse } from "../../problem.ts";
import { encodeCursor } from "../../query/cursor.ts";
import { type ListQuery, readListQuery } from "../../query/list-query.ts";
import { linkHeader, pageLinks, pagePath } from "../../query/paging.ts";
import { formatParameters, type Parameter } from "../../query/parameters.ts";
import { visibilityFilters } from "../../query/visibility.ts";
import {
  fullProjection,
  type Projection,
  projectionOf,
  represent,
  summaryProjection,
} from "../../resource/representation.ts";
import { fill, type View } from "../../resource/resource.ts";
import type { Store } from "../../store/store.ts";
import { type HttpContext, requestPlace, requestQuery } from "../context.ts";
import { LONGEST_URL } from "../request/address.ts";
import { isUnmodified, readConditions, unchangedTag } from "../request/conditions.ts";
import { codingFor } from "../request/negotiation.ts";
import type { ResponseCache } from "../response/cache.ts";
import { listTag } from "../response/etag.ts";
import { emptyResponse, type HttpResponse, jsonResponse } from "../response/response.ts";

export function list({ store, access, pageSizes }: HttpContext, view: View, answers: ResponseCache) {
  const cached = !view.private;
  /** All that the list shows. */
  const resources = view.of ? [view.resource, view.of.resource] : [view.resource];
  return async (request: FastifyRequest): Promise<HttpResponse> => {
    const query = requestQuery(request);
    const { of } = requestPlace(request);
    // With the parent, so that no tag of a list that is there is one of a list that is not.
    // Read before the list is: what it holds may be newer than its tag says, and is read again then, but never older.
    const counters = await store.counters(resources);
    const held = view.resource.readers === undefined ? undefined : access.held(request.caller);
    const tag = listTag(counters, [view.of ? `${of}?${query}` : query, ...(held ?? [])].join(" "));
    const faults: Fault[] = [];
    const conditions = readConditions(request.headers, faults);
    // Refused, with what is wrong with the query as well.
    if (faults.length > 0) readListQuery(view, query, pageSizes, of, faults);
    const selected = conditions && { tag, coding: codingFor(request) };
    // The tag of this very list was handed out when all checks had passed, and nothing that it shows has changed since.
    const known = selected && unchangedTag(conditions, selected);
    if (known !== undefined)
      return emptyResponse(
        304,
        headersOf(view, known, of, () => readListQuery(view, query, pageSizes, of)),
      );
    let answer = cached ? answers.get(request.url, tag) : undefined;
    if (!answer) {
      const asked = { ...readListQuery(view, query, pageSizes, of), visibility: visibilityFilters(view, held) };
      const headers = headersOf(view, tag, of, () => asked);
      answer = answerOf(headers, await read(store, view, of, asked));
      if (cached) answers.add(request.url, tag, answer);
    }
    if (!selected || !isUnmodified(conditions, selected)) return answer;
    const { link: _, ...headers } = answer.headers;
    return { status: 304, headers, body: answer.body };
  };
}

/** What a list and its 304 have in common. Under an alias they tell the path that they have in the first place. */
function headersOf(view: View, etag: string, of: string | undefined, asked: () => ListQuery): Record<string, string> {
  return view.aliases.length > 0 ? { etag, "content-location": selfOf(view, of, asked()) } : { etag };
}

function answerOf(headers: Record<string, string>, envelope: Envelope): HttpResponse {
  const link = linkHeader(envelope._links);
  if (link !== undefined) headers.link = link;
  return jsonResponse(JSON.stringify(envelope), headers);
}

type Envelope = Record<string, unknown> & { _links: Record<string, string> };

async function read(store: Store, view: View, of: string | undefined, query: ListQuery): Promise<Envelope> {
  const parent = await parentOf(store, view, of);
  if (query.cursor) {
    const { items, next: last } = await store.listByCursor(shapeOfItems(view, query), of, query);
    const self = selfOf(view, of, query);
    const next = last && encodeCursor({ view, of, ...query }, last);
    const links = next === undefined ? { self } : { self, next: nextOf(view, of, query, next) };
    return { limit: query.paging.limit, ...parent.shown, [view.plural]: items, _links: { ...links, ...parent.link } };
  }
  const { items, total } = await store.list(shapeOfItems(view, query), of, query, { paged: isPaged(view, query) });
  const shown = { ...parent.shown, [view.plural]: items };
  if (!isPaged(view, query)) return { ...shown, _links: { self: selfOf(view, of, query), ...parent.link } };
  const { page, limit } = query.paging;
  const links = pageLinks(pathOf(view, of), query.parameters, query.paging, total);
  return { page, limit, total_count: total, ...shown, _links: { ...links, ...parent.link } };
}

function isPaged(view: View, query: ListQuery): boolean {
  return !view.whole || query.paging.requested;
}

function pathOf(view: View, of: string | undefined): string {
  return fill(view.path, view.of ? { [view.of.column]: of } : {})!;
}

/** The path of a list as it was asked for. */
function selfOf(view: View, of: string | undefined, query: ListQuery): string {
  const [path, { parameters: given, paging }] = [pathOf(view, of), query];
  if (isPaged(view, query) && !query.cursor) return pagePath(path, given, paging.page);
  return given.length > 0 ? `${path}?${formatParameters(given)}` : path;
}

/**
 * The path on which a walk goes on: every parameter that was given, with another cursor.
 * @throws Problem when it is too long for a request
 */
function nextOf(view: View, of: string | undefined, { parameters: given }: ListQuery, cursor: string): string {
  const parameters = given.map((each): Parameter => (each[0] === "cursor" ? ["cursor", cursor] : each));
  const path = `${pathOf(view, of)}?${formatParameters(parameters)}`;
  if (path.length > LONGEST_URL) {
    const message = `The next cursor makes a URL of more than ${LONGEST_URL} characters; filter or sort by less.`;
    refuse([{ in: "shape", parameter: "cursor", code: "too_long", message }]);
  }
  return path;
}

/** Items are summaries; with chosen fields they keep a summary's links, with all fields they are as a GET of each. */
function shapeOfItems(view: View, { fields, allFields: everything }: ListQuery): Projection {
  if (everything) return fullProjection(view);
  return fields ? projectionOf(view, fields, view.summaryLinks) : summaryProjection(view);
}

/** Makes sure that the parent is there, and takes from it what a whole list repeats of it. */
async function parentOf(
  store: Store,
  view: View,
  of: string | undefined,
): Promise<{ shown?: object; link?: Record<string, string> }> {
  if (!view.of) return {};
  const { resource, column } = view.of;
  const missing = () => notFound(`There is no ${resource.one} with the id ${JSON.stringify(of)}.`);
  if (!view.whole) {
    if (!(await store.exists(resource, of!))) throw missing();
    return {};
  }
  const parentView = resource.views[0]!;
  const properties = Object.values(view.whole).map((name) => parentView.properties.get(name)!);
  const shape = projectionOf(parentView, properties, parentView.links);
  const found = await store.get(shape, { id: of! });
  if (!found) throw missing();
  const parent = represent(shape, found.values);
  const shown = Object.fromEntries(Object.entries(view.whole).map(([name, field]) => [name, parent[field]]));
  return {
    shown: { [column]: of, ...shown },
    link: { [resource.one]: (parent._links as Record<string, string>).self! },
  };
}
