/** Refused and failed requests, as classes of error (RFC 9457). */

/** One thing wrong with a request. Exactly one of `pointer`, `parameter` and `header` says where it is. */
export interface Fault {
  /** JSON Pointer into the body (RFC 6901). */
  readonly pointer?: string;
  /** The name of a query parameter. */
  readonly parameter?: string;
  readonly header?: string;
  readonly code: string;
  readonly message: string;
}

/** Records of one kind that block a deletion; a private kind has no count. */
export interface Dependents {
  readonly name: string;
  readonly count?: number;
  /** The path of their list. */
  readonly link: string;
}

/** A problem document as it was received. */
export interface ProblemDocument {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly instance?: string;
  readonly code?: string;
  readonly request_id?: string;
  readonly errors?: readonly Fault[];
  readonly dependents?: readonly Dependents[];
  /** Of a moment that is not kept, the earliest one that is. */
  readonly earliest?: string;
}

/** What the header fields of a response say besides its document. */
export interface ProblemHints {
  /** Seconds, from `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** From `WWW-Authenticate`. */
  readonly scope?: string | undefined;
}

/** A request that the service refused, or that failed there. Its message is `detail`. */
export class Problem extends Error {
  /** The path of a page that explains it: `/problems/<slug>`; `about:blank` if the response was not a problem document. */
  readonly type: string;
  readonly title: string;
  /** The precise name, such as `already_exists`. */
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  /** All faults of the request; empty if none is named. */
  readonly errors: readonly Fault[];
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds after which a retry may succeed, if the service said so. */
  readonly retryAfter: number | undefined;
  /** The scope that the request takes, if the service named it. */
  readonly scope: string | undefined;
  readonly document: ProblemDocument;
  /** How many times the request was sent. */
  tries = 1;

  constructor(status: number, document: ProblemDocument, hints: ProblemHints = {}) {
    super(document.detail ?? document.title ?? `The service responded with status ${status}.`);
    this.name = new.target.name;
    this.type = document.type ?? "about:blank";
    this.title = document.title ?? "";
    this.code = document.code ?? `http_${status}`;
    this.status = status;
    this.detail = this.message;
    this.errors = document.errors ?? [];
    this.requestId = document.request_id;
    this.retryAfter = hints.retryAfter;
    this.scope = hints.scope;
    this.document = document;
  }

  /**
   * The problem of each item of an array that this problem names, by the item's index; its pointers are into the item.
   * The other items may be faulty too: a conflict that is not `already_exists` names only the first.
   */
  byItem(): Map<number, Problem> {
    const faults = new Map<number, Fault[]>();
    for (const fault of this.errors) {
      const [, index, pointer = ""] = /^\/(\d+)(.*)$/s.exec(fault.pointer ?? "") ?? [];
      if (index === undefined) continue;
      const errors = faults.get(Number(index)) ?? [];
      errors.push({ ...fault, pointer });
      faults.set(Number(index), errors);
    }
    const problems = [...faults].map(([index, errors]): [number, Problem] => {
      const detail = errors.map(({ message }) => message).join(" ");
      const problem = problemFrom(this.status, { ...this.document, detail, errors });
      return [index, Object.assign(problem, { tries: this.tries })];
    });
    return new Map(problems);
  }
}

/** 400 and 422: the request is malformed, or a value is not allowed. `errors` lists all faults. */
export class Invalid extends Problem {}

/** 401: the credential is missing or invalid. */
export class Unauthorized extends Problem {}

/** 403: the credential lacks a scope. */
export class Forbidden extends Problem {}

/** 404: there is nothing at this path. */
export class NotFound extends Problem {}

/** 410: the event to resume from is too old, or never existed. */
export class Gone extends Problem {}

/** 409: the current state of the data does not allow the change. `code` names the rule. */
export class Conflict extends Problem {}

/** The id is taken. */
export class AlreadyExists extends Conflict {}

/** The lifecycle does not allow the transition. */
export class InvalidTransition extends Conflict {}

/** The first request with the same Idempotency-Key is still running. */
export class KeyInUse extends Conflict {}

/** Other records belong to this one or refer to it. */
export class HasDependents extends Conflict {
  /** The records that block the deletion, counted by kind. */
  get dependents(): readonly Dependents[] {
    return this.document.dependents ?? [];
  }
}

/** Any record. */
// biome-ignore lint/suspicious/noExplicitAny: the fields of any record
type AnyRecord = Record<string, any>;

/** 412: the record has changed since it was read, or exists already. */
export class Stale extends Problem {
  /** The record that the change was based on, as it was read; undefined if the change named no record. */
  base: AnyRecord | undefined;
  /** Reads the record as it is now. @throws NotFound if it was deleted */
  theirs: () => Promise<AnyRecord> = () => Promise.reject(this);
}

/** 429: the rate limit is exceeded, even after waits and retries. */
export class TooMany extends Problem {}

/** 503, and 502 and 504 of a proxy: the service is temporarily unavailable. */
export class Unavailable extends Problem {}

type ProblemClass = new (status: number, document: ProblemDocument, hints?: ProblemHints) => Problem;

const BY_CODE: Readonly<Record<string, ProblemClass>> = {
  already_exists: AlreadyExists,
  has_dependents: HasDependents,
  invalid_transition: InvalidTransition,
  idempotency_key_in_use: KeyInUse,
};

const BY_STATUS: Readonly<Record<number, ProblemClass>> = {
  400: Invalid,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  410: Gone,
  412: Stale,
  422: Invalid,
  429: TooMany,
  502: Unavailable,
  503: Unavailable,
  504: Unavailable,
};

/** The error for a problem document. An unknown code or status is a `Problem`. */
export function problemFrom(status: number, document: ProblemDocument, hints?: ProblemHints): Problem {
  const Class = BY_CODE[document.code ?? ""] ?? BY_STATUS[status] ?? Problem;
  return new Class(status, document, hints);
}
