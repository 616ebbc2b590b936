/** The problem types of the API: the status of each, and its explanation on `/problems/<slug>` (RFC 9457 §3.1.1). */
import { type DomainSlug, Problem } from "../problem.ts";
import type { Catalog } from "../resource/catalog.ts";

/** Problems that only HTTP has. */
export type HttpSlug =
  | "method-not-allowed"
  | "not-acceptable"
  | "request-timeout"
  | "precondition-failed"
  | "idempotency-key-in-use"
  | "content-too-large"
  | "uri-too-long"
  | "unsupported-media-type"
  | "headers-too-large"
  | "too-many-requests";

/** The last segment of a problem type's path. */
export type ProblemSlug = DomainSlug | HttpSlug;

/** A problem that only HTTP has. */
export class HttpProblem extends Problem<HttpSlug> {}

/** A problem of the domain or of HTTP. */
export type AnyProblem = Problem<ProblemSlug>;

/** The status of a problem type, and its explanation in Markdown. */
export interface ProblemType {
  readonly status: number;
  readonly about: string;
}

/** The problem types of the service itself, by slug. */
export const PROBLEM_TYPES: Record<ProblemSlug, ProblemType> = {
  "invalid-request": {
    status: 400,
    about:
      "The body or the query is malformed: the body is not JSON, a required field is missing, a field or parameter is unknown, or a value has the wrong JSON type. `errors` lists the faults, at most 1,000.",
  },
  "validation-failed": {
    status: 422,
    about:
      "The request is well-formed, but a value is not allowed: it is out of range, not one of the allowed values, not a calendar date, a reference to a record that does not exist, a change to a read-only field, or inconsistent with another value. `errors` lists the faults, at most 1,000.",
  },
  unauthorized: {
    status: 401,
    about:
      "The request has no credential or an invalid one. Send `Authorization: Bearer <key>` with an API key, or with an access token from the issuer that the service trusts.",
  },
  forbidden: {
    status: 403,
    about:
      "The credential is valid but lacks the required scope, or the service does not accept requests from this origin.",
  },
  "not-found": {
    status: 404,
    about: "There is nothing at this path: the route, the resource or its parent does not exist.",
  },
  gone: {
    status: 410,
    about:
      "What the request looks back to is too old, or never existed: a moment (`earliest` is the first that is kept), or the event to resume from, in which case reconnect without `Last-Event-ID`.",
  },
  "method-not-allowed": {
    status: 405,
    about: "The path exists but does not support this method. `Allow` lists the methods that it supports.",
  },
  "not-acceptable": {
    status: 406,
    about: "`Accept` excludes every media type that this path offers.",
  },
  "request-timeout": { status: 408, about: "The request did not arrive in time." },
  "already-exists": {
    status: 409,
    about: "A record with this id already exists. An id is unique among all records of its kind.",
  },
  "has-dependents": {
    status: 409,
    about:
      "Other records belong to this one or refer to it. `dependents` lists them by kind, with a count and a link. `?cascade=true` also deletes the records that belong to this one, but never those that only refer to it.",
  },
  "invalid-transition": {
    status: 409,
    about:
      "The lifecycle does not allow a transition from the current state to the requested one. The message lists the allowed states.",
  },
  conflict: {
    status: 409,
    about: "The current state of the data does not allow this change. `code` and `detail` name the rule.",
  },
  "precondition-failed": {
    status: 412,
    about:
      "The record does not match `If-Match`, `If-None-Match` or `If-Unmodified-Since`. Read it again before you retry.",
  },
  "idempotency-key-reused": {
    status: 422,
    about:
      "The `Idempotency-Key` was already used with a different body. A key identifies one request: use a new key for a new request.",
  },
  "idempotency-key-in-use": {
    status: 409,
    about: "The first request with this `Idempotency-Key` is still running. Retry when it has finished.",
  },
  "content-too-large": { status: 413, about: "The body is larger than this path accepts." },
  "uri-too-long": {
    status: 414,
    about: "The URL is longer than 8 KiB. Lists also take their query as the content of QUERY.",
  },
  "unsupported-media-type": {
    status: 415,
    about:
      "This path does not accept the body's media type, charset or content coding. `Accept-Post`, `Accept-Patch` or `Accept-Query` lists the accepted media types, `Accept-Encoding` the codings.",
  },
  "headers-too-large": { status: 431, about: "The header fields exceed 16 KiB in total." },
  "too-many-requests": {
    status: 429,
    about:
      "The rate limit of this credential, or of this address for anonymous requests, is exceeded. `RateLimit-Policy` states the limit; retry after the seconds in `Retry-After`.",
  },
  "internal-error": {
    status: 500,
    about: "The service failed. The error is logged under the `request_id`; nothing was changed.",
  },
  unavailable: {
    status: 503,
    about:
      "The service is temporarily unavailable: it is starting, draining or overloaded, or the database is unreachable. Retry after the seconds in `Retry-After`.",
  },
  "outcome-unknown": {
    status: 503,
    about:
      "The change may or may not have been saved. Repeat the request with the same `Idempotency-Key`, or read the resource first.",
  },
  "insufficient-storage": {
    status: 507,
    about:
      "The disk of the database is full, or nearly full, so nothing was written. Reads work, and so does DELETE until the disk is full.",
  },
};

/** All problem types, by slug: the service's own and the conflicts that the declarations name. */
export function problemTypes(catalog: Catalog): Map<string, ProblemType> {
  const types = new Map<string, ProblemType>(Object.entries(PROBLEM_TYPES));
  const { status } = PROBLEM_TYPES.conflict;
  for (const { conflicts, fields, one } of catalog.resources) {
    for (const { code, about } of conflicts) {
      types.set(code.replaceAll("_", "-"), { status, about });
    }
    for (const [name, spec] of fields) {
      if (!spec.overflowCode) continue;
      const about = `If a ${one} declares its \`${name}\`, that is a maximum: no more can be assigned, and it cannot be set below the number already assigned.`;
      types.set(spec.overflowCode.replaceAll("_", "-"), { status, about });
    }
  }
  return types;
}

/** The title of a problem type: its slug in words. */
export function titleOf(slug: string): string {
  const words = slug.replaceAll("-", " ").replace(/^uri\b/, "URI");
  return words[0]!.toUpperCase() + words.slice(1);
}

/** The status of a problem. */
export function statusOf(slug: ProblemSlug): number {
  return PROBLEM_TYPES[slug].status;
}
