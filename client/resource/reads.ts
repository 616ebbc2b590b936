/** The methods of a resource that read: records, lists, summaries, exports. */

import type { CallOptions, ExportQuery, GetOptions, Page } from "../calls.ts";
import { Invalid } from "../errors/problem.ts";
import type { Answer } from "../transport/answer.ts";
import type { QueryParameters } from "../transport/query.ts";
import type { Transport } from "../transport/transport.ts";
import { recordPath } from "./addresses.ts";
import { remember } from "./tags.ts";

/** The items of a page, if the caller does not say how many. */
const PAGE_SIZE = 100;

/** The reading methods of the resource at a path. */
export function readsOf(transport: Transport, path: string) {
  return {
    get: (...args: [id: string, options?: GetOptions] | [options?: GetOptions]) => {
      const [at, options = {}] = typeof args[0] === "string" ? [recordPath(path, args[0]), args[1]] : [path, args[0]];
      return readRecord(transport, at, options);
    },
    list: async (query: QueryParameters = {}, options: CallOptions = {}): Promise<Page<unknown>> =>
      pageOf(path, await transport.send("GET", path, { ...options, query })),
    all: (query: QueryParameters = {}, options: CallOptions = {}) => readAll(transport, path, query, options),
    summarize: async (query: QueryParameters, options: CallOptions = {}): Promise<unknown[]> => {
      const groups: unknown[] = [];
      for await (const group of readPages(transport, path, query, options)) groups.push(group);
      return groups;
    },
    export: ({ format = "ndjson", ...query }: ExportQuery = {}, options: CallOptions = {}): Promise<Response> => {
      const accept = format === "csv" ? "text/csv" : "application/x-ndjson";
      return transport.open("GET", path, { ...options, query, headers: { accept } });
    },
  };
}

/** Reads a record, and remembers its state. */
export async function readRecord(
  transport: Transport,
  path: string,
  { fields, include, as_of, signal }: GetOptions = {},
): Promise<unknown> {
  const answer = await transport.send("GET", path, { query: { fields, include, as_of }, signal });
  // What was cannot be changed.
  return as_of === undefined ? remember(path, answer) : answer.body;
}

/** All records of a list, page by page along its cursors: each that exists throughout is included once. */
async function* readAll(
  transport: Transport,
  path: string,
  query: QueryParameters,
  options: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  yield* readPages(transport, path, { cursor: "", ...query }, options);
}

/** The items of a page and of those after it. */
async function* readPages(
  transport: Transport,
  path: string,
  query: QueryParameters,
  options: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  let answer = await readFirst(transport, path, query, options);
  for (;;) {
    const { items, links } = pageOf(path, answer);
    yield* items;
    if (links.next === undefined) return;
    answer = await transport.send("GET", links.next, options);
  }
}

/** Reads the first page: as large as possible, unless the service allows only smaller ones. */
async function readFirst(
  transport: Transport,
  path: string,
  query: QueryParameters,
  options: CallOptions,
): Promise<Answer> {
  const read = (parameters: QueryParameters) => transport.send("GET", path, { ...options, query: parameters });
  if (query.limit !== undefined) return read(query);
  try {
    return await read({ ...query, limit: PAGE_SIZE });
  } catch (error) {
    const isTooLarge = error instanceof Invalid && error.errors.every(({ parameter }) => parameter === "limit");
    if (!isTooLarge) throw error;
    return read(query);
  }
}

/** A page as the client shows it. Its items are under the plural name of the list. */
export function pageOf(path: string, { body }: Answer): Page<unknown> {
  const { page, limit, total_count: total, _links: links, deleted, deleted_truncated = false, ...rest } = body;
  const plural = path.slice(path.lastIndexOf("/") + 1).replaceAll("-", "_");
  const [name, items] = [plural, ...Object.keys(rest)]
    .map((each) => [each, rest[each]] as const)
    .find(([, value]) => Array.isArray(value)) ?? ["", []];
  const { [name]: _, ...more } = rest;
  return { items, total, page, limit, links, deleted, deletedTruncated: deleted_truncated, more };
}
