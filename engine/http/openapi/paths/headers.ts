/** Request and response headers. */
import { isPersonal, type Requirement } from "../../../access/requirements.ts";
import { SERIAL_ID } from "../../../declare/values.ts";
import { SUPPORTED_CODINGS } from "../../request/body.ts";
import type { Components, JsonObject, Ref } from "../components.ts";

const TAGS = '^\\s*\\*\\s*$|^(?:(?:W/)?"[!#-~]*"|[, \\t])+$';
const HTTP_DATE = "^[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$";

interface Field {
  readonly about: string;
  readonly schema: JsonObject;
  readonly example?: string;
}

const text = { type: "string" };
const path = { type: "string", format: "uri-reference" };

const REQUEST = {
  "X-Request-Id": {
    about: "An id for this request, used in the response and the log. A malformed one is replaced.",
    schema: text,
    example: "my-request-1",
  },
  "If-Match": {
    about:
      "Proceed only if one of these entity tags is current (strong comparison); `*` matches any state. Otherwise 412. On POST, the tag is that of the list as JSON without parameters.",
    schema: { type: "string", pattern: TAGS },
    example: '"4"',
  },
  "If-None-Match": {
    about:
      "On GET and HEAD: 304 if one of these entity tags is current (weak comparison). On PUT, `*` only creates. Otherwise 412.",
    schema: { type: "string", pattern: TAGS },
    example: '"4"',
  },
  "If-Modified-Since": {
    about:
      "304 if the record has not been modified since this date. Ignored with `If-None-Match`, and if it is not an HTTP-date.",
    schema: text,
    example: "Thu, 15 Jan 2026 12:00:00 GMT",
  },
  "If-Unmodified-Since": {
    about:
      "412 if the record has been modified since this date. Ignored with `If-Match`, and if it is not an HTTP-date.",
    schema: text,
    example: "Thu, 15 Jan 2026 12:00:00 GMT",
  },
  Prefer: {
    about:
      "`return=minimal` or `return=representation`; `respond-async` for an array of records or a deletion with `cascade=true` (RFC 7240). Other preferences are ignored.",
    schema: text,
    example: "return=minimal",
  },
  "Idempotency-Key": {
    about:
      "Executes the request once: for 24 hours, the same key, caller, method, path and body get the stored response.",
    schema: { type: "string", pattern: "^[!-~]{1,255}$" },
    example: "3f1c7d52",
  },
  "Last-Event-ID": {
    about:
      "The id of the last event received: the stream resumes after it. Without it, the stream starts with new events.",
    schema: { type: "string", pattern: SERIAL_ID.source },
    example: "0000000000000042",
  },
} satisfies Record<string, Field>;

/** The request headers that the document describes. */
export type RequestHeader = keyof typeof REQUEST;

/** A request header as a parameter. */
export function requestHeader(components: Components, name: RequestHeader): Ref {
  const { about, schema, example } = REQUEST[name];
  return components.refer("parameters", `header.${name}`, () => ({
    name,
    in: "header",
    description: about,
    schema,
    example,
  }));
}

