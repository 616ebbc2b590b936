/** The request of a list and its entity tag: of a GET in any format, before it reads the list, and of the `If-Match` of a POST. */
import type { FastifyRequest } from "fastify";
import type { Access } from "../../../access/authenticate.ts";
import type { Caller } from "../../../access/caller.ts";
import { requirementFor } from "../../../access/requirements.ts";
import type { Fault } from "../../../problem.ts";
import type { Moment } from "../../../query/history/as-of.ts";
import { collectionsOf, type ListQuery, readListQuery } from "../../../query/list-query.ts";
import { type ReadScopes, visibilityFilters } from "../../../query/visibility.ts";
import type { Relation, Resource, View } from "../../../resource/resource.ts";
import { type Counter, combined } from "../../../store/counters.ts";
import type { CursorPageOptions, RecordStore } from "../../../store/record-store.ts";
import type { Writer } from "../../../store/write/writer.ts";
import type { HttpContext, RequestData } from "../../context.ts";
import { requestPlace, requestQuery } from "../../request/address.ts";
import { readConditions, readListCondition } from "../../request/conditions.ts";
import { codingFor } from "../../response/content-coding.ts";
import { includedResources } from "../../response/embedded.ts";
import { listTag, pastTag } from "../../response/etag.ts";
import { cachedTag, isNotModified, requireListMatch } from "../../response/preconditions.ts";

/** A GET or QUERY of a list. */
export interface ListRequest {
  readonly parentId: string | undefined;
  /** Identifies what the caller sees at this URL, or by this content. */
  readonly key: string;
  readonly include: readonly Relation[];
  /** Where to read the list: its records as they are, or as they were. */
  readonly records: RecordStore;
  /** The moment of the past that it asks about; undefined if that is the present. */
  readonly moment: Moment | undefined;
  /** How to read it: for whom and, of the present, with the counter of the collections on which it depends. */
  readonly options: CursorPageOptions;
  /**
   * The change counters of what decides the response: its collection, its parent's, if it has one, and those of related records
   * and of what it includes.
   */
  readonly counters: readonly Counter[];
  /** The entity tag of the list as it is now, without a content coding. */
  readonly tag: string;
  /** The same tag as the client sent it: its copy is current, the query is valid, and the parent exists. */
  readonly cachedTag: string | undefined;
  /** @throws Problem `invalid-request` with every fault of the query */
  readQuery(): ListQuery;
  /** Whether the response is 304, if the parent exists. @throws Problem `precondition-failed` */
  isNotModified(): boolean;
}

/** How a format of a list differs from pages of JSON. */
export interface ListFormat {
  /** Distinguishes its entity tags, because the same URL may select another format. */
  readonly mediaType: string;
  /** Adds the faults of parameters that the format does not take. */
  checkParameters(query: string, faults: Fault[]): void;
}

/**
 * Reads the request of a list.
 * @param format undefined for pages of JSON
 * @throws Problem `invalid-request` with every fault if a header is malformed; `unauthorized` or `forbidden` if the caller may
 *   not read what the list includes
 */
