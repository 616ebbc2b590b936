/** The response of a list: a page, a cursor page, or a whole membership. */
import { notFound, refuseFaults } from "../../problem.ts";
import { encodeCursor } from "../../query/cursor.ts";
import type { ListQuery } from "../../query/list-query.ts";
import { linkHeader, pageLinks, pagePath } from "../../query/paging.ts";
import { formatParameters, type Parameter } from "../../query/parameters.ts";
import {
  fullProjection,
  type Projection,
  projectionOf,
  represent,
  summaryProjection,
} from "../../resource/representation.ts";
import type { View } from "../../resource/resource.ts";
import { expandTemplate } from "../../resource/templates.ts";
import type { Counter } from "../../store/counters.ts";
import type { Store } from "../../store/store.ts";
import { MAX_URL_LENGTH } from "../request/address.ts";
import { type HttpResponse, jsonResponse } from "../response/response.ts";

/**
 * @param of the parent's id, if the view has a parent
 * @param counter of the view's collection, read before
 * @throws Problem `not-found` if the parent does not exist
 */
export async function renderPage(
  store: Store,
  view: View,
  of: string | undefined,
  query: ListQuery,
  counter: Counter,
  etag: string,
): Promise<HttpResponse> {
  const envelope = await readEnvelope(store, view, of, query, counter);
  const headers: Record<string, string> = { etag };
  // Under an alias, the canonical path.
  if (view.aliases.length > 0) headers["content-location"] = selfPath(view, of, query);
  const link = linkHeader(envelope._links);
  if (link !== undefined) headers.link = link;
  return jsonResponse(JSON.stringify(envelope), headers);
}

type Envelope = Record<string, unknown> & { _links: Record<string, string> };

async function readEnvelope(
  store: Store,
  view: View,
  of: string | undefined,
  query: ListQuery,
  counter: Counter,
): Promise<Envelope> {
  const parent = await readParent(store, view, of);
  const shape = shapeOfItems(view, query);
  const { page, limit } = query.paging;
  if (query.cursor) {
    const { items, next: keyset } = await store.listByCursor(shape, of, query);
    const cursor = keyset && encodeCursor({ view, of, ...query }, keyset);
    const links: Record<string, string> = { self: selfPath(view, of, query) };
    if (cursor !== undefined) links.next = nextPath(view, of, query, cursor);
    return { limit, ...parent.fields, [view.plural]: items, _links: { ...links, ...parent.link } };
  }
  const paged = isPaged(view, query);
  const { items, total } = await store.list(shape, of, query, { paged, counter });
  const content = { ...parent.fields, [view.plural]: items };
  if (!paged) return { ...content, _links: { self: selfPath(view, of, query), ...parent.link } };
  const links = pageLinks(recordPath(view, of), query.parameters, query.paging, total);
  return { page, limit, total_count: total, ...content, _links: { ...links, ...parent.link } };
}

function isPaged(view: View, query: ListQuery): boolean {
  return !view.unpaged || query.paging.requested;
}

function recordPath(view: View, of: string | undefined): string {
  return expandTemplate(view.path, view.parent ? { [view.parent.column]: of } : {})!;
}

/** The path of a list with its query. */
export function selfPath(view: View, of: string | undefined, query: ListQuery): string {
  const path = recordPath(view, of);
  const { parameters, paging } = query;
  if (isPaged(view, query) && !query.cursor) return pagePath(path, parameters, paging.page);
  return parameters.length > 0 ? `${path}?${formatParameters(parameters)}` : path;
}

/**
 * The path of the next cursor page: the same query with another cursor.
 * @throws Problem `invalid-request` if it would be longer than a URL may be
 */
function nextPath(view: View, of: string | undefined, query: ListQuery, cursor: string): string {
  const parameters = query.parameters.map((each): Parameter => (each[0] === "cursor" ? ["cursor", cursor] : each));
  const path = `${recordPath(view, of)}?${formatParameters(parameters)}`;
  if (path.length > MAX_URL_LENGTH) {
    const message = `The URL of the next page is longer than ${MAX_URL_LENGTH} characters; filter or sort by fewer values.`;
    refuseFaults([{ in: "shape", parameter: "cursor", code: "too_long", message }]);
  }
  return path;
}

/** Items are summaries. With `fields` they keep a summary's links; with `fields=*` they are full representations. */
function shapeOfItems(view: View, { fields, allFields }: ListQuery): Projection {
  if (allFields) return fullProjection(view);
  return fields ? projectionOf(view, fields, view.summaryLinks) : summaryProjection(view);
}

/** What a list shows of its parent. */
interface Parent {
  readonly fields?: object;
  readonly link?: Record<string, string>;
}

/** Reads what a whole membership shows of its parent. @throws Problem `not-found` if the parent does not exist */
async function readParent(store: Store, view: View, of: string | undefined): Promise<Parent> {
  if (!view.parent) return {};
  const { resource, column } = view.parent;
  if (!view.unpaged) {
    if (!(await store.exists(resource, of!))) throw parentNotFound(view, of);
    return {};
  }
  const parentView = resource.views[0]!;
  const properties = Object.values(view.unpaged).map((name) => parentView.properties.get(name)!);
  const shape = projectionOf(parentView, properties, parentView.links);
  const found = await store.get(shape, { id: of! });
  if (!found) throw parentNotFound(view, of);
  const parent = represent(shape, found.values);
  const fields = Object.fromEntries(Object.entries(view.unpaged).map(([name, field]) => [name, parent[field]]));
  const link = { [resource.one]: (parent._links as Record<string, string>).self! };
  return { fields: { [column]: of, ...fields }, link };
}

function parentNotFound({ parent }: View, id: string | undefined) {
  return notFound(`There is no ${parent!.resource.one} with the id ${JSON.stringify(id)}.`);
}
