/**
 * Validators (RFC 9110 §8.8): entity tags made from revisions and change counters, never from a body.
 *
 * A tag is `"<state>"`, `"<state>-<variant>"` for a representation chosen by a query, and either with `.<coding>` for one
 * that is long enough to be compressed, `.identity` where it is not. So a tag alone tells whether the same request would
 * be answered with the same bytes. The state is what `If-Match` compares.
 */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Counter } from "../../store/store.ts";

/** The tag of a record's representation. */
export function recordTag(revision: number, query = ""): string {
  return tagged(revision.toString(36), query);
}

/** The tag of a list, from the change counters of all that it shows. */
export function listTag(counters: readonly Counter[], query: string): string {
  return tagged(counters.map(({ changes }) => changes.toString(36)).join("_"), query);
}

function tagged(state: string, query: string): string {
  return query === "" ? `"${state}"` : `"${state}-${hash("sha1", query, "base64url").slice(0, 10)}"`;
}

/** The tag of the same representation in a content coding: different bytes never share a strong tag. */
export function codedTag(tag: string, coding: string): string {
  return `${tag.slice(0, -1)}.${coding}"`;
}

/** The state that a tag names, whichever representation of it. */
export function stateOf(tag: string): string {
  return tag.replace(/^"([^-."]*).*$/, "$1");
}

/** How the HTTP-dates of a day begin. */
const days = new LRUCache<string, string>({ max: 1_000 });

/** An HTTP-date (RFC 9110 §5.6.7) of a timestamp, in whole seconds. */
export function lastModified(timestamp: string): string {
  const day = timestamp.slice(0, 10);
  let start = days.get(day);
  if (start === undefined) {
    start = new Date(day).toUTCString().slice(0, -"00:00:00 GMT".length);
    days.set(day, start);
  }
  return `${start}${timestamp.slice(11, 19)} GMT`;
}
