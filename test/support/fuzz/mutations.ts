/** Mutations of a request: each makes one part invalid. */
import fc from "fast-check";
import {
  headerText,
  hostileBody,
  hostileJson,
  hostileText,
  percentEncode,
  RAW_PIECES,
  toRawJson,
} from "./hostile-text.ts";

/** A request before it is serialized. */
export interface Draft {
  readonly method: string;
  readonly segments: readonly string[];
  /** Names and values, percent-encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Sent instead of the JSON. */
  readonly bytes?: Buffer;
}

export type Mutation = (draft: Draft) => Draft;

const piece = fc.oneof(
  { weight: 3, arbitrary: hostileText.map(percentEncode) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW_PIECES) },
);

/** A copy of a list with one element replaced. */
function replaced<T>(list: readonly T[], at: number, ...instead: T[]): T[] {
  const place = list.length === 0 ? 0 : at % list.length;
  return [...list.slice(0, place), ...instead, ...list.slice(place + 1)];
}

const method: fc.Arbitrary<Mutation> = fc
  .constantFrom("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "SEARCH", "QUERY")
  .map((method) => (draft) => ({ ...draft, method }));

const path: fc.Arbitrary<Mutation> = fc
  .tuple(fc.nat(9), piece, fc.constantFrom("instead", "after", "within", "case", "slash", "doubled"))
  .map(([at, text, how]) => (draft) => {
    const { segments } = draft;
    const one = segments[at % segments.length] ?? "";
    const other = { instead: text, within: `${one}${text}`, case: one.toUpperCase(), doubled: `${one}/${one}` }[
      how as "instead"
    ];
    if (other === undefined) return { ...draft, segments: [...segments, how === "slash" ? "" : text] };
    return { ...draft, segments: replaced(segments, at, other) };
  });

const NAMES = [
  "page",
  "limit",
  "sort",
  "sort_by",
  "order",
  "filter",
  "fields",
  "include",
  "search",
  "cursor",
  "cascade",
];
const ODD_NAMES = ["__proto__", "constructor", "id[]", "id.x", "name_min_max", "_in", "_exists", "pge", "created_att"];
const ODD_VALUES = ["0", "-1", "1.5", "1e9", "9007199254740993", "00", "+1", "", "asc", "name:asc:desc", "TRUE", "*"];

const query: fc.Arbitrary<Mutation> = fc
  .tuple(
    fc.constantFrom(...NAMES, ...ODD_NAMES, "id", "name", "status", "created_at_after", "id_in", "name_contains"),
    fc.oneof(piece, fc.constantFrom(...ODD_VALUES).map(percentEncode)),
    fc.constantFrom("known", "value", "doubled", "name", "many"),
    fc.nat(9),
  )
  .map(([name, value, how, at]) => (draft) => {
    const { query } = draft;
    const one = query[at % Math.max(1, query.length)];
    if (how === "name") return { ...draft, query: [...query, [value, name]] };
    if (how === "many") return { ...draft, query: [...query, [name, Array(120).fill(value.slice(0, 90)).join()]] };
    if (!one || how === "known") return { ...draft, query: [...query, [name, value]] };
    if (how === "value") return { ...draft, query: replaced(query, at, [one[0], value]) };
    return { ...draft, query: [...query, one] };
  });

/** Header fields with values that the service evaluates. */
const WEIGHED: Record<string, readonly string[]> = {
  accept: ["text/html", "*/*;q=0", "application/json;q=0, */*", "application/*", "application/json; v=2", "", "json"],
  "accept-encoding": ["gzip", "br", "deflate", "identity;q=0", "gzip;q=0, *", "zstd", ""],
  "content-type": [
    ...["text/plain", "application/json; charset=latin1", "application/json; charset=UTF-8", "application/xml", ""],
    ...["application/merge-patch+json", "multipart/form-data", "application/json; charset", "application/json;;;"],
  ],
  "content-encoding": ["gzip", "br", "deflate", "zstd", "identity", "gzip, gzip", ""],
  "if-match": ["*", '"1"', '"0", "1"', 'W/"1"', "1", '"', "", '*, "1"'],
  "if-none-match": ["*", '"1"', 'W/"1"', "x", '"', ""],
  "if-modified-since": ["Thu, 15 Jan 2026 12:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", "0", ""],
  "if-unmodified-since": ["Thu, 15 Jan 2026 12:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "never"],
  prefer: ["return=minimal", "return=representation", "return=minimal, return=representation", "respond-async", "="],
  "idempotency-key": ["k1", "k2", "", "two words", "é", "x".repeat(256)],
  authorization: ["", "Bearer", "Bearer wrong", "Basic dGVzdA==", "bearer  x", "Bearer smk_0", "Bearer a b", "Token t"],
  "x-request-id": ["abc", "a b", "", "x".repeat(129), "é"],
  origin: ["https://example.com", "null", ""],
  range: ["bytes=0-1"],
  expect: ["nothing"],
  "x-http-method-override": ["DELETE"],
};

const header: fc.Arbitrary<Mutation> = fc
  .oneof(
    ...Object.entries(WEIGHED).map(([name, values]) =>
      fc.tuple(
        fc.constant(name),
        // Node's client waits for 100 if it knows the expectation.
        name === "expect" ? fc.constantFrom(...values) : fc.oneof(fc.constantFrom(...values), headerText),
      ),
    ),
  )
  .map(([name, value]) => (draft) => ({ ...draft, headers: { ...draft.headers, [name]: value } }));

const anonymous: fc.Arbitrary<Mutation> = fc.constant((draft) => {
  const { authorization: _, ...headers } = draft.headers;
  return { ...draft, headers };
});

type Container = Record<string, unknown> | unknown[];

/** Every object and array within a value. */
function containers(value: unknown): Container[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Container, ...Object.values(value).flatMap(containers)];
}

const KEYS = ["id", "created_at", "updated_at", "_links", "name", "colour", "__proto__", "constructor", "", "toString"];

/** Changes one member of the JSON, at any depth. */
const member: fc.Arbitrary<Mutation> = fc
  .tuple(
    fc.nat(99),
    fc.nat(99),
    hostileJson,
    fc.constantFrom("value", "value", "drop", "add", "whole"),
    fc.constantFrom(...KEYS),
  )
  .map(([which, at, value, how, key]) => (draft) => {
    if (how === "whole") return { ...draft, json: value };
    const json = structuredClone(draft.json);
    const all = containers(json);
    const one = all[which % Math.max(1, all.length)];
    if (!one) return { ...draft, json: { [key]: value } };
    const keys = Object.keys(one);
    const name = how === "add" || keys.length === 0 ? key : keys[at % keys.length]!;
    if (how === "drop") delete (one as Record<string, unknown>)[name];
    // As an own member, even if its name is `__proto__`.
    else Object.defineProperty(one, name, { value, enumerable: true, configurable: true, writable: true });
    return { ...draft, json };
  });

/** Corrupts the JSON text, or replaces it. */
const text: fc.Arbitrary<Mutation> = fc
  .tuple(hostileBody, fc.nat(200), fc.constantFrom("other", "other", "cut", "flip", "twice"))
  .map(([bytes, at, how]) => (draft) => {
    const json = Buffer.from(toRawJson(draft.json));
    const place = json.length === 0 ? 0 : at % json.length;
    if (how === "cut") return { ...draft, bytes: json.subarray(0, place) };
    if (how === "twice") return { ...draft, bytes: Buffer.from(json.toString().replace("{", '{"name":"x",')) };
    if (how === "flip" && json.length > 0) json[place] = at;
    return { ...draft, bytes: how === "flip" ? json : bytes };
  });

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 1, arbitrary: method },
  { weight: 2, arbitrary: path },
  { weight: 4, arbitrary: query },
  { weight: 4, arbitrary: header },
  { weight: 1, arbitrary: anonymous },
  { weight: 5, arbitrary: member },
  { weight: 2, arbitrary: text },
);
