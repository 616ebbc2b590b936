/** Conditional requests (RFC 9110 §13): what the headers ask, and what follows from it, in the RFC's order. */
import type { IncomingHttpHeaders } from "node:http";
import type { Fault } from "../../problem.ts";
import { codedTag, stateOf } from "../response/etag.ts";
import { HttpProblem } from "../response/problem-types.ts";
import type { Coding } from "./negotiation.ts";

/** `*`, or entity tags as they were written. */
type Tags = "*" | readonly string[];

export interface Conditions {
  readonly ifMatch?: Tags;
  readonly ifNoneMatch?: Tags;
  /** Milliseconds since 1970. */
  readonly ifModifiedSince?: number;
  readonly ifUnmodifiedSince?: number;
}

/** The representation that a request would get or change; undefined where there is none. */
export interface Selected {
  /** Without a content coding. */
  readonly tag: string;
  /** The content coding in which it would be sent if it is long enough. */
  readonly coding?: Coding;
  /** A timestamp; lists have none. */
  readonly modified?: string;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const TAGS = new RegExp(`^(?:${TAG.source}|,|[ \\t])+$`);

/**
 * Reads the conditional headers; undefined when there are none. An HTTP-date that is none is ignored, as the RFC says.
 * @param faults gets one for each list of entity tags that is none
 */
export function readConditions(headers: IncomingHttpHeaders, faults: Fault[]): Conditions | undefined {
  const {
    "if-match": ifMatch,
    "if-none-match": ifNoneMatch,
    "if-modified-since": modified,
    "if-unmodified-since": unmodified,
  } = headers;
  if (ifMatch === undefined && ifNoneMatch === undefined && modified === undefined && unmodified === undefined) {
    return undefined;
  }
  const [ifModifiedSince, ifUnmodifiedSince] = [httpDate(modified), httpDate(unmodified)];
  return {
    ...(ifMatch === undefined ? {} : { ifMatch: readTags("If-Match", ifMatch, faults) }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch: readTags("If-None-Match", ifNoneMatch, faults) }),
    ...(ifModifiedSince === undefined ? {} : { ifModifiedSince }),
    ...(ifUnmodifiedSince === undefined ? {} : { ifUnmodifiedSince }),
  };
}

function readTags(header: string, text: string, faults: Fault[]): Tags {
  if (text.trim() === "*") return "*";
  const tags = TAGS.test(text) ? (text.match(new RegExp(TAG, "g")) ?? []) : [];
  if (tags.length === 0) {
    const message = `${header} is * or a list of entity tags, each in double quotes.`;
    faults.push({ in: "shape", header, code: "invalid_header", message });
  }
  return tags;
}

const [DAY, MONTH, TIME] = [
  "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)",
  "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)",
  "\\d\\d:\\d\\d:\\d\\d",
];
const HTTP_DATES = [
  new RegExp(`^${DAY}, \\d\\d ${MONTH} \\d{4} ${TIME} GMT$`),
  // The two obsolete forms, which a recipient must accept.
  new RegExp(`^${DAY}[a-z]*, \\d\\d-${MONTH}-\\d\\d ${TIME} GMT$`),
  new RegExp(`^${DAY} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`),
];

/** An HTTP-date in any of its forms (RFC 9110 §5.6.7), in milliseconds since 1970. */
function httpDate(text: string | undefined): number | undefined {
  if (text === undefined || !HTTP_DATES.some((form) => form.test(text))) return undefined;
  const time = Date.parse(text.endsWith(" GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Whether a request that reads goes on or is answered 304.
 * @throws Problem `precondition-failed`
 */
export function isUnmodified(conditions: Conditions, selected: Selected): boolean {
  refuseUnmet(conditions, selected);
  const { ifNoneMatch, ifModifiedSince } = conditions;
  if (ifNoneMatch !== undefined) return ifNoneMatch === "*" || knownTag(ifNoneMatch, selected) !== undefined;
  return (
    ifModifiedSince !== undefined && selected.modified !== undefined && seconds(selected.modified) <= ifModifiedSince
  );
}

/** The tag by which `If-None-Match` alone says that the caller has the representation. */
export function unchangedTag(
  { ifMatch, ifNoneMatch, ifUnmodifiedSince }: Conditions,
  selected: Selected,
): string | undefined {
  if (ifMatch !== undefined || ifUnmodifiedSince !== undefined || ifNoneMatch === undefined) return undefined;
  return ifNoneMatch === "*" ? undefined : knownTag(ifNoneMatch, selected);
}

/**
 * Makes sure that a request that writes may go on.
 * @param selected the record as it is; undefined where it would be made
 * @throws Problem `precondition-failed`
 */
export function refuseWrite(conditions: Conditions, selected: Selected | undefined): void {
  refuseUnmet(conditions, selected);
  const { ifNoneMatch } = conditions;
  if (ifNoneMatch === undefined || !selected) return;
  if (ifNoneMatch === "*") throw failed("If-None-Match: * asks for nothing to be here, but there is something.");
  if (
    namesState(
      ifNoneMatch.map((tag) => tag.replace(/^W\//, "")),
      selected.tag,
    )
  )
    throw failed("The record is in a state that If-None-Match names.");
}

/** `If-Match`, and `If-Unmodified-Since` where it is absent. */
function refuseUnmet({ ifMatch, ifUnmodifiedSince }: Conditions, selected: Selected | undefined): void {
  if (ifMatch !== undefined) {
    if (!selected) throw failed("If-Match asks for something to be here, and there is nothing.");
    if (ifMatch !== "*" && !namesState(ifMatch, selected.tag)) {
      throw failed(`If-Match names another state than the current one, ${selected.tag}.`);
    }
  } else if (ifUnmodifiedSince !== undefined && selected?.modified !== undefined) {
    if (seconds(selected.modified) > ifUnmodifiedSince)
      throw failed("It was modified since the date of If-Unmodified-Since.");
  }
}

/** Strong comparison of the state: any representation of the current one will do, a weak tag never. */
function namesState(tags: readonly string[], current: string): boolean {
  const state = stateOf(current);
  return tags.some((tag) => !tag.startsWith("W/") && stateOf(tag) === state);
}

/** Weak comparison: the tag that names the representation as it would be sent, short or in its content coding. */
function knownTag(tags: readonly string[], { tag, coding = "identity" }: Selected): string | undefined {
  const coded = codedTag(tag, coding);
  return tags.map((each) => each.replace(/^W\//, "")).find((each) => each === tag || each === coded);
}

function seconds(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / 1000) * 1000;
}

function failed(detail: string): HttpProblem {
  return new HttpProblem("precondition-failed", detail);
}
