/** Checks requests and responses against the published OpenAPI document. */
import assert from "node:assert/strict";
import { Ajv2020, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import { isDate, normalizeInstant } from "../../../engine/declare/values.ts";
import { memoize } from "../../../engine/runtime/memoize.ts";
import { isJson } from "../http/client.ts";
import { withKnownLinks, withoutSelections, withSelections } from "./openapi-narrowing.ts";

/** Any part of a document. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a document
export type Part = any;

/** The methods that the document describes; HEAD, OPTIONS and QUERY are described in its introduction. */
export const METHODS = ["get", "post", "put", "patch", "delete"];

/** The methods that have the responses of GET. */
const DERIVED = ["head", "query"];

/** The methods of a path: those that the document describes, HEAD with GET, OPTIONS, and QUERY of lists. */
export function methodsOfPath(item: Part): string[] {
  const described = METHODS.filter((method) => item[method]);
  return [...described, ...(item.get ? ["head"] : []), ...(item["x-accept-query"] ? ["query"] : []), "options"];
}

/**
 * What the document says of a method, with the parameters of its path: HEAD and QUERY have the parameters and responses of GET,
 * OPTIONS has no parameters.
 */
export function operationAt(item: Part, method: string): Part {
  const { operationId, tags } = item.get ?? item.post;
  const derivedId = `${method}${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  if (method === "options") return { operationId: derivedId, tags, parameters: [] };
  const isDerived = DERIVED.includes(method);
  const operation = item[isDerived ? "get" : method];
  const parameters = [...item.parameters, ...operation.parameters];
  return { ...operation, parameters, operationId: isDerived ? derivedId : operation.operationId };
}

/** The extension keywords of schemas. */
export const SCHEMA_EXTENSIONS = [
  ...["x-reference", "x-transitions", "x-derived", "x-set-while", "x-written-through", "x-counts", "x-unique-by"],
  ...[
    "x-sum-at-most",
    "x-element-key",
    "x-max-bytes",
    "x-precision",
    "x-unit",
    "x-tones",
    "x-hues",
    "x-usual",
    "x-suggested-days",
    "x-with-fields",
  ],
];

/** The members of a document that are not keywords of JSON Schema. */
export const DOCUMENT_VOCABULARY = [
  ...["openapi", "info", "servers", "tags", "security", "paths", "components", "x-common-headers"],
  ...SCHEMA_EXTENSIONS,
];

/** The parts of a request that the document describes. */
export interface ExchangeRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The JSON that was sent, if any. */
  readonly sent?: unknown;
}

/** The response. */
export interface ExchangeResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined when it is empty. */
  readonly body?: unknown;
  readonly text: string;
}

/** HTML pages, which the document omits. */
const PAGES = /^(?!\/api(?:\/|$))/;

/** Header fields of the transport, of content codings and for browsers, which the document omits. */
const UNDOCUMENTED_HEADERS =
  /^(?:date|connection|keep-alive|transfer-encoding|content-(?:length|type|encoding)|access-control-.*|x-content-type-options)$/;

/** The statuses of a QUERY that is refused because of its content. */
const CONTENT_STATUSES = [413, 415];

/** The statuses of a request to an unknown path or method, of OPTIONS and of a QUERY, which the document describes in words. */
const UNKNOWN_OPERATION_STATUSES = [400, 403, 404, 405, 408, ...CONTENT_STATUSES, 414, 429, 431, 500, 503];

/** An Ajv that knows the formats of the document. */
export function strictAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    ...options,
  });
  ajv.addFormat("date", isDate);
  ajv.addFormat("date-time", (text: string) => normalizeInstant(text) !== undefined);
  // The schema has a pattern too.
  ajv.addFormat("duration", true);
  ajv.addFormat("json-pointer", /^(?:\/(?:[^~/]|~[01])*)*$/);
  ajv.addFormat("uri-reference", /^[\x21-\x7e]*$/);
  ajv.addFormat("uri", (text: string) => /^[\x21-\x7e]+$/.test(text) && URL.canParse(text));
  ajv.addFormat("double", true);
  return ajv;
}

/** The schema at a place in the document, compiled. */
type Compile = (pointer: string) => ValidateFunction;

function compiler(document: Part): Compile {
  // Another test proves that the schemas are valid; here many are compiled for little use.
  const ajv = strictAjv({ validateSchema: false, code: { optimize: false } });
  // The document around the schemas is not a schema.
  ajv.addVocabulary(DOCUMENT_VOCABULARY);
  ajv.addSchema(document, "openapi");
  const cached = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validate = cached.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    cached.set(pointer, validate);
    return validate;
  };
}

const documentIndex = memoize((document: Part) => ({
  /** A cache of path → template. */
  templates: new Map<string, string | undefined>(),
  /** Resolved once: the place of an operation → its query parameters. */
  queryParameters: new Map<string, readonly RegExp[]>(),
  /** A cache of the pointer of a response → its headers. */
  headers: new Map<string, DeclaredHeaders>(),
  selected: compiler(withSelections(withKnownLinks(document))),
  whole: compiler(withoutSelections(withKnownLinks(document))),
  paths: Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/[.]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`),
  })),
}));

