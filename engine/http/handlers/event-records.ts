/** GET of the records of a deletion: what was deleted together with a record, as it was. */
import type { FastifyRequest } from "fastify";
import { requirementFor } from "../../access/requirements.ts";
import type { Values } from "../../declare/values.ts";
import { type Fault, notFound, refuseFaults } from "../../problem.ts";
import { readListQuery } from "../../query/list-query.ts";
import { linkHeader, pageLinks, readPaging } from "../../query/paging.ts";
import { readParameters } from "../../query/parameters.ts";
import { checkFormat } from "../../query/selection.ts";
import { refuseInvisible } from "../../query/visibility.ts";
import { fullProjection } from "../../resource/representation.ts";
import type { Resource } from "../../resource/resource.ts";
import { parsePath } from "../../resource/templates.ts";
import { today } from "../../runtime/clock.ts";
import type { Handler, HttpContext, Route } from "../context.ts";
import { requestPath, requestPlace, requestQuery } from "../request/address.ts";
import { readConditions } from "../request/conditions.ts";
import { JSON_TYPE, listType, NDJSON_TYPE } from "../request/negotiation.ts";
import { codingFor } from "../response/content-coding.ts";
import { codedTag, pastTag } from "../response/etag.ts";
import { isNotModified } from "../response/preconditions.ts";
import { type HttpResponse, jsonResponse, notModified } from "../response/response.ts";
import { exportTable } from "./lists/export.ts";
import { recordTable } from "./lists/tables.ts";

/** The last segment of its path. */
export const RECORDS = "records";
const OFFERED = [JSON_TYPE, NDJSON_TYPE];
/** The parameters that it takes. */
const PARAMETERS = ["page", "limit", "format"];

/** The records that an event took. */
interface Taken {
  readonly resource: Resource;
  /** The id of their parent. */
  readonly parentId: string | undefined;
  /** The integer key of the record with which they were deleted. */
  readonly deletedWith: number;
}

/** The route of the records of deletions. @param log the event log */
export function eventRecordsRoute(context: HttpContext, log: Resource): Route {
  const view = log.views[0]!;
  return {
    url: `${view.path}/:id/${RECORDS}`,
    bodyLimit: context.bodyLimit,
    requirementOf: (method) => requirementFor(view, method),
    resource: log,
    offered: OFFERED,
    handlers: { GET: records(context, log) },
  };
}

function records(context: HttpContext, log: Resource): Handler {
  const { store, pageSizes, clock } = context;
  return async (request): Promise<HttpResponse> => {
    const query = requestQuery(request);
    const faults: Fault[] = [];
    const parameters = readParameters(query, PARAMETERS, faults);
    checkFormat(parameters, faults, ["json", "ndjson"]);
    const paging = readPaging(parameters, pageSizes, faults);
    const conditions = readConditions(request.headers, faults);
    refuseFaults(faults);
    const { resource, parentId, deletedWith } = await findTaken(context, log, request);
    const view = resource.views[0]!;
    const listQuery = readListQuery(view, query, pageSizes);
    const type = listType(request, OFFERED);
    const tag = pastTag(await store.counters([log, resource]), `${query} ${type}`);
    const headers = { etag: type === JSON_TYPE ? tag : codedTag(tag, codingFor(request)) };
    if (conditions && isNotModified(conditions, { tag, coding: codingFor(request) })) return notModified(headers);
    const { requester } = request;
    const taken = store.history.deletedWith(resource, deletedWith, requester);
    if (type === NDJSON_TYPE)
      return exportTable(context, request, recordTable(taken, view, parentId, listQuery, { requester }, "ndjson"), {
        format: "ndjson",
        headers,
        day: today(clock),
      });
    const { items, total } = await taken.list(fullProjection(view), parentId, listQuery, { paged: true, requester });
    const { page, limit } = paging;
    const _links = pageLinks(requestPath(request), [...parameters], paging, total);
    const link = linkHeader(_links);
    const envelope = { page, limit, total_count: total, [RECORDS]: items, _links };
    return jsonResponse(JSON.stringify(envelope), link === undefined ? headers : { ...headers, link });
  };
}

/** @throws Problem `not-found` if there is no such event, or it took no records */
async function findTaken({ store, access }: HttpContext, log: Resource, request: FastifyRequest): Promise<Taken> {
  const id = requestPlace(request).id!;
  const event = await store.findBy(log, "id", id);
  refuseInvisible(log, access.readScopes(request.caller), event?.[log.rowScope!]);
  const { deleted_with: deletedWith } = (event?.data ?? {}) as Values;
  const [one] = `${event?.type}`.split(".");
  const resource = store.catalog.resources.find((each) => each.one === one && each.hasHistory);
  if (!resource || typeof deletedWith !== "number")
    throw notFound("There is no such event, or it has no records: only deletions of a batch have them.");
  const parentId = resource.parent && parsePath(resource.views[0]!.path, `${event!.subject}`)[resource.parentKey!];
  return { resource, parentId, deletedWith };
}
