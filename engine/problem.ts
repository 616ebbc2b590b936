/** The problems of the domain. `http/problem-types.ts` adds those of HTTP, and the status and explanation of each. */

/** The kinds of problem. Each is sent as the problem type `/problems/<slug>`. */
export type DomainSlug =
  | "invalid-request"
  | "validation-failed"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "gone"
  | "already-exists"
  | "has-dependents"
  | "invalid-transition"
  | "conflict"
  | "idempotency-key-reused"
  | "internal-error"
  | "unavailable"
  | "outcome-unknown"
  | "insufficient-storage";

/** One fault in a request. Exactly one of `pointer`, `parameter` and `header` says where it is. */
export interface Fault {
  /** A malformed request has a fault of shape (400); a fault of value (422) is in a well-formed one. */
  in: "shape" | "value";
  /** JSON Pointer into the body (RFC 6901). */
  pointer?: string;
  /** Of the query. */
  parameter?: string;
  header?: string;
  code: string;
  message: string;
  /**
   * Makes sentences to append to the message, with a leading space, such as a suggestion. Only the first few faults of a request
   * get theirs, because to make them takes longer than to find the fault.
   */
  hint?: (() => string) | undefined;
}

/** Details of a problem. HTTP adds some of them to the problem document (RFC 9457 §3.2). */
export interface Extras {
  errors?: readonly Fault[];
  dependents?: readonly { name: string; count?: number; link: string }[];
  /** The earliest moment that is kept, a timestamp. */
  earliest?: string;
  /** Whether a cascading deletion would not be refused. */
  cascadable?: boolean;
  /** A more precise name than the slug, such as the code of a conflict: `crew_full`. */
  code?: string;
  /** The scope that the caller lacks (RFC 6750 §3). */
  scope?: string;
  /** Whether the service refuses a request to protect itself. Such problems are counted, but not logged as failures. */
  refused?: boolean;
  /** Whether its cause is logged by itself, once for all requests that it fails. */
  reported?: boolean;
  /** Seconds after which a retry may succeed. */
  retryAfter?: number;
}

/** An error that the client learns about: the request is refused, or has failed. */
export class Problem<Slug extends string = DomainSlug> extends Error {
  readonly slug: Slug;
  readonly extras: Extras;

  constructor(slug: NoInfer<Slug>, detail: string, extras: Extras = {}) {
    super(detail);
    this.name = "Problem";
    this.slug = slug;
    this.extras = extras;
  }
}

/** Whether an error needs no line in the log: its cause is logged by itself, or the service protects itself. */
export function isReported(error: unknown): boolean {
  return error instanceof Problem && (error.extras.reported === true || error.extras.refused === true);
}

/** The most faults that a response lists; a bulk request may have more. */
export const MAX_FAULTS = 1_000;

/** The most faults of a request that get their hints. */
const MAX_HINTS = 3;

/** Throws the Problem of `faultyRequest` if there are any faults. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw faultyRequest(faults);
}

/** The problem `invalid-request` if any fault is of shape, else `validation-failed`. */
export function faultyRequest(faults: readonly Fault[]): Problem {
  const isMalformed = faults.some((fault) => fault.in === "shape");
  const errors = withHints(faults.slice(0, MAX_FAULTS));
  const summary = summaryOf(errors, faults.length);
  return new Problem(isMalformed ? "invalid-request" : "validation-failed", summary, { errors });
}

/** The faults as they are listed: the first few that have hints with these. */
function withHints(faults: readonly Fault[]): readonly Fault[] {
  let hints = 0;
  return faults.map(({ hint, message, ...fault }) => {
    if (hint) hints += 1;
    return { ...fault, message: hint && hints <= MAX_HINTS ? `${message}${hint()}` : message };
  });
}

/**
 * Sums up the faults in one sentence.
 * @param listed at least the first one
 */
function summaryOf(listed: readonly Fault[], length: number): string {
  const [{ pointer = "", message }] = listed as [Fault];
  if (length === 1) return pointer === "" ? message : `${pointer}: ${message}`;
  const part = length > MAX_FAULTS ? `the first ${MAX_FAULTS} of them ` : "";
  return `The request has ${length} faults, ${part}listed in errors.`;
}

/** Conflicts that have a slug of their own, by code. */
const CONFLICTS: Readonly<Record<string, DomainSlug>> = {
  already_exists: "already-exists",
  has_dependents: "has-dependents",
  invalid_transition: "invalid-transition",
};

/** What in a request the current state does not allow. */
export type ConflictFault = Readonly<Required<Pick<Fault, "pointer" | "message">>>;

/**
 * The problem of a change that the current state does not allow.
 * @param code the name of the rule that the change would break
 */
export function conflict(code: string, message: string, pointer = ""): Problem {
  return conflicts(code, [{ message, pointer }]);
}

/**
 * The problem of a change that the current state does not allow for several reasons.
 * @param code the name of the rule that the change would break
 * @param found at least one; the first 1,000 are listed
 */
export function conflicts(code: string, found: readonly ConflictFault[]): Problem {
  const errors = found.slice(0, MAX_FAULTS).map((each): Fault => ({ in: "value", code, ...each }));
  const detail = found.length === 1 ? found[0]!.message : summaryOf(errors, found.length);
  return new Problem(CONFLICTS[code] ?? "conflict", detail, { code, errors });
}

/**
 * The problem of a change that may have been committed.
 * @param what begins the sentence that says it
 * @param cause of the failure, if that is logged by itself
 */
export function outcomeUnknown(what: string, cause?: unknown): Problem {
  const detail = `${what}, so it is unknown whether it was saved.`;
  return Object.assign(new Problem("outcome-unknown", detail, { reported: cause !== undefined }), { cause });
}

/** The problem of a write that the database undid because its disk is full. @param cause of the failure, logged by itself */
export function diskFull(cause: unknown): Problem {
  const detail = "The disk of the database is full. Nothing was changed.";
  return Object.assign(new Problem("insufficient-storage", detail, { reported: true }), { cause });
}

/** Whether an error says that the database is unavailable. */
export function isUnavailable(reason: unknown): boolean {
  return reason instanceof Problem && (reason.slug === "unavailable" || reason.slug === "outcome-unknown");
}

/** What is said of a path where nothing exists. */
export const NOTHING = "There is nothing at this path.";

/** The problem of a path where nothing exists. */
export function notFound(detail = NOTHING): Problem {
  return new Problem("not-found", detail);
}

/** Joins words as a sentence does: `a, b and c`. */
export function formatList(words: readonly unknown[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
