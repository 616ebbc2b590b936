/** The headers of conditional requests (RFC 9110 §13.1): `response/preconditions.ts` evaluates them. */
import type { IncomingHttpHeaders } from "node:http";
import type { Fault } from "../../problem.ts";

/** `*`, or entity tags as the client wrote them. */
export type EntityTags = "*" | readonly string[];

/** The conditional headers of one request; a header that is absent or ignored is undefined. */
export interface Conditions {
  readonly ifMatch: EntityTags | undefined;
  readonly ifNoneMatch: EntityTags | undefined;
  /** Milliseconds since 1970. */
  readonly ifModifiedSince: number | undefined;
  /** Milliseconds since 1970. */
  readonly ifUnmodifiedSince: number | undefined;
}

/**
 * Reads the conditional headers; undefined if there are none. A malformed date is ignored, as RFC 9110 requires.
 * @param faults receives one fault for each malformed list of entity tags
 */
export function readConditions(headers: IncomingHttpHeaders, faults: Fault[]): Conditions | undefined {
  const {
    "if-match": match,
    "if-none-match": noneMatch,
    "if-modified-since": modified,
    "if-unmodified-since": unmodified,
  } = headers;
  if (match === undefined && noneMatch === undefined && modified === undefined && unmodified === undefined) {
    return undefined;
  }
  return {
    ifMatch: match === undefined ? undefined : readTags("If-Match", match, faults),
    ifNoneMatch: noneMatch === undefined ? undefined : readTags("If-None-Match", noneMatch, faults),
    ifModifiedSince: parseHttpDate(modified),
    ifUnmodifiedSince: parseHttpDate(unmodified),
  };
}

/**
 * Reads the only condition of a POST, `If-Match`: the list has no date (RFC 9110 §13.1.4).
 * @param faults receives a fault if it is malformed
 */
export function readListCondition({ "if-match": match }: IncomingHttpHeaders, faults: Fault[]): EntityTags | undefined {
  return match === undefined ? undefined : readTags("If-Match", match, faults);
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const TAGS = new RegExp(`^(?:${TAG.source}|,|[ \\t])+$`);

function readTags(header: string, text: string, faults: Fault[]): EntityTags {
  if (text.trim() === "*") return "*";
  const tags = TAGS.test(text) ? (text.match(new RegExp(TAG, "g")) ?? []) : [];
  if (tags.length === 0) {
    const message = `${header} is malformed; it must be * or a list of entity tags in double quotes.`;
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
  // The two obsolete formats, which a recipient must accept.
  new RegExp(`^${DAY}[a-z]*, \\d\\d-${MONTH}-\\d\\d ${TIME} GMT$`),
  new RegExp(`^${DAY} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`),
];

/** Parses an HTTP-date in any of its formats (RFC 9110 §5.6.7) into milliseconds since 1970. */
function parseHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !HTTP_DATES.some((format) => format.test(text))) return undefined;
  const time = Date.parse(text.endsWith(" GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
