/** The example of an operation: a request, and the response that a service with the example's records gives. */
import { STATUS_CODES } from "node:http";
import type { CodeRequest } from "../../../runtime/as-code/code-request.ts";
import { type DescribedOperation, exampleId } from "./described.ts";

/** The address of a service that was just started. */
const ORIGIN = "http://127.0.0.1:3000";
const TIMES = ["created_at", "updated_at"];

/** An example. */
export interface OperationExample {
  readonly request: CodeRequest;
  /** `200 OK`. */
  readonly status: string;
  /** The response as indented JSON; empty if it has no body, or none that is JSON. */
  readonly answer: string;
  readonly target: "list" | "record" | undefined;
}

/** Returns the example of an operation. @param takesId whether a new record may have an id of the client's choice */
export function exampleOfOperation(operation: DescribedOperation, takesId: boolean): OperationExample {
  const { method, path, body, answer, access, isList } = operation;
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleId(name));
  const query = isList ? listQuery(operation) : queryOfSelf(operation);
  const isNew = method === "POST" && takesId;
  const id = isNew ? { id: (answer.example as { id?: string } | undefined)?.id } : {};
  const sent = body && JSON.stringify({ ...id, ...(body.example as object) }, null, 2);
  return {
    request: {
      origin: ORIGIN,
      method,
      path: at + query,
      hasKey: access === "credential",
      headers: body ? { "content-type": body.type } : {},
      body: sent,
      readsText: operation.answer.isText,
    },
    status: `${answer.status} ${STATUS_CODES[answer.status]}`,
    answer: answerText(operation, at + query),
    target: method !== "GET" || answer.example === undefined ? undefined : isList ? "list" : "record",
  };
}

/** A query that a list answers with its example: the same word of a set, sorted by a day. */
function listQuery({ parameters, answer }: DescribedOperation): string {
  const [item = {}] = Object.values(answer.example as object).find(Array.isArray) ?? [];
  const word = parameters.find(({ name, values }) => values.includes((item as Record<string, string>)[name]!));
  const day = parameters.find(({ filter }) => filter?.operator === "after" && !TIMES.includes(filter.field));
  const parts = [
    ...(word ? [`${word.name}=${(item as Record<string, string>)[word.name]}`] : []),
    ...(day ? [`sort=${day.filter!.field}:desc`] : []),
  ];
  return `?${[...parts, "limit=2"].join("&")}`;
}

/** The query with which a response links to itself. */
function queryOfSelf({ answer }: DescribedOperation): string {
  const { self = "" } = (answer.example as { _links?: { self?: string } } | undefined)?._links ?? {};
  return /\?.*/.exec(self)?.[0] ?? "";
}

/** The response, in which the links of a page are those of the request. */
function answerText({ answer: { example }, isList }: DescribedOperation, path: string): string {
  if (example === undefined) return "";
  if (!isList) return JSON.stringify(example, null, 2);
  const { _links: links, ...rest } = example as Record<string, unknown>;
  const first = path.replace("?", "?page=1&");
  const shown = Object.keys(links as object).length > 0 ? links : { self: path, first, last: first };
  return JSON.stringify({ ...rest, _links: shown }, null, 2);
}
