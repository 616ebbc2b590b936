/** Random requests generated from the OpenAPI document, valid ones and mutated ones. */

import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { methodsOfPath, operationAt, type Part, resolveRef } from "../documents/openapi-conformance.ts";
import { ADMIN_KEY } from "../http/serve.ts";
import { percentEncode, toRawJson } from "./hostile-text.ts";
import { type Draft, mutation } from "./mutations.ts";
import { idBelow, someId, valuesOf } from "./schema-values.ts";

/** A request as sent. */
export interface PlainRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** A request that was generated from the document. */
export interface RandomRequest extends PlainRequest {
  /** The operation that it was generated for. */
  readonly operationId: string;
  /** Whether the document allows it, so that its shape must not be refused. */
  readonly isValid: boolean;
}

/** The weight of each method: more creations than deletions. */
const WEIGHTS: Record<string, number> = { get: 3, head: 2, options: 1, query: 2, post: 4, put: 6, patch: 4, delete: 3 };

/**
 * Requests that the document allows, and others.
 * @param existingPaths paths of records that random ids hardly meet
 */
export function randomRequests(document: Part, existingPaths: readonly string[] = []): fc.Arbitrary<RandomRequest> {
  const operations = Object.entries<Part>(document.paths).flatMap(([path, item]) =>
    methodsOfPath(item).map((method) => ({
      weight: WEIGHTS[method]!,
      arbitrary: requestsTo(document, path, method, operationAt(item, method), existingPaths),
    })),
  );
  return fc.oneof(...operations);
}

function requestsTo(
  document: Part,
  path: string,
  method: string,
  operation: Part,
  existingPaths: readonly string[],
): fc.Arbitrary<RandomRequest> {
  const parameters = parametersOf(document, operation);
  const query = queryOf(document, [
    ...parameters.filter((each) => each.in === "query" && each.name !== RELATED),
    ...(parameters.some((each) => each.name === RELATED) ? relatedFilters(document, path) : []),
  ]);
  const draft: fc.Arbitrary<Draft> = fc.record({
    method: fc.constant(method.toUpperCase()),
    segments: existingSegments(path, existingPaths),
    query,
    headers: headersOf(method, parameters),
    json: jsonOf(document, operation),
  });
  const mutationLists = fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 5, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3, size: "max" }) },
  );
  return fc.tuple(draft, mutationLists, coding).map(([original, mutations, contentCoding]) => {
    const mutated = mutations.reduce((before, mutate) => mutate(before), original);
    const isValid = mutations.length === 0 && original.query.every(([name, value]) => isKnown(name, value));
    return { ...writeRequest(mutated, contentCoding), operationId: operation.operationId, isValid };
  });
}

/** The parameter that stands for all filters of related records. */
const RELATED = "related";
/** Parameters whose values the document describes by patterns, so that a field after a relation may not exist. */
const NAMING = ["sort", "sort_by", "group_by", "measure"];

/** Whether a value of a parameter is certainly valid, if the document allows it. */
function isKnown(name: string, value: string): boolean {
  return name !== "filter" && !(NAMING.includes(name) && value.includes("."));
}

function parametersOf(document: Part, operation: Part): Part[] {
  return (operation.parameters ?? []).map((parameter: Part) => resolveRef(document, parameter).part);
}

/** The filters of the records to which the relations of a list lead, and of those that must have none. */
function relatedFilters(document: Part, path: string): Part[] {
  const relations = Object.entries<Part>(document.paths[path]["x-relations"] ?? {});
  return relations.flatMap(([relation, { kinds }]) =>
    parametersOf(document, document.paths[kinds[0][0].path].get)
      .filter((each) => each["x-filter"])
      .map((each, index) => ({ ...each, name: `${relation}${index % 3 === 0 ? "_none" : ""}.${each.name}` })),
  );
}

