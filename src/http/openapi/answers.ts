/** The answers with which operations succeed: bodies as schemas, and header fields. */

import type { Schema } from "../../declare/field-spec.ts";
import { OPERATIONS } from "../../operations/declaration.ts";
import type { Resource, View } from "../../resource/resource.ts";
import { acceptsEmptyBody } from "../../resource/schemas.ts";
import type { Components, Part, Ref } from "./components.ts";
import { cursorPageSchema, pageSchema } from "./envelopes.ts";
import {
  createdExample,
  cursorPageExample,
  draftExample,
  type Lookup,
  listExample,
  patchExample,
  selectionExample,
  summaryExample,
  wholeExample,
} from "./examples.ts";
import { type AnswerHeader, answerHeaders } from "./headers.ts";
import { pascal, schemaName } from "./naming.ts";
import {
  hasSecrets,
  ID_SCHEMA,
  issuedSchema,
  PATH_SCHEMA,
  requestSchema,
  selectionSchema,
  summarySchema,
  wholeSchema,
} from "./schemas.ts";

/** What the schemas of a document are made with. */
export interface Making {
  readonly components: Components;
  readonly lookup: Lookup;
  readonly pageSizes: { readonly default: number; readonly max: number };
}

const JSON_BODY = "application/json";

function content(schema: Schema | Ref): Part {
  return { content: { [JSON_BODY]: { schema } } };
}

function exemplary(schema: Schema, example: unknown): Part {
  return { ...schema, examples: [example] };
}

/** A record as a view shows it whole. */
function whole({ components, lookup }: Making, view: View): Ref {
  return components.refer("schemas", schemaName(view), () => exemplary(wholeSchema(view), wholeExample(view, lookup)));
}

/** A record as it is told when it is new, with its secrets; a replay of that answer leaves them out. */
function issued({ components, lookup }: Making, view: View): Ref {
  return components.refer("schemas", `${schemaName(view)}Issued`, () =>
    exemplary(issuedSchema(view), wholeExample(view, lookup)),
  );
}

function selection({ components, lookup }: Making, view: View): Ref {
  return components.refer("schemas", `${schemaName(view)}Selection`, () =>
    exemplary(selectionSchema(view), selectionExample(view, lookup)),
  );
}

function list(making: Making, view: View): Schema {
  const { components, lookup, pageSizes } = making;
  const name = schemaName(view);
  const summary = components.refer("schemas", `${name}Summary`, () =>
    exemplary(summarySchema(view), summaryExample(view, lookup)),
  );
  const item = { anyOf: [summary, selection(making, view)] };
  const page = components.refer("schemas", `${name}List`, () =>
    exemplary(pageSchema(view, item, pageSizes.max), listExample(view, lookup, pageSizes.default)),
  );
  const next = components.refer("schemas", `${name}CursorPage`, () =>
    exemplary(cursorPageSchema(view, item, pageSizes.max), cursorPageExample(view, lookup, pageSizes.default)),
  );
  return { oneOf: [page, next] };
}

/** What comes with every representation of one record, and of a list. */
const RECORD: AnswerHeader[] = ["ETag", "Last-Modified", "Content-Location"];
const listHeaders = (view: View): AnswerHeader[] => (view.aliases.length > 0 ? ["ETag", "Content-Location"] : ["ETag"]);

/** What comes with a record that is not settled yet, where there are such. */
function whileUnsettled({ resource }: View): AnswerHeader[] {
  return resource.retryAfter ? ["Retry-After"] : [];
}

/** 200 with one record, or what `fields` chose of it. */
export function itemAnswer(making: Making, view: View, caching: Part): Part {
  const headers = answerHeaders(making.components, RECORD, whileUnsettled(view));
  return {
    description: "The record; with `fields`, what was chosen of it.",
    headers: { ...headers, ...caching },
    ...content({ anyOf: [whole(making, view), selection(making, view)] }),
  };
}

/** 200 with a list. */
export function listAnswer(making: Making, view: View, caching: Part): Part {
  const headers = answerHeaders(making.components, listHeaders(view), ["Link"]);
  return {
    description: `${view.unpaged ? "The whole list, or a page of it" : "A page of the list"}.`,
    headers: { ...headers, ...caching },
    ...content(list(making, view)),
  };
}

/** 304: what the caller has is current. */
export function unmodifiedAnswer({ components }: Making, view: View, single: boolean, caching: Part): Part {
  const headers = single
    ? answerHeaders(components, RECORD, whileUnsettled(view))
    : answerHeaders(components, listHeaders(view));
  return { description: "What the caller has is current.", headers: { ...headers, ...caching } };
}