export async function readListRequest(
  { store, access, pageSizes, clock }: HttpContext,
  view: View,
  request: FastifyRequest,
  format?: ListFormat,
): Promise<ListRequest> {
  const query = requestQuery(request);
  const { parentId } = requestPlace(request);
  const scopes = rowScopesOf(access, view.resource, request.caller);
  const { question } = request;
  const faults: Fault[] = [...(question?.faults ?? [])];
  const conditions = readConditions(request.headers, faults);
  format?.checkParameters(query, faults);
  const requireAccess = (related: View) => access.authorize(request.caller, requirementFor(related, "GET"));
  const readQuery = (): ListQuery => ({
    ...readListQuery(view, query, pageSizes, { parentId, earlierFaults: faults, requireAccess, clock }),
    visibility: visibilityFilters(view, scopes),
  });
  if (faults.length > 0) readQuery();
  const { include, related, moment, changes } = CONCERNS_OTHERS.test(query) ? readQuery() : NO_OTHERS;

  // Read before the list: a list may be newer than its tag, and is then rendered again, but it is never older.
  const resources = [...shownResources(view), ...related, ...includedResources(include)];
  const counters = await store.counters(resources);
  const records = moment ? await store.history.asOf(moment, request.requester) : store;
  if (changes) await store.history.requireSince(changes.since);
  const counter = combined(collectionsOf(view, { related }).map((each) => counters[resources.indexOf(each)]!));
  // A QUERY without a path for GET has links of its own, so its tag must not be that of a GET.
  const asked = question && question.location === undefined ? question.digest : query;
  const mediaType = format?.mediaType;
  const tag = tagOfList(counters, { view, parentId, query: asked, mediaType, scopes, isPast: moment !== undefined });
  const selected = conditions && { tag, coding: codingFor(request) };
  return {
    parentId,
    key: [request.url, ...(question ? [question.digest] : []), ...(scopes ?? [])].join(" "),
    include,
    records,
    moment,
    options: { requester: request.requester, ...(moment ? {} : { counter }) },
    counters,
    tag,
    // A client that has this tag got it from this URL.
    cachedTag: selected && cachedTag(conditions, selected),
    readQuery,
    isNotModified: () => selected !== undefined && isNotModified(conditions!, selected),
  };
}

/**
 * A query that may concern more than the collection as it is: the past, or other collections, whose names stand before a dot,
 * before `_exists`, or in `include`. Names of parameters may be escaped.
 */
const CONCERNS_OTHERS = /include|_exists|as_of|changed_since|[.%]/;
const NO_OTHERS = { include: [], related: [], moment: undefined, changes: undefined };

/** A list as a caller sees it. */
interface SelectedList {
  readonly view: View;
  /** The parent's id, if the view has a parent. */
  readonly parentId: string | undefined;
  readonly query: string;
  /** Undefined for pages of JSON. */
  readonly mediaType?: string | undefined;
  /** Those of `rowScopesOf`. */
  readonly scopes: ReadScopes;
  readonly isPast?: boolean;
}

/** The resources whose changes move the tag. With the parent, a list that exists never has the tag of one that does not. */
function shownResources({ resource, parent }: View): readonly Resource[] {
  return parent ? [resource, parent.resource] : [resource];
}

/** The scopes that decide which records a caller sees; undefined if that does not depend on the caller. */
function rowScopesOf(access: Access, { rowScope }: Resource, caller: Caller): ReadScopes {
  return rowScope === undefined ? undefined : access.readScopes(caller);
}

/** The entity tag of a list. @param counters those of `shownResources`, and of what else it shows */
function tagOfList(counters: readonly Pick<Counter, "changes">[], selected: SelectedList): string {
  const { view, parentId, query, mediaType, scopes = [], isPast } = selected;
  const address = view.parent ? `${parentId}?${query}` : query;
  const tagOf = isPast ? pastTag : listTag;
  return tagOf(counters, [address, ...(mediaType === undefined ? [] : [mediaType]), ...scopes].join(" "));
}

/**
 * Reads the condition of a POST: `If-Match`, with the tag of the list as JSON without parameters.
 * @param faults receives a fault if it is malformed
 * @returns a check within the transaction, which throws Problem `precondition-failed`, but `not-found` if the parent does not
 *   exist; undefined if there is no condition
 */
export function readListPrecondition(
  { access }: Pick<HttpContext, "access">,
  resource: Resource,
  request: RequestData,
  faults: Fault[],
): ((tx: Writer) => Promise<void>) | undefined {
  const ifMatch = readListCondition(request.headers, faults);
  if (ifMatch === undefined) return undefined;
  const { parentId } = requestPlace(request);
  const view = resource.views[0]!;
  const list: SelectedList = { view, parentId, query: "", scopes: rowScopesOf(access, resource, request.caller) };
  return async (tx) => {
    await tx.findParent(resource, parentId);
    const counters = shownResources(view).map((each) => ({ changes: tx.system.changes(each) }));
    requireListMatch(ifMatch, tagOfList(counters, list));
  };
}
