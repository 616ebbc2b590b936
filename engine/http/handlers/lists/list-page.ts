/** The response of a list: a page, a cursor page, a whole membership, or a summary. */
import { encodeCursor } from "../../../query/cursor.ts";
import type { Moment } from "../../../query/history/as-of.ts";
import type { ListQuery } from "../../../query/list-query.ts";
import { linkHeader, pageLinks } from "../../../query/paging.ts";
import { parentNotFound } from "../../../resource/messages.ts";
import { AS_OF, MOST_DELETED } from "../../../resource/parameters.ts";
import {
  datedProjection,
  fullProjection,
  type Projection,
  projectionOf,
  represent,
  summaryProjection,
  withRelations,
} from "../../../resource/representation.ts";
import type { View } from "../../../resource/resource.ts";
import { itemLinks } from "../../../resource/views/links.ts";
import type { Embedded } from "../../../store/read/embedded.ts";
import type { ListPart } from "../../../store/read/list.ts";
import type { GroupedQuery } from "../../../store/read/pages/page.ts";
import type { CursorPageOptions, RecordStore } from "../../../store/record-store.ts";
import { withEmbedded } from "../../response/embedded.ts";
import { type HttpResponse, jsonResponse } from "../../response/response.ts";
import {
  checkNext,
  type Envelope,
  isPaged,
  listPath,
  nextPath,
  selfPath,
  wholePath,
  withoutLongLinks,
} from "./list-paths.ts";
import type { Question } from "./question.ts";

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
  records: RecordStore,
  view: View,
  parentId: string | undefined,
  query: ListQuery,
  options: CursorPageOptions,
  etag: string,
  question: Question | null = null,
): Promise<RenderedList> {
  const { envelope: whole, embedded, part } = await readEnvelope(records, view, parentId, query, options);
  const envelope = question ? withoutLongLinks(whole, question, barePath(view, parentId, query)) : whole;
  if (!question && query.cursor) checkNext(envelope);
  const headers: Record<string, string> = { etag };
  // The canonical path, because the list has other paths too.
  if (view.aliases.length > 0) headers["content-location"] = selfPath(view, parentId, query);
  const link = linkHeader(envelope._links);
  if (link !== undefined) headers.link = link;
  return { response: jsonResponse(envelopeText(envelope, view.plural, embedded), headers), part };
}

