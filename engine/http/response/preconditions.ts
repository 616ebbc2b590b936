/** Evaluation of preconditions in the order of RFC 9110 §13.2.2. */
import { HttpProblem } from "../problem-types.ts";
import type { Conditions, EntityTags } from "../request/conditions.ts";
import { CODINGS } from "./content-coding.ts";
import { codedTag, stateOf } from "./etag.ts";

/** The selected representation (RFC 9110 §3.2). */
export interface Selected {
  /** Its entity tag without a content coding. */
  readonly tag: string;
  /** The content coding in which a long representation is sent. */
  readonly coding?: string;
  /** When it was modified, as a timestamp; undefined for lists, and if it embeds other records. */
  readonly modified?: string | undefined;
}

/**
 * Whether the response to a GET or HEAD is 304.
 * @throws Problem `precondition-failed`
 */
export function isNotModified(conditions: Conditions, selected: Selected): boolean {
  requireMatch(conditions, selected);
  const { ifNoneMatch, ifModifiedSince } = conditions;
  if (ifNoneMatch !== undefined) return ifNoneMatch === "*" || currentTag(ifNoneMatch, selected) !== undefined;
  return (
    ifModifiedSince !== undefined &&
    selected.modified !== undefined &&
    wholeSeconds(selected.modified) <= ifModifiedSince
  );
}

/** The current entity tag that the client sent, if `If-None-Match` is its only condition. */
export function cachedTag(
  { ifMatch, ifNoneMatch, ifUnmodifiedSince }: Conditions,
  selected: Selected,
): string | undefined {
  if (ifMatch !== undefined || ifUnmodifiedSince !== undefined || ifNoneMatch === undefined) return undefined;
  return ifNoneMatch === "*" ? undefined : currentTag(ifNoneMatch, selected);
}

/**
 * Checks the preconditions of a write.
 * @param selected the current record; undefined if there is none
 * @throws Problem `precondition-failed`
 */
export function checkPreconditions(conditions: Conditions, selected: Selected | undefined): void {
  requireMatch(conditions, selected);
  const { ifNoneMatch } = conditions;
  if (ifNoneMatch === undefined || !selected) return;
  if (ifNoneMatch === "*") throw failed("The record exists; If-None-Match: * allows only its creation.");
  const tags = ifNoneMatch.map((tag) => tag.replace(/^W\//, ""));
  if (matchesState(tags, selected.tag)) throw failed("The current entity tag matches If-None-Match.");
}

/**
 * Checks `If-Match` of a POST by strong comparison. Unlike the tags of a record, those of other selections do not match.
 * @param current the entity tag of the list without parameters, and without a content coding
 * @throws Problem `precondition-failed`
 */
export function requireListMatch(ifMatch: EntityTags, current: string): void {
  if (ifMatch === "*") return;
  const tags = [current, ...CODINGS.map((coding) => codedTag(current, coding))];
  if (ifMatch.some((tag) => tags.includes(tag))) return;
  throw failed(`If-Match does not match the current entity tag of the list, ${current}.`);
}

/** `If-Match`, or `If-Unmodified-Since` if that is absent. */
function requireMatch({ ifMatch, ifUnmodifiedSince }: Conditions, selected: Selected | undefined): void {
  if (ifMatch !== undefined) {
    if (!selected) throw failed("The record does not exist; If-Match requires that it does.");
    if (ifMatch !== "*" && !matchesState(ifMatch, selected.tag)) {
      throw failed(`If-Match does not match the current entity tag, ${selected.tag}.`);
    }
  } else if (ifUnmodifiedSince !== undefined && selected?.modified !== undefined) {
    if (wholeSeconds(selected.modified) > ifUnmodifiedSince)
      throw failed(`The record was modified after the date in If-Unmodified-Since, at ${selected.modified}.`);
  }
}

/** Strong comparison of states: the tag of any representation of the current state matches, a weak tag never does. */
function matchesState(tags: readonly string[], current: string): boolean {
  const state = stateOf(current);
  return tags.some((tag) => !tag.startsWith("W/") && stateOf(tag) === state);
}

/** Weak comparison: the tag of the representation as it would be sent, in its content coding if it is long enough. */
function currentTag(tags: readonly string[], { tag, coding = "identity" }: Selected): string | undefined {
  const coded = codedTag(tag, coding);
  return tags.map((sent) => sent.replace(/^W\//, "")).find((sent) => sent === tag || sent === coded);
}

/** A timestamp in milliseconds since 1970, truncated to whole seconds as HTTP-dates are. */
function wholeSeconds(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / 1000) * 1000;
}

function failed(detail: string): HttpProblem {
  return new HttpProblem("precondition-failed", detail);
}