/** A JSON Pointer as a URI fragment. */
function pointerTo(...parts: string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
}

/** The target of a `$ref` with its pointer, or the part itself. */
export function resolveRef(document: Part, part: Part, pointer = ""): { part: Part; pointer: string } {
  if (part?.$ref === undefined) return { part, pointer };
  const names = part.$ref.slice(2).split("/");
  return { part: names.reduce((within: Part, name: string) => within[name], document), pointer: pointerTo(...names) };
}

/** The path template of a path. */
export function templateOf(document: Part, path: string): string | undefined {
  const { paths, templates } = documentIndex(document);
  if (templates.size > 10_000) templates.clear();
  if (!templates.has(path)) templates.set(path, paths.find(({ pattern }) => pattern.test(path))?.path);
  return templates.get(path);
}

/** The documents of the services in this process, by URL. */
const published = new Map<string, () => Part>();

/** Registers the document of a service: its responses are checked against it until the returned function is called. */
export function registerDocument(url: string, document: () => Part): () => void {
  published.set(url, document);
  return () => void published.delete(url);
}

/** Asserts that an exchange with a service in this process conforms to its document. */
export function assertConforms(url: string, request: ExchangeRequest, response: Omit<ExchangeResponse, "body">): void {
  const document = published.get(url)?.();
  const { status, headers, text } = response;
  // The text is in a content coding.
  if (document === undefined || headers.has("content-encoding")) return;
  const json = isJson(headers.get("content-type")) && text !== "";
  const faults = conformanceFaults(document, request, { ...response, body: json ? JSON.parse(text) : undefined });
  const exchange = `${request.method} ${request.path.slice(0, 200)}: ${status} ${text.slice(0, 500)}`;
  assert.deepEqual(faults, [], `does not conform to /openapi.json: ${exchange}`);
}

/** All differences between an exchange and the document; empty if it conforms. */
export function conformanceFaults(document: Part, request: ExchangeRequest, response: ExchangeResponse): string[] {
  const [path = "", query = ""] = request.path.split(/\?(.*)/s);
  const template = templateOf(document, path);
  if (template === undefined && PAGES.test(path) && isOfPage(response)) return [];
  const method = request.method.toLowerCase();
  const item = template === undefined ? undefined : document.paths[template];
  if (item && method === "options" && response.status === 204) return optionsFaults(document, item, response);
  const described = DERIVED.includes(method) ? "get" : method;
  const operation = item?.[described];
  const isUnknown = method === "query" && (!item?.["x-accept-query"] || CONTENT_STATUSES.includes(response.status));
  if (!operation || isUnknown) return unknownOperationFaults(document, template, request, response);
  const operationPointer = pointerTo("paths", template!, described);
  const isCommon = !(response.status in operation.responses) && commonStatuses(document).includes(response.status);
  const key = isCommon ? "default" : String(response.status);
  const declared = operation.responses[key];
  if (!declared) return [`${response.status} is not declared for ${operation.operationId}`];
  const resolved = resolveRef(document, declared, `${operationPointer}${pointerTo("responses", key)}`);
  if (method === "query") return queryFaults(document, resolved, response);
  const compile = new URLSearchParams(query).has("fields")
    ? documentIndex(document).selected
    : documentIndex(document).whole;
  return [
    ...headerFaults(document, compile, resolved, response),
    ...bodyFaults(compile, resolved, method, response),
    ...(response.status < 300 && response.status !== 202 && path.startsWith("/api")
      ? requestFaults(document, operation, operationPointer, query, request)
      : []),
  ];
}