/** The segments of a path, half of the time with ids of existing records. */
function existingSegments(path: string, existingPaths: readonly string[]): fc.Arbitrary<string[]> {
  const template = path.split("/").slice(1);
  const isParameter = (segment: string | undefined): boolean => segment?.startsWith("{") === true;
  const matching = existingPaths
    .map((each) => each.split("/").slice(1))
    .filter((segments) => segments.every((segment, at) => isParameter(template[at]) || segment === template[at]))
    .map((segments) => [...segments, ...template.slice(segments.length)])
    .filter((segments) => !segments.some(isParameter));
  const random = probableSegments(path);
  return matching.length === 0 ? random : fc.oneof(random, fc.constantFrom(...matching));
}

/** Ids that probably exist; below a parent, of its own records or members. */
function probableSegments(path: string): fc.Arbitrary<string[]> {
  const segments = path.split("/").slice(1);
  const parameterCount = segments.filter((segment) => segment.startsWith("{")).length;
  const isBelowParent = fc.oneof(
    { weight: parameterCount, arbitrary: fc.constant(true) },
    { weight: 2, arbitrary: fc.constant(false) },
  );
  return fc.tuple(someId, someId, someId.chain(idBelow), isBelowParent).map(([parent, member, child, isChild]) => {
    const ids =
      parameterCount === 1 ? [isChild ? child : parent] : [parent, isChild ? `${parent}${child.slice(1)}` : member];
    return segments.map((segment) => (segment.startsWith("{") ? ids.shift()! : segment));
  });
}

function jsonOf(document: Part, { requestBody }: Part): fc.Arbitrary<unknown> {
  return requestBody ? valuesOf(document, requestBody.content["application/json"].schema) : fc.constant(undefined);
}

/** Up to four parameters, serialized as documented. */
function queryOf(document: Part, parameters: readonly Part[]): fc.Arbitrary<[string, string][]> {
  if (parameters.length === 0) return fc.constant([]);
  const sortable = parameters.find((each) => each.name === "sort_by")?.schema.items;
  const valued = ({ name, schema }: Part) =>
    fc.tuple(fc.constant<string>(name), name === "sort" ? sortsOf(document, sortable) : valuesOf(document, schema));
  const required = fc.tuple(...parameters.filter((each) => each.required).map(valued));
  const parameter = fc.oneof(...parameters.map(valued));
  const someParameters = fc.uniqueArray(parameter, { selector: ([name]) => name, maxLength: 4, size: "max" });
  const optional = fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: someParameters });
  return fc.tuple(required, optional).map(([always, chosen]) => {
    const values = new Map([...always, ...chosen]);
    const sort = values.get("sort") as string[] | undefined;
    if (sort) values.delete("sort_by");
    if (sort) values.set("sort", [...new Map(sort.map((each) => [each.split(":")[0], each])).values()]);
    const sortFields = values.get("sort_by") as unknown[] | undefined;
    if (values.has("order")) values.set("order", (values.get("order") as unknown[]).slice(0, sortFields?.length ?? 0));
    if (!sortFields) values.delete("order");
    // A cursor cannot be guessed.
    if (values.has("cursor")) values.set("cursor", "");
    if (values.has("cursor")) values.delete("page");
    // An export takes no cursor, and a table no embedded records.
    if (values.get("format") !== "json" && values.has("format")) values.delete("cursor");
    if (values.get("format") === "csv") values.delete("include");
    sortAsGrouped(values);
    return [...values].map(([name, value]) => [name, inQuery(value)]);
  });
}

/** Values of `sort`: those of `sort_by`, some with a direction. */
function sortsOf(document: Part, sortable: Part): fc.Arbitrary<unknown> {
  const direction = fc.constantFrom("", ":asc", ":desc");
  const sort = fc.tuple(valuesOf(document, sortable), direction).map((parts) => parts.join(""));
  return fc.array(sort, { minLength: 1, maxLength: 3 });
}

/** The names of measures, by which only summaries are sorted. */
const MEASURE_NAME = /^count(?::|$)|_(?:min|max|sum|avg)(?::|$)/;

