/** The header fields of requests and answers that the document describes. */
import type { Requirement } from "../../access/requirements.ts";
import { EVENT_ID } from "../../store/events/outbox.ts";
import { SUPPORTED_CODINGS } from "../request/body.ts";
import type { Components, Part, Ref } from "./components.ts";

const TAGS = '^\\s*\\*\\s*$|^(?:(?:W/)?"[!#-~]*"|[, \\t])+$';
const HTTP_DATE = "^[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$";

interface Field {
  readonly about: string;
  readonly schema: Part;
  readonly example?: string;
}

const text = { type: "string" };
const path = { type: "string", format: "uri-reference" };

const REQUEST = {
  "X-Request-Id": {
    about: "Taken over into the answer and the log when it is well-formed; anything else is replaced.",
    schema: text,
    example: "my-request-1",
  },
  "If-Match": {
    about:
      "Go on only in a state that one of these entity tags names (strong comparison), or `*`: in any. Otherwise 412.",
    schema: { type: "string", pattern: TAGS },
    example: '"4"',
  },
  "If-None-Match": {
    about:
      "On GET and HEAD: 304 when one of these entity tags (weak comparison) is current. On PUT, `*` creates only. Otherwise 412.",
    schema: { type: "string", pattern: TAGS },
    example: '"4"',
  },
  "If-Modified-Since": {
    about: "304 when it was not modified since. Ignored beside `If-None-Match`, and when it is no HTTP-date.",
    schema: text,
    example: "Thu, 15 Jan 2026 12:00:00 GMT",
  },
  "If-Unmodified-Since": {
    about: "412 when it was modified since. Ignored beside `If-Match`, and when it is no HTTP-date.",
    schema: text,
    example: "Thu, 15 Jan 2026 12:00:00 GMT",
  },
  Prefer: {
    about:
      "`return=minimal` or `return=representation`; `respond-async` on an array of records and on a deletion with `cascade=true` (RFC 7240). Other preferences are ignored.",
    schema: text,
    example: "return=minimal",
  },
  "Idempotency-Key": {
    about:
      "Carries the request out once: within 24 hours the same key, caller, method and path with the same body get the stored answer again.",
    schema: { type: "string", pattern: "^[!-~]{1,255}$" },
    example: "3f1c7d52",
  },
  "Last-Event-ID": {
    about: "The id of the event that was seen last: a stream goes on after it. Without it, it begins with what comes.",
    schema: { type: "string", pattern: EVENT_ID.source },
    example: "0000000000000042",
  },
} satisfies Record<string, Field>;

export type RequestHeader = keyof typeof REQUEST;

/** A header field of a request, as a parameter. */
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

const ANSWER = {
  "X-Request-Id": {
    about: "The request's identifier, also in the log.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._:-]{1,128}$" },
  },
  ETag: {
    about: "A strong entity tag of this representation (RFC 9110 section 8.8.3).",
    schema: { type: "string", pattern: '^"[!#-~]*"$' },
  },
  "Last-Modified": { about: "When it was last changed.", schema: { type: "string", pattern: HTTP_DATE } },
  Location: { about: "The path of what was created.", schema: path },
  "Content-Location": { about: "The path of what the answer represents.", schema: path },
  Link: { about: "The links between pages (RFC 8288), while they stay under 4 KiB.", schema: text },
  Vary: {
    about: "The request's header fields that the answer depends on.",
    schema: { const: "Accept, Accept-Encoding, Authorization" },
  },
  Allow: { about: "The methods that the path takes.", schema: text },
  "Accept-Post": { about: "The media types that the path takes.", schema: { const: "application/json" } },
  "Accept-Patch": {
    about: "The media types that PATCH takes.",
    schema: { const: "application/merge-patch+json, application/json" },
  },
  "Accept-Encoding": {
    about: "The content codings that a body may be in, when the request's is none of them.",
    schema: { const: SUPPORTED_CODINGS },
  },
  "WWW-Authenticate": {
    about: "How to authenticate (RFC 6750 section 3).",
    schema: { type: "string", pattern: "^Bearer " },
  },
  "RateLimit-Policy": {
    about:
      "How many requests (`q`) in how many seconds (`w`) are allowed to this credential, or without one to this address. Absent with `RATE_LIMIT=off`.",
    schema: { type: "string", pattern: '^"[a-z]+";q=\\d+;w=\\d+$' },
    example: '"anonymous";q=6000;w=60',
  },
  RateLimit: {
    about:
      "How many more would be admitted at once (`r`), and in how many seconds (`t`) the whole quota is there again; in a 429, one request. Absent with `RATE_LIMIT=off`.",
    schema: { type: "string", pattern: '^"[a-z]+";r=\\d+;t=\\d+$' },
    example: '"anonymous";r=5999;t=1',
  },
  "Retry-After": { about: "Seconds after which to try again.", schema: { type: "integer", minimum: 0 } },
  "Preference-Applied": {
    about: "The preference that was followed.",
    schema: { enum: ["return=minimal", "return=representation", "respond-async"] },
  },
  "X-Accel-Buffering": {
    about: "On a stream: a proxy in between passes on what it gets.",
    schema: { const: "no" },
  },
  "Idempotent-Replayed": {
    about: "The answer was stored under the `Idempotency-Key` before.",
    schema: { const: "true" },
  },
} satisfies Record<string, Field>;

export type AnswerHeader = keyof typeof ANSWER;

/** On every answer, unless nobody is limited. */
const RATES = ["RateLimit-Policy", "RateLimit"] as const;

/** The header fields of an answer: those that it always has, and those that it may have. `X-Request-Id` is always there. */
export function answerHeaders(
  components: Components,
  always: readonly AnswerHeader[],
  perhaps: readonly AnswerHeader[] = [],
): Part {
  const refer = (name: AnswerHeader, required: boolean) => {
    const { about, schema, example }: Field = ANSWER[name];
    const key = required ? name : `${name}.optional`;
    return [
      name,
      components.refer("headers", key, () => ({
        description: about,
        required,
        schema,
        ...(example === undefined ? {} : { example }),
      })),
    ];
  };
  return Object.fromEntries([
    ...RATES.map((name) => refer(name, false)),
    ...(["X-Request-Id", ...always] as const).map((name) => refer(name, true)),
    ...perhaps.map((name) => refer(name, false)),
  ]);
}

/**
 * How answers to reads may be cached: header fields that depend on who may read.
 * @param required whether every such answer has them; one to a request that never arrived whole does not
 */
export function cachingHeaders(components: Components, kind: Requirement["kind"], required = true): Part {
  if (kind === "write") return {};
  const [value, name] =
    kind === "private" ? ["private, no-store", "Cache-Control.private"] : ["no-cache", "Cache-Control"];
  const control = components.refer("headers", required ? name : `${name}.optional`, () => ({
    description: "How the answer may be cached.",
    required,
    schema: { const: value },
  }));
  if (kind === "private") return { "Cache-Control": control };
  const { Vary } = required ? answerHeaders(components, ["Vary"]) : answerHeaders(components, [], ["Vary"]);
  return { "Cache-Control": control, Vary };
}
