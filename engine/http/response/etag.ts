/**
 * Validators (RFC 9110 §8.8): entity tags are made from revisions and change counters, never by hashing a body; only that of
 * a fixed body is a hash, computed once (`fixed-body.ts`).
 *
 * A tag is `"<state>"`, or `"<state>-<variant>"` for a representation that a query selects. If the representation is long
 * enough to be compressed, either is followed by `.<coding>`, `.identity` included. Equal tags therefore mean equal bytes.
 * `If-Match` compares the state. That of the past begins with a capital letter.
 */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Counter } from "../../store/counters.ts";

/**
 * The entity tag of a record's representation.
 * @param embedded the change counters of all collections of which it embeds records
 */
export function recordTag(revision: number, query = "", embedded: readonly Counter[] = []): string {
  const state = base36(revision);
  return entityTag(embedded.length === 0 ? state : `${state}_${stateText(embedded)}`, query);
}

/**
 * The entity tag of a list.
 * @param counters the change counters of all collections that it shows
 * @param variant distinguishes the lists of the same collections
 */
export function listTag(counters: readonly Changes[], variant: string): string {
  return entityTag(stateText(counters), variant);
}

/**
 * The entity tag of a record, or list, of the past. Its state is none that a record or list is in, so that no write takes it.
 * @param counters the change counters of all collections that it shows: they move if something of the past is removed
 */
export function pastTag(counters: readonly Changes[], variant: string): string {
  return entityTag(`${PAST}${stateText(counters)}`, variant);
}

/** Begins a state of the past. Others have digits and small letters only. */
const PAST = "P";
type Changes = Pick<Counter, "changes">;

function stateText(counters: readonly Changes[]): string {
  return counters.map(({ changes }) => base36(changes)).join("_");
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Most revisions have one digit, and `toString` takes a microsecond even for these. */
function base36(number: number): string {
  return DIGITS[number] ?? number.toString(36);
}

function entityTag(state: string, variant: string): string {
  return variant === "" ? `"${state}"` : `"${state}-${hash("sha1", variant, "base64url").slice(0, 10)}"`;
}

/** The tag of the same representation in a content coding: different bytes never share a strong tag. */
export function codedTag(tag: string, coding: string): string {
  return `${tag.slice(0, -1)}.${coding}"`;
}

/** The state in a tag. */
export function stateOf(tag: string): string {
  return tag.replace(/^"([^-."]*).*$/, "$1");
}

/** The beginnings of HTTP-dates, by day. */
const days = new LRUCache<string, string>({ max: 1_000 });

/** Formats a timestamp as an HTTP-date (RFC 9110 §5.6.7), in whole seconds. */
export function httpDate(timestamp: string): string {
  const day = timestamp.slice(0, 10);
  let start = days.get(day);
  if (start === undefined) {
    start = new Date(day).toUTCString().slice(0, -"00:00:00 GMT".length);
    days.set(day, start);
  }
  return `${start}${timestamp.slice(11, 19)} GMT`;
}