/** The faults of the response to a QUERY: it is that of a GET whose links may be left out. */
function queryFaults(document: Part, declared: Part, response: ExchangeResponse): string[] {
  const compile = documentIndex(document).selected;
  const { next_body: _, ...rest } = (response.body ?? {}) as Part;
  const links = rest.page === undefined ? rest._links : { first: "/api", last: "/api", ...rest._links };
  const body = rest._links ? { ...rest, _links: links } : response.body;
  const ofHeaders = headerFaults(document, compile, declared, response);
  return [
    ...ofHeaders.filter((fault) => !fault.toLowerCase().startsWith("content-location")),
    ...bodyFaults(compile, declared, "query", { ...response, body }),
  ];
}

/** Whether a page may have this response besides problems that every path may have: the page itself, or a failed condition. */
function isOfPage({ status, headers }: Pick<ExchangeResponse, "status" | "headers">): boolean {
  return status === 412 || !isJson(headers.get("content-type"));
}

/** The statuses of problems that do not depend on the operation: those of its default response. */
function commonStatuses(document: Part): number[] {
  const { schema } = document.components.responses.Problem.content["application/problem+json"];
  return schema.allOf.flatMap(({ properties }: Part) => properties?.status.enum ?? []);
}

function unknownOperationFaults(
  document: Part,
  template: string | undefined,
  { method }: ExchangeRequest,
  response: ExchangeResponse,
): string[] {
  const { status, headers, text } = response;
  const faults = UNKNOWN_OPERATION_STATUSES.includes(status)
    ? []
    : [`${status} for ${method}, which the document does not have`];
  if (text === "") return faults;
  if (status === 405 && template) {
    const allowed = headers.get("allow")?.toLowerCase().split(", ").sort().join();
    const known = methodsOfPath(document.paths[template]).sort().join();
    if (allowed !== known) faults.push(`Allow is ${allowed}, the document has ${known}`);
  }
  const validate = documentIndex(document).whole("/components/schemas/Problem");
  return validate(response.body) ? faults : [...faults, ...errorMessages(validate)];
}

/** The faults of a 204 to OPTIONS. */
function optionsFaults(document: Part, item: Part, { headers, text }: ExchangeResponse): string[] {
  const accepts = { post: "Accept-Post", patch: "Accept-Patch", "x-accept-query": "Accept-Query" };
  const names = ["Allow", ...Object.entries(accepts).flatMap(([method, header]) => (item[method] ? [header] : []))];
  const known = Object.keys(document["x-common-headers"]);
  const allowed = new Set([...names, ...known].map((name) => name.toLowerCase()));
  return [
    ...(text === "" ? [] : ["there is a body, and none is declared"]),
    ...names.filter((name) => !headers.has(name)).map((name) => `${name} is missing`),
    ...[...headers.keys()]
      .filter((name) => !allowed.has(name) && !UNDOCUMENTED_HEADERS.test(name))
      .map((name) => `${name} is not declared`),
    ...(headers.get("allow")?.toLowerCase().split(", ").sort().join() === methodsOfPath(item).sort().join()
      ? []
      : [`Allow is ${headers.get("allow")}`]),
  ];
}

interface DeclaredHeaders {
  /** In lower case. */
  readonly names: ReadonlySet<string>;
  readonly all: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly integer: boolean;
    /** The pointer of its schema. */
    readonly pointer: string;
  }[];
}

