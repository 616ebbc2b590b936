/** The response of a list: a page, a cursor page, a whole membership, or a summary. */
import { refuseFaults } from "../../../problem.ts";
import { encodeCursor } from "../../../query/cursor.ts";
import type { ListQuery } from "../../../query/list-query.ts";
import { linkHeader, pageLinks, pagePath } from "../../../query/paging.ts";
import { formatParameters, type Parameter } from "../../../query/parameters.ts";
import { parentNotFound } from "../../../resource/messages.ts";
import {
  fullProjection,
  type Projection,
  projectionOf,
  represent,
  summaryProjection,
  withRelations,
} from "../../../resource/representation.ts";
import type { View } from "../../../resource/resource.ts";
import { expandTemplate } from "../../../resource/templates.ts";
import { itemLinks } from "../../../resource/views.ts";
import type { Embedded } from "../../../store/read/embedded.ts";
import type { ListPart } from "../../../store/read/list.ts";
import type { GroupedQuery } from "../../../store/read/pages.ts";
import type { CursorPageOptions, Store } from "../../../store/store.ts";
import { MAX_URL_LENGTH, requestQuery } from "../../request/address.ts";
import { withEmbedded } from "../../response/embedded.ts";
import { type HttpResponse, jsonResponse } from "../../response/response.ts";
import { contentFor, lengthOf, MAX_CONTENT_LENGTH, type Question } from "./question.ts";

/** A response of a list. */
export interface RenderedList {
  readonly response: HttpResponse;
  /** The part of the list that it shows; undefined of a summary. */
  readonly part: ListPart | undefined;
}

/**
 * Reads a list and renders it as the response to a GET or QUERY.
 * @param parentId the parent's id, if the view has a parent
 * @param options.counter the counter of the view's collection, read before the list
 * @throws Problem `not-found` if the parent does not exist
 */
export async function renderList(
  store: Store,
  view: View,
  parentId: string | undefined,
  query: ListQuery,
  options: CursorPageOptions,
  etag: string,
  question: Question | null = null,
): Promise<RenderedList> {
  const { envelope: whole, embedded, part } = await readEnvelope(store, view, parentId, query, options);
  const envelope = question ? withoutLongLinks(whole, question, listPath(view, parentId)) : whole;
  if (!question && query.cursor) checkNext(envelope);
  const headers: Record<string, string> = { etag };
  // The canonical path, because the list has other paths too.
  if (view.aliases.length > 0) headers["content-location"] = selfPath(view, parentId, query);
  const link = linkHeader(envelope._links);
  if (link !== undefined) headers.link = link;
  return { response: jsonResponse(envelopeText(envelope, view.plural, embedded), headers), part };
}

/** The JSON text of an envelope. @param embedded what is embedded in each of its items; empty if nothing is */
function envelopeText(envelope: Envelope, plural: string, embedded: readonly Embedded[]): string {
  if (embedded.length === 0) return JSON.stringify(envelope);
  const items = (envelope[plural] as object[]).map((item, at) => withEmbedded(JSON.stringify(item), embedded[at]!));
  const members = Object.entries({ ...envelope, [plural]: undefined }).map(
    ([name, value]) => `${JSON.stringify(name)}:${name === plural ? `[${items.join(",")}]` : JSON.stringify(value)}`,
  );
  return `{${members.join(",")}}`;
}

type Envelope = Record<string, unknown> & { _links: Record<string, string> };

/** What was read of a list. */
interface ReadList extends Pick<RenderedList, "part"> {
  readonly envelope: Envelope;
  readonly embedded: readonly Embedded[];
}

async function readEnvelope(
  store: Store,
  view: View,
  parentId: string | undefined,
  query: ListQuery,
  options: CursorPageOptions,
): Promise<ReadList> {
  if (query.grouping) return readGroups(store, view, parentId, { ...query, grouping: query.grouping }, options);
  const parent = await readParent(store, view, parentId);
  const projection = itemProjection(view, query);
  const { page, limit } = query.paging;
  if (query.cursor) {
    const { items, embedded, part, next: keyset } = await store.listByCursor(projection, parentId, query, options);
    const cursor = keyset && encodeCursor({ view, parentId, ...query }, keyset);
    const links: Record<string, string> = { self: selfPath(view, parentId, query) };
    if (cursor !== undefined) links.next = nextPath(view, parentId, query, cursor);
    const envelope = { limit, ...parent.fields, [view.plural]: items, _links: { ...links, ...parent.link } };
    return { envelope, embedded, part };
  }
  const paged = isPaged(view, query);
  const { items, embedded, part, total } = await store.list(projection, parentId, query, { ...options, paged });
  const members = { total_count: total, ...parent.fields, [view.plural]: items };
  if (!paged) {
    const _links = { self: selfPath(view, parentId, query), ...parent.link };
    return { envelope: { ...members, _links }, embedded, part };
  }
  const links = pageLinks(listPath(view, parentId), query.parameters, query.paging, total);
  const _links = { ...links, ...parent.link };
  return { envelope: { page, limit, ...members, _links }, embedded, part };
}