/** The path of a list with nothing in its query but the moment of the past. */
function barePath(view: View, parentId: string | undefined, { moment }: ListQuery): string {
  return wholePath(view, parentId, { parameters: moment ? [[AS_OF, moment.text]] : [] });
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

/** What was read of a list. */
interface ReadList extends Pick<RenderedList, "part"> {
  readonly envelope: Envelope;
  readonly embedded: readonly Embedded[];
}

async function readEnvelope(
  records: RecordStore,
  view: View,
  parentId: string | undefined,
  query: ListQuery,
  options: CursorPageOptions,
): Promise<ReadList> {
  if (query.grouping) return readGroups(records, view, parentId, { ...query, grouping: query.grouping }, options);
  const parent = await readParent(records, view, parentId, query);
  const projection = itemProjection(view, query);
  const { page, limit } = query.paging;
  if (query.cursor) {
    const { items, embedded, part, next: keyset } = await records.listByCursor(projection, parentId, query, options);
    const cursor = keyset && encodeCursor({ view, parentId, ...query }, keyset);
    const links: Record<string, string> = { self: selfPath(view, parentId, query) };
    if (cursor !== undefined) links.next = nextPath(view, parentId, query, cursor);
    const deleted = query.cursor.after ? undefined : await readDeleted(records, view, parentId, query, options);
    const members = { limit, ...parent.fields, [view.plural]: items, ...deleted };
    return {
      envelope: { ...members, _links: { ...links, ...parent.link } },
      embedded,
      part: deleted ? undefined : part,
    };
  }
  const paged = isPaged(view, query);
  const {
    items,
    embedded,
    total,
    part: shown,
  } = await records.list(projection, parentId, query, { ...options, paged });
  const deleted = await readDeleted(records, view, parentId, query, options);
  // Other deletions than those of the page's records change what it shows.
  const part = deleted ? undefined : shown;
  const members = { total_count: total, ...parent.fields, [view.plural]: items, ...deleted };
  if (!paged) {
    const _links = { self: selfPath(view, parentId, query), ...parent.link };
    return { envelope: { ...members, _links }, embedded, part };
  }
  const links = pageLinks(listPath(view, parentId), query.parameters, query.paging, total);
  const _links = { ...links, ...parent.link };
  return { envelope: { page, limit, ...members, _links }, embedded, part };
}

/** The members that name what was deleted, if the query asks for them. They are read after the items, so that no deletion is missed. */
async function readDeleted(
  records: RecordStore,
  view: View,
  parentId: string | undefined,
  { changes }: ListQuery,
  { requester }: CursorPageOptions,
): Promise<object | undefined> {
  if (!changes?.withDeleted) return undefined;
  const found = await records.listDeleted(view, parentId, changes.since, { limit: MOST_DELETED + 1, requester });
  const deleted = found.slice(0, MOST_DELETED);
  return found.length > MOST_DELETED ? { deleted, deleted_truncated: true } : { deleted };
}

/** Reads a page of a summary. */
async function readGroups(
  records: RecordStore,
  view: View,
  parentId: string | undefined,
  query: GroupedQuery,
  options: CursorPageOptions,
): Promise<ReadList> {
  await requireParent(records, view, parentId);
  const { groups, total } = await records.listGroups(view, parentId, query, options);
  const { page, limit } = query.paging;
  const _links = pageLinks(listPath(view, parentId), query.parameters, query.paging, total);
  return { envelope: { page, limit, total_count: total, groups, _links }, embedded: [], part: undefined };
}

/** Items are summaries. With `fields` they keep a summary's links and those that the fields name; with `fields=*` they are full. */
export function itemProjection(
  view: View,
  { fields, allFields, include, moment }: Pick<ListQuery, "fields" | "allFields" | "include" | "moment">,
): Projection {
  const summary = () => (fields ? projectionOf(view, fields, itemLinks(view, fields)) : summaryProjection(view));
  return withRelations(dated(allFields ? fullProjection(view) : summary(), moment), include);
}

function dated(projection: Projection, moment: Moment | undefined): Projection {
  return moment ? datedProjection(projection, moment.text) : projection;
}

/** The fields and the link that a list repeats from its parent. */
interface Parent {
  readonly fields?: object;
  readonly link?: Record<string, string>;
}

/** Reads what a whole membership shows of its parent. @throws Problem `not-found` if the parent does not exist */
async function readParent(
  records: RecordStore,
  view: View,
  parentId: string | undefined,
  { moment }: ListQuery,
): Promise<Parent> {
  if (!view.parent) return {};
  if (!view.unpaged) {
    await requireParent(records, view, parentId);
    return {};
  }
  const { resource, column } = view.parent;
  const parentView = resource.views[0]!;
  const properties = Object.values(view.unpaged).map((name) => parentView.properties.get(name)!);
  const projection = dated(projectionOf(parentView, properties, parentView.links), moment);
  const found = await records.get(projection, { id: parentId! });
  if (!found) throw parentNotFound(resource, parentId, await parentHint(records, view, parentId));
  const parent = represent(projection, found.values);
  const fields = Object.fromEntries(Object.entries(view.unpaged).map(([name, field]) => [name, parent[field]]));
  const link = { [resource.one]: (parent._links as Record<string, string>).self! };
  return { fields: { [column]: parentId, ...fields }, link };
}

/** @throws Problem `not-found` if the view has a parent that does not exist */
export async function requireParent(records: RecordStore, view: View, parentId: string | undefined): Promise<void> {
  if (!view.parent) return;
  const { resource } = view.parent;
  if (await records.exists(resource, parentId!)) return;
  throw parentNotFound(resource, parentId, await parentHint(records, view, parentId));
}

/** The sentence that names another parent. None for private records: their readers need not be allowed to read what they belong to. */
async function parentHint(records: RecordStore, view: View, id: string | undefined): Promise<string> {
  return view.private ? "" : records.suggestId(view.parent!.resource, { id });
}
