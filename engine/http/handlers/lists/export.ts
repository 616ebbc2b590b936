/** GET of a list as CSV or NDJSON: all of it, streamed at the client's pace, or one page. */
import type { FastifyRequest } from "fastify";
import type { Fault } from "../../../problem.ts";
import type { Moment } from "../../../query/history/as-of.ts";
import { parseParameters } from "../../../query/parameters.ts";
import { INCLUDE_DELETED } from "../../../resource/parameters.ts";
import { API_ROOT, type View } from "../../../resource/resource.ts";
import { timestamp, today } from "../../../runtime/clock.ts";
import type { Handler, HttpContext } from "../../context.ts";
import { requestPath } from "../../request/address.ts";
import { FORMAT_TYPES } from "../../request/negotiation.ts";
import { codingFor } from "../../response/content-coding.ts";
import { csvHeader, csvLines } from "../../response/csv.ts";
import { codedTag } from "../../response/etag.ts";
import type { Exports } from "../../response/exports.ts";
import { type HttpResponse, notModified } from "../../response/response.ts";
import { requireParent } from "./list-page.ts";
import { wholePath } from "./list-paths.ts";
import { type ListFormat, readListRequest } from "./list-request.ts";
import { type ExportFormat, groupTable, recordTable, type Table } from "./tables.ts";

/** The handler of a view's list in a format. */
export function exportList(context: HttpContext, view: View, format: ExportFormat): Handler {
  const { clock } = context;
  const listFormat: ListFormat = {
    mediaType: FORMAT_TYPES[format],
    checkParameters: (query, faults) => refuseParameters(format, query, faults),
  };
  return async (request) => {
    const list = await readListRequest(context, view, request, listFormat);
    const { parentId, records, moment, options } = list;
    const query = list.readQuery();
    const canonical = view.aliases.length > 0 ? { "content-location": wholePath(view, parentId, query) } : {};
    if (list.cachedTag !== undefined) return notModified({ etag: list.cachedTag, ...canonical });
    await requireParent(records, view, parentId);
    // The length is unknown before the end, so that every tag names the content coding.
    const headers = { etag: codedTag(list.tag, codingFor(request)), ...canonical };
    if (list.isNotModified()) return notModified(headers);
    const day = dayOf(moment) ?? today(clock);
    return query.grouping
      ? exportTable(
          context,
          request,
          groupTable(records, view, parentId, { ...query, grouping: query.grouping }, options),
          { format, headers, day },
        )
      : exportTable(context, request, recordTable(records, view, parentId, query, options, format), {
          ...{ format, headers, day },
        });
  };
}

/** How to export a table. */
interface ExportOptions {
  readonly format: ExportFormat;
  readonly headers: Readonly<Record<string, string>>;
  /** The day in the name of the file. */
  readonly day: string;
}

/** Exports a table as the response to a request. @throws Problem `unavailable` if too many exports are running */
export async function exportTable<Row, Position>(
  { exports }: Pick<HttpContext, "exports">,
  request: FastifyRequest,
  table: Table<Row, Position>,
  { format, headers, day }: ExportOptions,
): Promise<HttpResponse> {
  const name = requestPath(request)
    .slice(API_ROOT.length + 1)
    .replaceAll("/", "-");
  const response = {
    status: 200,
    headers: {
      ...headers,
      "content-type": FORMAT_TYPES[format],
      "content-disposition": `attachment; filename="${name}-${day}.${format}"`,
    },
    body: "",
  };
  if (request.method === "HEAD") return { ...response, chunks: [] };
  exports.begin(request.requester);
  return { ...response, chunks: await withFirst(chunksOf(exports, table, format)) };
}

/** The day of a moment in UTC; undefined of the present. */
function dayOf(moment: Moment | undefined): string | undefined {
  return moment && timestamp({ now: () => moment.time }).slice(0, 10);
}

/** The parameters that no export takes, each with the reason, and those of each format. */
const REFUSED_IN_ALL = {
  cursor: "An export is the whole list; page and limit select a page of it.",
  [INCLUDE_DELETED]: "An export cannot list deleted records; use format=json.",
};
const REFUSED: Record<ExportFormat, Readonly<Record<string, string>>> = {
  ndjson: REFUSED_IN_ALL,
  csv: {
    ...REFUSED_IN_ALL,
    include: "CSV has no embedded records; use format=ndjson.",
  },
};

function refuseParameters(format: ExportFormat, query: string, faults: Fault[]): void {
  const names = new Set(parseParameters(query).parameters.map(([name]) => name));
  for (const [parameter, reason] of Object.entries(REFUSED[format])) {
    if (!names.has(parameter)) continue;
    const message = `${parameter} cannot be combined with the format ${format}. ${reason}`;
    faults.push({ in: "shape", parameter, code: "invalid_value", message });
  }
}

function chunksOf<Row, Position>(
  exports: Exports,
  { source, columns, jsonText }: Table<Row, Position>,
  format: ExportFormat,
): AsyncGenerator<string, void> {
  return exports.chunks(
    source,
    format === "csv"
      ? { header: csvHeader(columns), render: (rows) => csvLines(columns, rows) }
      : { header: "", render: (rows) => rows.map((row) => `${jsonText(row)}\n`).join("") },
  );
}

/** The same chunks, of which the first is made now: if that fails, the response is a problem. */
async function withFirst(chunks: AsyncGenerator<string, void>): Promise<AsyncGenerator<string, void>> {
  const first = await chunks.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* chunks;
  })();
}
