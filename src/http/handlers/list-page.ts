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
 * Reads a list and renders it as the response to a GET.
 * @param parentId the parent's id, if the view has a parent
 * @param counter the counter of the view's collection, read before the list
 * @throws Problem `not-found` if the parent does not exist
 */
export async function renderPage(
  store: Store,
  view: View,
  parentId: string | undefined,
  query: ListQuery,
  counter: Counter,
  etag: string,
): Promise<HttpResponse> {
  const envelope = await readEnvelope(store, view, parentId, query, counter);
  const headers: Record<string, string> = { etag };
  // The canonical path, because the list has other paths too.
  if (view.aliases.length > 0) headers["content-location"] = selfPath(view, parentId, query);
  const link = linkHeader(envelope._links);
  if (link !== undefined) headers.link = link;
  return jsonResponse(JSON.stringify(envelope), headers);
}

type Envelope = Record<string, unknown> & { _links: Record<string, string> };

async function readEnvelope(
  store: Store,
  view: View,
  parentId: string | undefined,
  query: ListQuery,
  counter: Counter,
): Promise<Envelope> {
  const parent = await readParent(store, view, parentId);
  const projection = itemProjection(view, query);
  const { page, limit } = query.paging;
  if (query.cursor) {
    const { items, next: keyset } = await store.listByCursor(projection, parentId, query);
    const cursor = keyset && encodeCursor({ view, parentId, ...query }, keyset);
    const links: Record<string, string> = { self: selfPath(view, parentId, query) };
    if (cursor !== undefined) links.next = nextPath(view, parentId, query, cursor);
    return { limit, ...parent.fields, [view.plural]: items, _links: { ...links, ...parent.link } };
  }
  const paged = isPaged(view, query);
  const { items, total } = await store.list(projection, parentId, query, { paged, counter });
  const members = { ...parent.fields, [view.plural]: items };
  if (!paged) return { ...members, _links: { self: selfPath(view, parentId, query), ...parent.link } };
  const links = pageLinks(listPath(view, parentId), query.parameters, query.paging, total);
  return { page, limit, total_count: total, ...members, _links: { ...links, ...parent.link } };
}

function isPaged(view: View, query: ListQuery): boolean {
  return !view.unpaged || query.paging.requested;
}

function listPath(view: View, parentId: string | undefined): string {
  return expandTemplate(view.path, view.parent ? { [view.parent.column]: parentId } : {})!;
}

/** The path of a list with its query. */
export function selfPath(view: View, parentId: string | undefined, query: ListQuery): string {
  const path = listPath(view, parentId);
  const { parameters, paging } = query;
  if (isPaged(view, query) && !query.cursor) return pagePath(path, parameters, paging.page);
  return parameters.length > 0 ? `${path}?${formatParameters(parameters)}` : path;
}

/**
 * The path of the next cursor page: the same query with another cursor.
 * @throws Problem `invalid-request` if it would be longer than a URL may be
 */
function nextPath(view: View, parentId: string | undefined, query: ListQuery, cursor: string): string {
  const parameters = query.parameters.map(
    (parameter): Parameter => (parameter[0] === "cursor" ? ["cursor", cursor] : parameter),
  );
  const path = `${listPath(view, parentId)}?${formatParameters(parameters)}`;
  if (path.length > MAX_URL_LENGTH) {
    const message = `The URL of the next page is longer than ${MAX_URL_LENGTH} characters; filter or sort by fewer values.`;
    refuseFaults([{ in: "shape", parameter: "cursor", code: "too_long", message }]);
  }
  return path;
}

/** Items are summaries. With `fields` they keep a summary's links; with `fields=*` they are full representations. */
function itemProjection(view: View, { fields, allFields }: ListQuery): Projection {
  if (allFields) return fullProjection(view);
  return fields ? projectionOf(view, fields, view.summaryLinks) : summaryProjection(view);
}

/** The fields and the link that a list repeats from its parent. */
interface Parent {
  readonly fields?: object;
  readonly link?: Record<string, string>;
}

/** Reads what a whole membership shows of its parent. @throws Problem `not-found` if the parent does not exist */
async function readParent(store: Store, view: View, parentId: string | undefined): Promise<Parent> {
  if (!view.parent) return {};
  const { resource, column } = view.parent;
  if (!view.unpaged) {
    if (!(await store.exists(resource, parentId!))) throw parentNotFound(view, parentId);
    return {};
  }
  const parentView = resource.views[0]!;
  const properties = Object.values(view.unpaged).map((name) => parentView.properties.get(name)!);
  const projection = projectionOf(parentView, properties, parentView.links);
  const found = await store.get(projection, { id: parentId! });
  if (!found) throw parentNotFound(view, parentId);
  const parent = represent(projection, found.values);
  const fields = Object.fromEntries(Object.entries(view.unpaged).map(([name, field]) => [name, parent[field]]));
  const link = { [resource.one]: (parent._links as Record<string, string>).self! };
  return { fields: { [column]: parentId, ...fields }, link };
}

function parentNotFound({ parent }: View, id: string | undefined) {
  return notFound(`There is no ${parent!.resource.one} with the id ${JSON.stringify(id)}.`);
}
