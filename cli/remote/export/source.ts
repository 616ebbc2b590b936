/** The bytes of an export, from the service. */
import { Readable } from "node:stream";
import { type Connection, Problem } from "../../../client/index.ts";
import type { QueryParameters } from "../../../client/transport/query.ts";
import { measureRecords, type WireFormat } from "./records.ts";

/** What is exported. */
export interface ExportRequest {
  readonly path: string;
  readonly query: QueryParameters;
  readonly format: WireFormat;
}

const MEDIA_TYPES = { csv: "text/csv", ndjson: "application/x-ndjson" } as const;

/** The list's entity tag without the content coding: it changes when the list does. @throws Problem with its document */
export async function readTag(api: Connection, { path, query, format }: ExportRequest): Promise<string> {
  const accept = { accept: MEDIA_TYPES[format] };
  const { headers } = await api.send("HEAD", path, { query, headers: accept }).catch(async (error: unknown) => {
    // The response to HEAD does not say why; that to GET does. A record would refuse `limit` too.
    if (error instanceof Problem && error.status !== 406)
      await api.send("GET", path, { query: { limit: 1, ...query }, headers: accept });
    throw error;
  });
  return (headers.get("etag") ?? "").replace(/\.\w+"$/, '"');
}

/** The number of rows; undefined if the query asks for a page. */
export async function countRows(api: Connection, { path, query }: ExportRequest): Promise<number | undefined> {
  if (query.page !== undefined || query.limit !== undefined) return undefined;
  const { fields: _, ...filters } = query;
  return (await api.at(path).list({ ...filters, limit: 1 })).total;
}

/**
 * The whole list in one streamed response, which has begun.
 * @throws Problem, or NetworkError if no answer came
 */
export async function openAll(
  api: Connection,
  { path, query, format }: ExportRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await api.at(path).export({ ...query, format }, { signal });
  return response.body ?? Readable.from([]);
}

/** As `openAll`; the request is sent when the first bytes are read. */
export async function* streamAll(
  api: Connection,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  yield* await openAll(api, request, signal);
}

/**
 * The list after its first rows, page by page: an export can only be read from its beginning.
 * @param skip the number of rows that are left out
 * @param limit the number of rows of a page
 */
export async function* streamAfter(
  api: Connection,
  { path, query, format }: ExportRequest,
  { skip, limit, signal }: { skip: number; limit: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array, void> {
  const heads = format === "csv" ? 1 : 0;
  for (let [page, omitted] = [Math.floor(skip / limit) + 1, skip % limit]; ; page += 1, omitted = 0) {
    const response = await api.at(path).export({ ...query, format, page, limit }, { signal });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { length, after } = measureRecords(bytes, format, heads + omitted);
    yield bytes.subarray(length);
    if (omitted + after < limit) return;
  }
}