/** Reads a page of a summary. */
async function readGroups(
  store: Store,
  view: View,
  parentId: string | undefined,
  query: GroupedQuery,
  options: CursorPageOptions,
): Promise<ReadList> {
  await requireParent(store, view, parentId);
  const { groups, total } = await store.listGroups(view, parentId, query, options);
  const { page, limit } = query.paging;
  const _links = pageLinks(listPath(view, parentId), query.parameters, query.paging, total);
  return { envelope: { page, limit, total_count: total, groups, _links }, embedded: [], part: undefined };
}

function isPaged(view: View, query: ListQuery): boolean {
  return !view.unpaged || query.paging.requested || query.grouping !== undefined;
}

function listPath(view: View, parentId: string | undefined): string {
  return expandTemplate(view.path, view.parent ? { [view.parent.column]: parentId } : {})!;
}

/** The path of a list with its query, and with the number of the page. */
export function selfPath(view: View, parentId: string | undefined, query: ListQuery): string {
  if (!isPaged(view, query) || query.cursor) return wholePath(view, parentId, query);
  return pagePath(listPath(view, parentId), query.parameters, query.paging.page);
}

/** The path of a list with its query. */
export function wholePath(
  view: View,
  parentId: string | undefined,
  { parameters }: Pick<ListQuery, "parameters">,
): string {
  const path = listPath(view, parentId);
  return parameters.length > 0 ? `${path}?${formatParameters(parameters)}` : path;
}

/** The path of the next cursor page: the same query with another cursor. */
function nextPath(view: View, parentId: string | undefined, query: ListQuery, cursor: string): string {
  const parameters = query.parameters.map(
    (parameter): Parameter => (parameter[0] === "cursor" ? ["cursor", cursor] : parameter),
  );
  return `${listPath(view, parentId)}?${formatParameters(parameters)}`;
}

/** @throws Problem `invalid-request` if the next cursor page would have a longer URL than is allowed */
function checkNext({ _links: { next = "" } }: Envelope): void {
  if (next.length <= MAX_URL_LENGTH) return;
  const remedy = "filter or sort by fewer values, or send a QUERY";
  refuseNext("cursor", `The URL of the next page is longer than ${MAX_URL_LENGTH} characters; ${remedy}.`);
}

/**
 * Leaves out the links that no GET could follow; `self` is the list then. In place of the next page's link is the content that
 * asks for that page.
 * @throws Problem `invalid-request` if that is too long, too
 */
function withoutLongLinks(envelope: Envelope, question: Question, self: string): Envelope {
  const { _links: all, ...members } = envelope;
  const { next } = all;
  const short = Object.entries(all).filter(([, path]) => path.length <= MAX_URL_LENGTH);
  const _links: Envelope["_links"] = { self, ...Object.fromEntries(short) };
  if (next === undefined || _links.next !== undefined) return { ...members, _links };
  const { content, parameter } = contentFor(question, requestQuery({ url: next }));
  if (lengthOf(content) > MAX_CONTENT_LENGTH)
    refuseNext(parameter, `The content that asks for the next page has more than ${MAX_CONTENT_LENGTH} bytes.`);
  return { ...members, next_body: content, _links };
}

function refuseNext(parameter: string, message: string): void {
  refuseFaults([{ in: "shape", parameter, code: "too_long", message }]);
}

/** Items are summaries. With `fields` they keep a summary's links and those that the fields name; with `fields=*` they are full. */
export function itemProjection(
  view: View,
  { fields, allFields, include }: Pick<ListQuery, "fields" | "allFields" | "include">,
): Projection {
  if (allFields) return withRelations(fullProjection(view), include);
  const projection = fields ? projectionOf(view, fields, itemLinks(view, fields)) : summaryProjection(view);
  return withRelations(projection, include);
}

/** The fields and the link that a list repeats from its parent. */
interface Parent {
  readonly fields?: object;
  readonly link?: Record<string, string>;
}

/** Reads what a whole membership shows of its parent. @throws Problem `not-found` if the parent does not exist */
async function readParent(store: Store, view: View, parentId: string | undefined): Promise<Parent> {
  if (!view.parent) return {};
  if (!view.unpaged) {
    await requireParent(store, view, parentId);
    return {};
  }
  const { resource, column } = view.parent;
  const parentView = resource.views[0]!;
  const properties = Object.values(view.unpaged).map((name) => parentView.properties.get(name)!);
  const projection = projectionOf(parentView, properties, parentView.links);
  const found = await store.get(projection, { id: parentId! });
  if (!found) throw parentNotFound(resource, parentId, await parentHint(store, view, parentId));
  const parent = represent(projection, found.values);
  const fields = Object.fromEntries(Object.entries(view.unpaged).map(([name, field]) => [name, parent[field]]));
  const link = { [resource.one]: (parent._links as Record<string, string>).self! };
  return { fields: { [column]: parentId, ...fields }, link };
}

/** @throws Problem `not-found` if the view has a parent that does not exist */
export async function requireParent(store: Store, view: View, parentId: string | undefined): Promise<void> {
  if (!view.parent) return;
  const { resource } = view.parent;
  if (await store.exists(resource, parentId!)) return;
  throw parentNotFound(resource, parentId, await parentHint(store, view, parentId));
}

/** The sentence that names another parent. None for private records: their readers need not be allowed to read what they belong to. */
async function parentHint(store: Store, view: View, id: string | undefined): Promise<string> {
  return view.private ? "" : store.suggestId(view.parent!.resource, { id });
}
