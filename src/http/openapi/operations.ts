/** The operations of a view: what each method of its paths takes and answers. */
import { NO_CREDENTIAL, type Requirement, requirementFor } from "../../access/requirements.ts";
import type { Method } from "../../declare/declare.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { View } from "../../resource/resource.ts";
import { itemAnswer, listAnswer, type Making, requestBody, unmodifiedAnswer, writeAnswers } from "./answers.ts";
import type { Part, Ref } from "./components.ts";
import { orStream } from "./event-stream.ts";
import { answerHeaders, cachingHeaders, type RequestHeader, requestHeader } from "./headers.ts";
import { type Door, doorsOf, itemParameter, tagOf, words } from "./naming.ts";
import { cascadeParameter, fieldsParameter, listParameters, pathNames, pathParameter } from "./parameters.ts";
import { conflictsOf, problemAnswers } from "./problems.ts";
import { lifecycleTable, permissionsOf, rulesOf } from "./prose.ts";

/** What all operations of a document are made with. */
export interface Writing extends Making {
  readonly catalog: Catalog;
}

/** One operation before it is written: what differs between them. */
interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: string;
  readonly path: string;
  readonly need: Requirement;
  readonly parameters?: readonly Ref[];
  readonly headers?: readonly RequestHeader[];
  readonly body?: Part;
  readonly answers: Part;
  readonly conflicts?: readonly string[];
  readonly unlimited?: boolean;
}

/** Whoever may read needs no credential, unless the operator or the resource asks for one. */
function securityOf({ kind, scopes }: Requirement): readonly object[] {
  if (kind === "open") return [];
  return [...(kind === "read" ? [{}] : []), { bearer: scopes }];
}

/** An operation as the document has it. */
export function operation({ components, catalog }: Writing, given: Operation): Part {
  const { id, tag, summary, description, method, path, need, parameters = [], headers = [], body, answers } = given;
  const problems = problemAnswers(components, catalog, {
    method,
    need,
    placed: path.includes("{"),
    conditional: headers.includes("If-Match"),
    resumed: headers.includes("Last-Event-ID"),
    conflicts: given.conflicts ?? [],
    limited: !given.unlimited,
  });
  const fields = headers.map((name) => requestHeader(components, name));
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: securityOf(need),
    parameters: [...parameters, ...fields, requestHeader(components, "X-Request-Id")],
    ...(body ? { requestBody: body } : {}),
    responses: { ...answers, ...problems },
  };
}

/** A GET with the HEAD that answers alike without a body, and the OPTIONS of a path that takes these methods. */
export function reading(writing: Writing, get: Operation, others: readonly string[] = []): Part {
  const { id, summary, answers, path } = get;
  const { components } = writing;
  const bare = Object.fromEntries(
    Object.entries(answers as Record<string, Part>).map(([status, { content: _, ...rest }]) => [status, rest]),
  );
  const capital = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  const head = { ...get, id: `head${capital}`, method: "HEAD", summary: `${summary}: only the header`, answers: bare };
  const accepts = [
    ...(others.includes("POST") ? (["Accept-Post"] as const) : []),
    ...(others.includes("PATCH") ? (["Accept-Patch"] as const) : []),
  ];
  const options: Operation = {
    id: `options${capital}`,
    tag: get.tag,
    summary: `${summary}: which methods there are`,
    method: "OPTIONS",
    path,
    need: NO_CREDENTIAL,
    unlimited: get.unlimited ?? false,
    answers: {
      204: { description: "The methods of the path.", headers: answerHeaders(components, ["Allow", ...accepts]) },
    },
  };
  const names = pathNames(path).map((name) => pathParameter(components, name));
  return {
    ...(names.length > 0 ? { parameters: names } : {}),
    get: operation(writing, get),
    head: operation(writing, head),
    options: operation(writing, options),
  };
}

/** The paths of a view. */
export function pathsOf(writing: Writing, view: View): [path: string, item: Part][] {
  const { resource, hasItems } = view;
  return doorsOf(view).flatMap((door) => {
    const { path, one, many } = door;
    if (resource.kind === "single") return [[path, itemPath(writing, view, { path, one, many })]];
    const below = `${path}/{${itemParameter(resource)}}`;
    const item: [string, Part][] = hasItems ? [[below, itemPath(writing, view, { path: below, one, many })]] : [];
    return [[path, listPath(writing, view, door)], ...item];
  });
}