/** 202: the operation that carries the request out later. */
function acceptedAnswer(making: Making, perhaps: readonly AnswerHeader[]): Part {
  const headers: AnswerHeader[] = ["Location", "Preference-Applied", "Retry-After", ...RECORD];
  return {
    description:
      "Accepted, under `Prefer: respond-async`: the operation that will carry it out, and tell what came of it.",
    headers: answerHeaders(making.components, headers, perhaps),
    ...content(whole(making, making.lookup(OPERATIONS).views[0]!)),
  };
}

/** The answers of POST, PUT, PATCH and DELETE that succeed. */
export function writeAnswers(making: Making, resource: Resource, method: "POST" | "PUT" | "PATCH" | "DELETE"): Part {
  const { components } = making;
  const record = whole(making, resource.views[0]!);
  const perhaps: AnswerHeader[] = ["Preference-Applied"];
  if (method === "POST" || method === "PATCH") perhaps.push("Idempotent-Replayed");
  const made = hasSecrets(resource) ? issued(making, resource.views[0]!) : record;
  const created = {
    description: `Created. Under \`Prefer: return=minimal\` without a body and what describes it.`,
    headers: answerHeaders(components, ["Location"], [...RECORD, ...perhaps]),
    ...content(method === "POST" ? createdBody(making, resource, made) : made),
  };
  const nothing = (description: string) => ({ description, headers: answerHeaders(components, [], perhaps) });
  const replayed: AnswerHeader[] = ["Idempotent-Replayed"];
  if (method === "POST") return { 201: created, ...(resource.bulk ? { 202: acceptedAnswer(making, replayed) } : {}) };
  if (method === "DELETE") {
    const last = { description: "Its final state, under `Prefer: return=representation`." };
    const headers = answerHeaders(components, [...RECORD, "Preference-Applied"]);
    const ended = { 200: { ...last, headers, ...content(record) }, 204: nothing("Done.") };
    return resource.softDelete ? ended : { ...ended, 202: acceptedAnswer(making, []) };
  }
  const changed = {
    description: "The record as it is now.",
    headers: answerHeaders(components, RECORD, perhaps),
    ...content(record),
  };
  const minimal = { 204: nothing("Done, under `Prefer: return=minimal`.") };
  return method === "PUT" ? { 200: changed, 201: created, ...minimal } : { 200: changed, ...minimal };
}

function createdBody({ components }: Making, resource: Resource, record: Ref): Schema | Ref {
  if (resource.bulk === undefined) return record;
  const link = { type: "object", properties: { self: PATH_SCHEMA }, required: ["self"], additionalProperties: false };
  const properties = { id: ID_SCHEMA, _links: link };
  const item = { type: "object", properties, required: ["id", "_links"], additionalProperties: false };
  const schema: Schema = {
    type: "object",
    description: "The answer to an array: where each record is, in the array's order.",
    properties: { created_count: { type: "integer", minimum: 1 }, [resource.plural]: { type: "array", items: item } },
    required: ["created_count", resource.plural],
    additionalProperties: false,
  };
  const several = components.refer("schemas", `${pascal(resource.one)}Created`, () =>
    exemplary(schema, createdExample(resource)),
  );
  return { oneOf: [record, several] };
}

/** The body of POST, PUT or PATCH. */
export function requestBody(making: Making, resource: Resource, method: "POST" | "PUT" | "PATCH"): Part {
  const { components, lookup } = making;
  const name = pascal(resource.one);
  if (method === "PATCH") {
    const patch = components.refer("schemas", `${name}Patch`, () =>
      exemplary(requestSchema(resource, "patch"), patchExample(resource, lookup)),
    );
    return {
      required: true,
      content: { "application/merge-patch+json": { schema: patch }, [JSON_BODY]: { schema: patch } },
    };
  }
  // In a membership the member's id stands in the path of a PUT and need not be repeated.
  const replaces = method === "PUT" && resource.member !== undefined;
  const draft = components.refer("schemas", `${name}${replaces ? "Replacement" : "Draft"}`, () =>
    exemplary(requestSchema(resource, replaces ? "replace" : "create"), draftExample(resource, lookup)),
  );
  const most = method === "POST" ? resource.bulk : undefined;
  const several = { type: "array", minItems: 1, maxItems: most, items: draft };
  return {
    required: !acceptsEmptyBody(resource),
    ...content(most === undefined ? draft : { oneOf: [draft, several] }),
  };
}
