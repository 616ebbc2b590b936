/** The operations of the OpenAPI document, as the reference shows them. */
import type { JsonObject } from "../../openapi/components.ts";
import { heading } from "../../openapi/naming.ts";

/** Any part of the document. */
// biome-ignore lint/suspicious/noExplicitAny: a document is read by its keywords
type Part = any;

/** A parameter or a request header. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: "query" | "header" | "path";
  readonly about: string;
  /** The field that it filters, and how; undefined if it is no filter. */
  readonly filter: { readonly field: string; readonly operator: string } | undefined;
  /** The values that it may have; empty if it may have any. */
  readonly values: readonly string[];
}

/** A response of an operation. */
export interface DescribedResponse {
  readonly status: string;
  readonly about: string;
  /** The slugs of the problems that it may be; empty if it is a success. */
  readonly problems: readonly string[];
}

/** An operation. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  /** With the names of parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly about: string;
  /** Who may send it: anybody, anybody unless the operator requires a credential, or only who has one. */
  readonly access: "open" | "public" | "credential";
  readonly scopes: readonly string[];
  readonly parameters: readonly DescribedParameter[];
  readonly responses: readonly DescribedResponse[];
  /** The media type of the body, and an example of it; undefined if it takes none. */
  readonly body: { readonly type: string; readonly example: unknown } | undefined;
  /** An example of the response: its status, and its content if it has any that is JSON. */
  readonly answer: { readonly status: string; readonly example: unknown; readonly isText: boolean };
  /** Whether the response is a page of a list. */
  readonly isList: boolean;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
const PROBLEM = "application/problem+json";
const JSON_BODY = "application/json";

/** Reads all operations, in the order of the document. */
export function describedOperations(document: JsonObject): DescribedOperation[] {
  return Object.entries<Part>(document.paths as JsonObject).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) =>
      describe(document, [method.toUpperCase(), path], item, item[method]),
    ),
  );
}

function describe(document: JsonObject, [method, path]: [string, string], item: Part, operation: Part) {
  const at = (part: Part): Part => resolve(document, part);
  const parameters: DescribedParameter[] = [...item.parameters, ...operation.parameters].map(at).map((each) => ({
    name: each.name,
    in: each.in,
    about: each.description ?? "",
    filter: each["x-filter"],
    values: at(each.schema)?.enum ?? [],
  }));
  const responses = Object.entries<Part>(operation.responses).map(([status, response]) => {
    const { description, content } = at(response);
    return { status, about: description as string, problems: problemsIn(content?.[PROBLEM]?.schema) };
  });
  const [type = "", body] = Object.entries<Part>(at(operation.requestBody)?.content ?? {})[0] ?? [];
  const status = method === "DELETE" && operation.responses[204] ? "204" : responses[0]!.status;
  const content = status === "204" ? {} : (at(operation.responses[status]).content ?? {});
  const shown = content[JSON_BODY] ?? {};
  return {
    id: operation.operationId as string,
    method,
    path,
    tag: operation.tags[0] as string,
    summary: operation.summary as string,
    about: operation.description as string,
    access: accessOf(operation.security),
    scopes: operation["x-scopes"] ?? [],
    parameters,
    responses,
    body: body && { type, example: exampleOf(document, body) },
    answer: { status, example: exampleOf(document, shown), isText: status !== "204" && !content[JSON_BODY] },
    isList: exampleIn(document, shown.schema) === undefined && pageIn(document, shown.schema) !== undefined,
  };
}

function accessOf(security: readonly object[] | undefined): DescribedOperation["access"] {
  if (security === undefined) return "credential";
  return security.length === 0 ? "open" : "public";
}

function resolve(document: JsonObject, part: Part): Part {
  if (part?.$ref === undefined) return part;
  const found = part.$ref
    .slice(2)
    .split("/")
    .reduce((at: Part, name: string) => at?.[name], document);
  return resolve(document, found);
}

function problemsIn(schema: Part): string[] {
  const types: string[] = schema?.allOf?.[1]?.properties?.type?.enum ?? [];
  return types.map((type) => type.slice(type.lastIndexOf("/") + 1));
}

/** The example of a content: its own, or that of its schema. */
function exampleOf(document: JsonObject, { example, schema }: Part): unknown {
  return example ?? exampleIn(document, schema) ?? pageIn(document, schema);
}

/** The example of a schema, or of the first of its forms. */
function exampleIn(document: JsonObject, schema: Part): unknown {
  const { examples, oneOf } = resolve(document, schema) ?? {};
  return examples?.[0] ?? (oneOf && resolve(document, oneOf[0]).examples?.[0]);
}

/** A page with one item; undefined if the schema is not that of a list. */
function pageIn(document: JsonObject, schema: Part): unknown {
  const whole = resolve(document, schema);
  const { properties = {}, required = [] } = resolve(document, whole?.oneOf?.[0] ?? whole) ?? {};
  if (!required.includes("total_count")) return undefined;
  const items = required.find((name: string) => properties[name].items);
  const { examples: itemExamples } = resolve(document, properties[items].items);
  const values: Record<string, unknown> = {
    page: 1,
    limit: 2,
    total_count: 1,
    _links: {},
    [items]: itemExamples ?? [],
  };
  return Object.fromEntries(required.map((name: string) => [name, values[name] ?? valueIn(properties[name], name)]));
}

/** An example of what a list shows of its parent. */
function valueIn({ type }: Part, name: string): unknown {
  if (name.endsWith("_id")) return exampleId(name);
  return [type].flat().includes("string") ? heading(name) : 1;
}

/** The id in the examples of the document for a path parameter: that of `team_member_id` is `team-member-1`. */
export function exampleId(parameter: string): string {
  return `${parameter.replace(/_id$/, "").replaceAll("_", "-")}-1`;
}