const RESPONSE = {
  "X-Request-Id": {
    about: "The id of the request, also in the log.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._:-]{1,128}$" },
  },
  ETag: {
    about: "The strong entity tag of this representation (RFC 9110 §8.8.3).",
    schema: { type: "string", pattern: '^"[!#-~]*"$' },
  },
  "Last-Modified": { about: "When the record was last changed.", schema: { type: "string", pattern: HTTP_DATE } },
  Location: { about: "The path of the new resource.", schema: path },
  "Content-Location": { about: "The path of the resource that the body represents.", schema: path },
  "Content-Disposition": {
    about: "The file name of an export (RFC 6266).",
    schema: { type: "string", pattern: '^attachment; filename="[a-z0-9._~-]+"$' },
  },
  Link: { about: "The links between pages (RFC 8288), unless they exceed 4 KiB.", schema: text },
  Vary: {
    about: "The request headers on which the response depends.",
    schema: { const: "Accept, Accept-Encoding, Authorization" },
  },
  Allow: { about: "The methods that the path supports.", schema: text },
  "Accept-Post": { about: "The media types that POST accepts.", schema: { const: "application/json" } },
  "Accept-Patch": {
    about: "The media types that PATCH accepts.",
    schema: { const: "application/merge-patch+json, application/json" },
  },
  "Accept-Encoding": {
    about: "The supported content codings, if that of the request is not among them.",
    schema: { const: SUPPORTED_CODINGS },
  },
  "WWW-Authenticate": {
    about: "How to authenticate (RFC 6750 §3).",
    schema: { type: "string", pattern: "^Bearer " },
  },
  "RateLimit-Policy": {
    about:
      "The quota: `q` requests per `w` seconds for this credential, or for this address without one. Absent with `RATE_LIMIT=off`.",
    schema: { type: "string", pattern: '^"[a-z]+";q=\\d+;w=\\d+$' },
    example: '"anonymous";q=6000;w=60',
  },
  RateLimit: {
    about:
      "`r` requests are available now. In `t` seconds the full quota is available again; in a 429, the next request. Absent with `RATE_LIMIT=off`.",
    schema: { type: "string", pattern: '^"[a-z]+";r=\\d+;t=\\d+$' },
    example: '"anonymous";r=5999;t=1',
  },
  Deprecation: {
    about: "Since when something that the request uses is deprecated (RFC 9745). Absent if nothing is.",
    schema: { type: "string", pattern: "^@\\d+$" },
  },
  Sunset: {
    about: "When it may be removed (RFC 8594). Absent if that is not known.",
    schema: { type: "string", pattern: HTTP_DATE },
  },
  "Retry-After": { about: "Seconds to wait before trying again.", schema: { type: "integer", minimum: 0 } },
  "Preference-Applied": {
    about: "The preference that was applied.",
    schema: { enum: ["return=minimal", "return=representation", "respond-async"] },
  },
  "X-Accel-Buffering": {
    about: "Tells proxies not to buffer the stream.",
    schema: { const: "no" },
  },
  "Idempotent-Replayed": {
    about: "`true`: the response is the stored one of an earlier request with this `Idempotency-Key`.",
    schema: { const: "true" },
  },
} satisfies Record<string, Field>;

/** The response headers that the document describes. */
export type ResponseHeader = keyof typeof RESPONSE;

function headerObject(name: ResponseHeader, required: boolean): JsonObject {
  const { about, schema, example }: Field = RESPONSE[name];
  return { description: about, required, schema, ...(example === undefined ? {} : { example }) };
}

/** The headers of a response: required ones and optional ones, besides those of every response. */
export function responseHeaders(
  components: Components,
  required: readonly ResponseHeader[],
  optional: readonly ResponseHeader[] = [],
): JsonObject {
  const refer = (names: readonly ResponseHeader[], isRequired: boolean) =>
    names.map((name) => {
      const key = isRequired ? name : `${name}.optional`;
      return [name, components.refer("headers", key, () => headerObject(name, isRequired))] as const;
    });
  return Object.fromEntries([...refer(required, true), ...refer(optional, false)]);
}

const [PUBLIC, PRIVATE] = ["no-cache", "private, no-store"];

/**
 * The headers of every response, which the document has once: with them at each response it would be a tenth longer. Only
 * `X-Request-Id` is in all of them. A problem is cached like the response that it replaces.
 */
export const COMMON_HEADERS: JsonObject = {
  "X-Request-Id": headerObject("X-Request-Id", true),
  "Cache-Control": {
    description: "How the response may be cached. Absent in a response to a write of a public record.",
    required: false,
    schema: { enum: [PUBLIC, PRIVATE] },
  },
  Vary: headerObject("Vary", false),
  "RateLimit-Policy": headerObject("RateLimit-Policy", false),
  RateLimit: headerObject("RateLimit", false),
  Deprecation: headerObject("Deprecation", false),
  Sunset: headerObject("Sunset", false),
};

/** The caching headers of responses, which depend on who may read. @param isDated whether it may show the past, to fewer callers */
export function cachingHeaders(components: Components, requirement: Requirement, isDated = false): JsonObject {
  const isPrivate = isPersonal(requirement);
  if (requirement.kind === "write" && !isPrivate) return {};
  const [schema, name] = isPrivate
    ? [{ const: PRIVATE }, "Cache-Control.private"]
    : isDated
      ? [{ enum: [PUBLIC, PRIVATE] }, "Cache-Control.dated"]
      : [{ const: PUBLIC }, "Cache-Control"];
  const control = components.refer("headers", name, () => ({
    description: "How the response may be cached.",
    required: true,
    schema,
  }));
  return { "Cache-Control": control, ...(isPrivate ? {} : responseHeaders(components, ["Vary"])) };
}
