/**
 * Everything that can go wrong, in the product's own words.
 *
 * A problem knows no HTTP: `http/problem-details.ts` decides the status of each kind.
 */

/** What a caller did or met, and the sentence that explains it on `/problems/<slug>`. */
export const PROBLEMS = {
  "invalid-request":
    "The body or the query does not have the shape that this resource takes: it is not JSON, a required field is missing, a field or parameter is unknown, or a value has the wrong JSON type. `errors` lists every fault found, up to a thousand.",
  "validation-failed":
    "The shape is right, but a value is not allowed: it is outside its range, not in its list, an impossible date, a reference to something that does not exist, a change of a read-only field, or values that contradict each other. `errors` lists every fault found, up to a thousand.",
  unauthorized:
    "This request needs a credential, and there was none, or the one given is not valid. Send `Authorization: Bearer <key>`, or an access token of the issuer that the operator believes.",
  forbidden: "The credential is valid but does not allow this, or the request came from a place that may not send it.",
  "not-found": "There is nothing at this path: no such route, no such resource, or its parent does not exist.",
  gone: "What the request asks to go on from is not kept any more, or was never there. Begin anew without it.",
  "method-not-allowed": "The path exists but does not take this method. `Allow` lists those that it takes.",
  "not-acceptable": "The service answers in JSON, and the request's `Accept` header rules that out.",
  "request-timeout": "The request did not arrive in time.",
  "already-exists":
    "Something with this identifier exists already. Identifiers are unique per kind in the whole service.",
  "has-dependents":
    "Other resources belong to this one or refer to it. `dependents` names each kind with its number and where to see them. `?cascade=true` deletes what is owned by this resource, never what is independent of it.",
  "invalid-transition":
    "The lifecycle does not lead from the current state to the one asked for. The message names the states that it does lead to.",
  conflict: "The current state of the data forbids this change. `code` and `detail` say which rule stands in the way.",
  "precondition-failed":
    "The record is not in the state that the request's `If-Match`, `If-None-Match` or `If-Unmodified-Since` asks for. Read it again, and decide anew.",
  "idempotency-key-reused":
    "The `Idempotency-Key` was used before with another body. A key stands for one request; a new request needs a new key.",
  "idempotency-key-in-use":
    "The first request with this `Idempotency-Key` is still running. Try again when it is done.",
  "content-too-large": "The body is larger than this path accepts.",
  "uri-too-long": "The request's URL is longer than 8 KiB.",
  "unsupported-media-type":
    "The body is of a media type, charset or content coding that this path does not take. `Accept-Post` or `Accept-Patch` lists what it takes.",
  "headers-too-large": "The request's header fields are larger than 16 KiB together.",
  "too-many-requests":
    "Too many requests came with this credential, or from this address without one. `RateLimit-Policy` says how many are allowed; try again after the seconds in `Retry-After`.",
  "internal-error":
    "Something went wrong in the service. It has been logged under the `request_id`; nothing was changed.",
  unavailable:
    "The service cannot answer just now: it is starting, draining, overloaded, or its database is away. Try again after the seconds in `Retry-After`.",
} as const;

export type ProblemSlug = keyof typeof PROBLEMS;

/**
 * One fault in a request.
 *
 * `in` says whether the fault is one of shape (400) or of value (422).
 * Exactly one of `pointer` (RFC 6901, into the body), `parameter` (of the query) and `header` says where.
 */
export interface Fault {
  in: "shape" | "value";
  pointer?: string;
  parameter?: string;
  header?: string;
  code: string;
  message: string;
}

/** Further members of the problem document (RFC 9457 §3.2). */
export interface Extras {
  errors?: readonly Fault[];
  dependents?: readonly { name: string; count?: number; link: string }[];
  /** More precise than the slug: a rule's own code such as `crew_full`. */
  code?: string;
  /** The scope that the caller lacks (RFC 6750 §3). */
  scope?: string;
  /** Whole seconds after which it is worth trying again. */
  retryAfter?: number;
}

/** Anything that ends a request without doing what was asked. */
export class Problem extends Error {
  readonly slug: ProblemSlug;
  readonly extras: Extras;

  constructor(slug: ProblemSlug, detail: string, extras: Extras = {}) {
    super(detail);
    this.name = "Problem";
    this.slug = slug;
    this.extras = extras;
  }
}

/** The most faults that one answer lists; a body of ten thousand samples may hold more. */
export const MOST_FAULTS = 1_000;

/**
 * Turns faults into the problem that carries them: one fault of shape makes the whole a 400.
 * @throws Problem when there is at least one fault
 */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const shape = faults.some((fault) => fault.in === "shape");
  const told = faults.slice(0, MOST_FAULTS);
  throw new Problem(shape ? "invalid-request" : "validation-failed", summaryOf(faults), { errors: told });
}

/** What is wrong, in a sentence that can stand alone. */
function summaryOf(faults: readonly Fault[]): string {
  const { length } = faults;
  const [{ pointer = "", message }] = faults as [Fault];
  if (length === 1) return pointer === "" ? message : `${pointer}: ${message}`;
  const some = length > MOST_FAULTS ? `the first ${MOST_FAULTS} of them ` : "";
  return `${length} faults, ${some}listed in errors.`;
}

/** The current state forbids the change; `code` is the rule's own name. */
export function conflict(code: string, detail: string, pointer = ""): Problem {
  const slug = code.replaceAll("_", "-");
  return new Problem(slug in PROBLEMS ? (slug as ProblemSlug) : "conflict", detail, {
    code,
    errors: [{ in: "value", pointer, code, message: detail }],
  });
}

/** There is no record of its kind at this path, or none that the caller sees. */
export function noneHere({ one }: { readonly one: string }): Problem {
  return notFound(`There is no ${one.replaceAll("_", " ")} here.`);
}

/** There is nothing here, or not for this path. */
export function notFound(detail = "There is nothing at this path."): Problem {
  return new Problem("not-found", detail);
}