const UNCONDITIONAL: RequestHeader[] = ["Prefer", "Idempotency-Key"];
const LIST_CONDITIONS: RequestHeader[] = ["If-Match", "If-None-Match"];
const CONDITIONS: RequestHeader[] = [...LIST_CONDITIONS, "If-Modified-Since", "If-Unmodified-Since"];
const GUARDS: RequestHeader[] = ["If-Match", "If-None-Match", "If-Unmodified-Since", "Prefer"];

function listPath(writing: Writing, view: View, { path, many, one }: Door): Part {
  const { components, catalog, pageSizes } = writing;
  const { resource, parent, methods, plural } = view;
  const need = requirementFor(view, "GET");
  const caching = cachingHeaders(components, need.kind);
  const tag = tagOf(resource);
  const within = parent ? ` of one ${words(parent.resource.one)}` : "";
  const page = listAnswer(writing, view, caching);
  const logs = resource === writing.catalog.log;
  const get: Operation = {
    id: `list${many}`,
    tag,
    summary: `List the ${words(plural)}${within}`,
    method: "GET",
    path,
    need,
    parameters: listParameters(components, view, pageSizes),
    headers: logs ? [...LIST_CONDITIONS, "Last-Event-ID"] : LIST_CONDITIONS,
    answers: { 200: logs ? orStream(components, page) : page, 304: unmodifiedAnswer(writing, view, false, caching) },
  };
  if (!methods.includes("POST")) return reading(writing, get);
  const post: Operation = {
    id: `create${one}`,
    tag,
    summary: `Create one ${words(resource.one)}${within}`,
    description: [rulesOf(resource), ...permissionsOf(resource, catalog)].filter(Boolean).join("\n\n"),
    method: "POST",
    path,
    need: requirementFor(view, "POST"),
    headers: UNCONDITIONAL,
    body: requestBody(writing, resource, "POST"),
    answers: writeAnswers(writing, resource, "POST"),
    conflicts: conflictsOf(resource, "POST"),
  };
  return { ...reading(writing, get, ["POST"]), post: operation(writing, post) };
}

function itemPath(writing: Writing, view: View, { path, one }: Door): Part {
  const { components } = writing;
  const { resource, methods } = view;
  const need = requirementFor(view, "GET");
  const caching = cachingHeaders(components, need.kind);
  const tag = tagOf(resource);
  const name = words(resource.one);
  const get: Operation = {
    id: `get${one}`,
    tag,
    summary: `Get one ${name}`,
    method: "GET",
    path,
    need,
    parameters: [fieldsParameter(components, view)],
    headers: CONDITIONS,
    answers: { 200: itemAnswer(writing, view, caching), 304: unmodifiedAnswer(writing, view, true, caching) },
  };
  const write = (method: "PUT" | "PATCH" | "DELETE", verb: string, about: string, rest: Partial<Operation>): Part =>
    operation(writing, {
      id: `${verb}${one}`,
      tag,
      summary: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} one ${name}`,
      description: about,
      method,
      path,
      need: requirementFor(view, method),
      headers: GUARDS,
      answers: writeAnswers(writing, resource, method),
      conflicts: conflictsOf(resource, method),
      ...(method === "DELETE" ? {} : { body: requestBody(writing, resource, method) }),
      ...rest,
    });
  const limits = [rulesOf(resource), ...permissionsOf(resource, writing.catalog), lifecycleTable(resource)]
    .filter(Boolean)
    .join("\n\n");
  const told = (sentence: string) => [sentence, limits].filter(Boolean).join("\n\n");
  const put = "The complete record: what is left out returns to its default. Where there is none yet, it is created.";
  const patch = "A JSON Merge Patch (RFC 7396): null clears a field.";
  const gone = "Refused while something belongs or refers to it.";
  const writes = {
    PUT: () => write("PUT", "replace", told(put), {}),
    PATCH: () => write("PATCH", "update", told(patch), { headers: [...GUARDS, "Idempotency-Key"] }),
    DELETE: () =>
      write("DELETE", "delete", resource.softDelete?.about ?? gone, { parameters: [cascadeParameter(components)] }),
  };
  const taken = Object.entries(writes).filter(([method]) => methods.includes(method as Method));
  return {
    ...reading(
      writing,
      get,
      taken.map(([method]) => method),
    ),
    ...Object.fromEntries(taken.map(([method, make]) => [method.toLowerCase(), make()])),
  };
}
