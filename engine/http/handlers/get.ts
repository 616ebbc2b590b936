/** GET of one record. */
import type { FastifyRequest } from "fastify";
import { requirementFor } from "../../access/requirements.ts";
import { type Fault, refuseFaults } from "../../problem.ts";
import { type Moment, readAsOf } from "../../query/history/as-of.ts";
import { readParameters } from "../../query/parameters.ts";
import { readFields, readInclude } from "../../query/selection.ts";
import { refuseInvisible } from "../../query/visibility.ts";
import { recordNotFound } from "../../resource/messages.ts";
import { AS_OF } from "../../resource/parameters.ts";
import {
  datedProjection,
  fullProjection,
  linkPath,
  type Projection,
  projectionOf,
  withRelations,
} from "../../resource/representation.ts";
import type { Relation, Resource, View } from "../../resource/resource.ts";
import type { Clock } from "../../runtime/clock.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { Store } from "../../store/store.ts";
import type { Handler, HttpContext } from "../context.ts";
import { requestPlace, requestQuery } from "../request/address.ts";
import { type Conditions, readConditions } from "../request/conditions.ts";
import { codingFor } from "../response/content-coding.ts";
import { includedResources, withEmbedded } from "../response/embedded.ts";
import { httpDate, pastTag, recordTag } from "../response/etag.ts";
import { cachedTag, isNotModified } from "../response/preconditions.ts";
import { type HttpResponse, itemResponse, notModified } from "../response/response.ts";

/** The handler of a view's records. */
export function get({ store, access, clock }: HttpContext, view: View): Handler {
  const { retryAfter: retryAfterOf } = view.resource;
  return async (request) => {
    const query = requestQuery(request);
    const faults: Fault[] = [];
    const conditions = readConditions(request.headers, faults);
    const { projection, include, moment } = readSelection(view, query, clock, faults);
    for (const { view: related } of include.flatMap(({ targets }) => targets))
      access.authorize(request.caller, requirementFor(related, "GET"));
    refuseFaults(faults);
    // Read before the records: what is embedded may be newer than the tag, but it is never older.
    const isPlain = !moment && include.length === 0;
    const place = requestPlace(request);
    if (conditions && isPlain && !retryAfterOf) {
      const unmodified = await findUnmodified(store, view, request, conditions);
      if (unmodified) return unmodified;
    }
    const counters = isPlain ? [] : await store.counters(shownResources(view, { include, moment }));
    const records = moment ? await store.history.asOf(moment, request.requester) : store;
    const record = await records.get(withRelations(projection, include), place);
    if (record?.rowScope !== undefined)
      refuseInvisible(view.resource, access.readScopes(request.caller), record.rowScope);
    if (!record) throw recordNotFound(view.resource, await records.suggestId(view.resource, place));
    const etag = moment ? pastTag(counters, query) : recordTag(record.revision, query, counters);
    // What is embedded may have changed since the record was modified; the past, since it was purged.
    const modified = isPlain ? store.lastModified(record.updatedAt) : undefined;
    const headers: Record<string, string> =
      modified === undefined ? { etag } : { etag, "last-modified": httpDate(modified) };
    const retryAfter = retryAfterOf?.(record.values);
    if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
    const unmodified = conditions && isNotModified(conditions, { tag: etag, coding: codingFor(request), modified });
    const response = itemResponse(projection, record.values, headers, unmodified ? 304 : 200);
    if (include.length === 0 || unmodified) return response;
    const { requester } = request;
    const embedded = await records.embed(include, record.values, { requester });
    return { ...response, body: withEmbedded(response.body as string, embedded) };
  };
}

/** What tells whether a record is as a client knows it: no more than its address. */
const validatorProjection = memoize((view: View) => projectionOf(view, [], { self: view.links.self! }));

/**
 * The 304 for a record of which the client has the current tag: most requests of a client that polls. Neither the record is
 * read nor its representation built. Undefined if that has to decide.
 */
async function findUnmodified(
  store: Store,
  view: View,
  request: FastifyRequest,
  conditions: Conditions,
): Promise<HttpResponse | undefined> {
  const projection = validatorProjection(view);
  const found = await store.get(projection, requestPlace(request));
  if (!found || found.rowScope !== undefined) return undefined;
  const current = { tag: recordTag(found.revision, requestQuery(request)), coding: codingFor(request) };
  const etag = cachedTag(conditions, current);
  if (etag === undefined) return undefined;
  const location = linkPath(projection, "self", found.values)!;
  const modified = httpDate(store.lastModified(found.updatedAt));
  return notModified({ etag, "last-modified": modified, "content-location": location });
}

/** What a request wants to see of a record. */
interface Selection {
  readonly projection: Projection;
  readonly include: readonly Relation[];
  /** Undefined if it asks about the present. */
  readonly moment: Moment | undefined;
}

/** The resources whose changes move the tag: of a record of the present, its revision does, too. */
function shownResources({ resource }: View, { include, moment }: Omit<Selection, "projection">): Resource[] {
  return [...(moment ? [resource] : []), ...includedResources(include)];
}

function readSelection(view: View, query: string, clock: Clock, faults: Fault[]): Selection {
  if (query === "") return { projection: fullProjection(view), include: [], moment: undefined };
  const allowed = ["fields", "include", ...(view.resource.hasHistory ? [AS_OF] : [])];
  const parameters = readParameters(query, allowed, faults);
  const fields = readFields(view, parameters.get("fields"), faults);
  const include = readInclude(view, parameters.get("include"), faults);
  const moment = readAsOf(parameters, clock, faults);
  const projection = fields ? projectionOf(view, fields, view.links) : fullProjection(view);
  return { projection: moment ? datedProjection(projection, moment.text) : projection, include, moment };
}