/** Makes the parameters of a summary fit together, or removes what only summaries have. */
function sortAsGrouped(values: Map<string, unknown>): void {
  const isGrouped = values.has("group_by") || values.has("measure");
  if (values.has("group_by")) {
    const keys = (values.get("group_by") as string[]).map((key) => [key.split(":")[0]!, key] as const);
    values.set("group_by", [...new Map(keys).values()]);
  }
  for (const name of isGrouped ? ["cursor", "fields", "include"] : []) values.delete(name);
  for (const name of ["sort", "sort_by"]) {
    const sorts = values.get(name) as string[] | undefined;
    if (isGrouped && sorts) values.set(name, ["count"]);
    else if (sorts?.some((sort) => MEASURE_NAME.test(sort))) values.set(name, ["id"]);
  }
  const sortFields = values.get("sort_by") as unknown[] | undefined;
  if (values.has("order")) values.set("order", (values.get("order") as unknown[]).slice(0, sortFields?.length ?? 0));
}

function inQuery(value: unknown): string {
  if (!Array.isArray(value)) return percentEncode(String(value));
  const quoted = (text: string) => (/[",]/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text);
  return value.map((each) => percentEncode(quoted(String(each)))).join(",");
}

/** Header fields of the operation, with accepted values. */
const DECLARED: Record<string, readonly string[]> = {
  "If-Match": ["*", '"1"', '"2", "1"'],
  "If-None-Match": ["*", '"1"', 'W/"2"'],
  "If-Modified-Since": ["Thu, 15 Jan 2026 12:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT"],
  "If-Unmodified-Since": ["Thu, 01 Jan 2026 12:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT"],
  Prefer: ["return=minimal", "return=representation", "wait=10, return=minimal", "handling=lenient"],
  "Idempotency-Key": ["key-1", "key-2", "key-3", "!~"],
  "X-Request-Id": ["request-1", "not taken over"],
};

function headersOf(method: string, parameters: readonly Part[]): fc.Arbitrary<Record<string, string>> {
  const declared = parameters.filter((each) => each.in === "header" && DECLARED[each.name]);
  const optionalHeaders = declared.map(({ name }) =>
    fc
      .oneof(
        { weight: 7, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...DECLARED[name]!) },
      )
      .map((value) => (value === undefined ? {} : { [name.toLowerCase()]: value })),
  );
  const json = ["application/json", "application/json; charset=utf-8"];
  const mediaTypes: Record<string, readonly string[]> = {
    ...{ post: json, put: json, patch: [...json, "application/merge-patch+json"] },
    query: ["application/x-www-form-urlencoded"],
  };
  const types = mediaTypes[method];
  const type = types ? fc.constantFrom(...types).map((value) => ({ "content-type": value })) : fc.constant({});
  const common = fc.constantFrom<Record<string, string>>(
    ...[{}, {}, {}, { accept: "application/json" }, { accept: "text/html, */*;q=0.1" }],
    ...[{ "accept-encoding": "gzip, br" }, { "accept-encoding": "deflate" }],
  );
  return fc
    .tuple(common, type, ...optionalHeaders)
    .map((parts) => Object.assign({ authorization: `Bearer ${ADMIN_KEY}` }, ...parts));
}

/** The content codings of request bodies. */
export const CODERS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
type Coding = keyof typeof CODERS | undefined;
const coding = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Coding>(undefined) },
  { weight: 1, arbitrary: fc.constantFrom<Coding>("gzip", "deflate", "br") },
);

/** Serializes a draft, with its body in a content coding if given. */
export function writeRequest(
  { method, segments, query, headers, json, bytes }: Draft,
  contentCoding: Coding,
): PlainRequest {
  const queryString = query.map(([name, value]) => `${name}=${value}`).join("&");
  // The query of a QUERY is its content.
  const isContent = method === "QUERY" && json === undefined;
  const body =
    bytes ?? (isContent ? Buffer.from(queryString) : json === undefined ? undefined : Buffer.from(toRawJson(json)));
  // Node's client refuses to send other characters.
  const cleanText = (text: string) => text.replace(/[^\x21-\xff]/g, "");
  const path = cleanText(`/${segments.join("/")}${queryString === "" || isContent ? "" : `?${queryString}`}`);
  const isEncoded = contentCoding && body && headers["content-encoding"] === undefined;
  return {
    method,
    path,
    headers: isEncoded ? { ...headers, "content-encoding": contentCoding } : headers,
    body: isEncoded ? CODERS[contentCoding](body) : body,
  };
}
