/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594): which requests meet what a declaration announces as deprecated. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deprecation } from "../declare/deprecation.ts";
import { filterParameters } from "../query/filters.ts";
import type { Property, View } from "../resource/resource.ts";
import { requestQuery } from "./request/address.ts";
import { CSV_TYPE, NDJSON_TYPE } from "./request/negotiation.ts";
import { httpDate } from "./response/etag.ts";

/** Puts the headers of a response if its request meets something deprecated. */
export type Announce = (request: FastifyRequest, reply: FastifyReply) => void;

/** The parameters whose values name fields. */
const NAMING = ["fields", "sort", "sort_by", "filter", "group_by", "measure"];

/**
 * Returns a function that announces what a path of a view has deprecated; undefined if it has nothing. A request meets
 * a deprecated parameter by using it, and a deprecated field by naming it, by writing the record, or by reading it without
 * `fields`.
 * @param lists whether the path is that of a list, which shows fewer fields
 */
export function announcementOf(view: View, lists: boolean): Announce | undefined {
  const { deprecated, deprecatedParameters } = view.resource;
  const fields = [...view.properties.values()].filter(({ spec }) => spec.deprecated);
  const parameters = Object.entries(deprecatedParameters);
  if (!deprecated && fields.length + parameters.length === 0) return undefined;
  const filters = lists ? filterParameters(view) : new Map<string, { property: Property }>();
  return (request, reply) => {
    const query = new URLSearchParams(requestQuery(request));
    const named = namedFields(query, filters);
    const showsAll = (!lists || isExport(request, query)) && !query.has("fields");
    const met: (Deprecation | undefined)[] = [
      deprecated,
      ...parameters.filter(([name]) => query.has(name)).map(([, deprecation]) => deprecation),
      ...fields
        .filter(({ name, shown, listed }) => {
          const isMet = showsAll || (listed && !query.has("fields")) || named.has("*") || request.method === "POST";
          return named.has(name) || (shown && isMet);
        })
        .map(({ spec }) => spec.deprecated),
    ];
    putDeprecation(
      reply,
      met.filter((each) => each !== undefined),
    );
  };
}

/** The fields that a query names, as such or by a filter. */
function namedFields(query: URLSearchParams, filters: ReadonlyMap<string, { property: Property }>): Set<string> {
  const inValues = NAMING.flatMap((name) => query.getAll(name)).flatMap((value) => value.split(/[,:]/));
  const filtered = [...query.keys()].flatMap((name) => filters.get(name)?.property.name ?? []);
  return new Set([...inValues, ...filtered]);
}

/** Whether the response has all fields of its records, as exports do. */
function isExport({ headers }: FastifyRequest, query: URLSearchParams): boolean {
  const format = query.get("format");
  if (format !== null) return format !== "json";
  return [CSV_TYPE, NDJSON_TYPE].some((type) => headers.accept?.includes(type));
}

/** The earliest dates of all that a request meets. */
function putDeprecation(reply: FastifyReply, met: readonly Deprecation[]): void {
  if (met.length === 0) return;
  const [since] = met.map((each) => each.since).sort();
  const [sunset] = met.flatMap((each) => each.sunset ?? []).sort();
  reply.header("deprecation", `@${Date.parse(since!) / 1000}`);
  if (sunset !== undefined) reply.header("sunset", httpDate(new Date(sunset).toISOString()));
}