function declaredHeaders(document: Part, response: Part): DeclaredHeaders {
  const known = documentIndex(document).headers;
  const found = known.get(response.pointer);
  if (found) return found;
  const own = Object.entries<Part>(response.part.headers ?? {});
  const common = Object.entries<Part>(document["x-common-headers"]).filter(([name]) => !response.part.headers?.[name]);
  const declared = [
    ...own.map(([name, part]) => [name, part, `${response.pointer}${pointerTo("headers", name)}`] as const),
    ...common.map(([name, part]) => [name, part, pointerTo("x-common-headers", name)] as const),
  ];
  const headers: DeclaredHeaders = {
    names: new Set(declared.map(([name]) => name.toLowerCase())),
    all: declared.map(([name, header, place]) => {
      const { part, pointer } = resolveRef(document, header, place);
      const { required = false, schema } = part;
      return { name, required, integer: schema.type === "integer", pointer: `${pointer}/schema` };
    }),
  };
  known.set(response.pointer, headers);
  return headers;
}

function headerFaults(document: Part, compile: Compile, response: Part, { headers }: ExchangeResponse): string[] {
  const faults: string[] = [];
  const { names, all } = declaredHeaders(document, response);
  for (const { name, required, integer, pointer } of all) {
    const value = headers.get(name);
    if (value === null) {
      if (required) faults.push(`${name} is missing`);
      continue;
    }
    const validate = compile(pointer);
    if (!validate(integer ? Number(value) : value)) faults.push(`${name}: ${errorMessages(validate)}`);
  }
  for (const name of headers.keys()) {
    if (!names.has(name) && !UNDOCUMENTED_HEADERS.test(name)) faults.push(`${name} is not declared`);
  }
  return faults;
}

function bodyFaults(compile: Compile, declared: Part, method: string, response: ExchangeResponse): string[] {
  const { headers, text, body } = response;
  if (method === "head") return text === "" ? [] : ["HEAD has a body"];
  const minimal = headers.get("preference-applied") === "return=minimal";
  const content = minimal ? undefined : declared.part.content;
  if (!content) return text === "" ? [] : ["there is a body, and none is declared"];
  const media = (headers.get("content-type") ?? "").split(";")[0]!;
  if (!content[media]) return [`the media type ${media} is not declared`];
  const validate = compile(`${declared.pointer}${pointerTo("content", media)}/schema`);
  return validate(isJson(media) ? body : text) ? [] : errorMessages(validate);
}

/** The patterns of the names of query parameters. An object makes a parameter of each of its members. */
function queryParametersOf(document: Part, operation: Part): readonly RegExp[] {
  return operation.parameters
    .map((parameter: Part) => resolveRef(document, parameter).part)
    .filter((parameter: Part) => parameter.in === "query")
    .map(({ name, schema }: Part) => {
      const { propertyNames } = schema ? resolveRef(document, schema).part : {};
      return new RegExp(propertyNames?.pattern ?? `^${RegExp.escape(name)}$`);
    });
}

/** The faults of a request that was executed: it must be one that the document allows. */
function requestFaults(
  document: Part,
  operation: Part,
  operationPointer: string,
  query: string,
  { sent }: ExchangeRequest,
): string[] {
  const { queryParameters } = documentIndex(document);
  const declared = queryParameters.get(operationPointer) ?? queryParametersOf(document, operation);
  queryParameters.set(operationPointer, declared);
  const faults = [...new URLSearchParams(query).keys()]
    .filter((name) => !declared.some((pattern) => pattern.test(name)))
    .map((name) => `the parameter ${name} is not declared`);
  if (sent === undefined || !operation.requestBody) return faults;
  const validate = documentIndex(document).selected(
    `${operationPointer}/requestBody${pointerTo("content", "application/json")}/schema`,
  );
  return validate(sent) ? faults : [...faults, ...errorMessages(validate).map((fault) => `sent: ${fault}`)];
}

function errorMessages({ errors }: ValidateFunction): string[] {
  return (errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
