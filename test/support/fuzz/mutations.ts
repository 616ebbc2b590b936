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

/** Makes one part of a request invalid. */
export type Mutation = (draft: Draft) => Draft;

const piece = fc.oneof(
  { weight: 3, arbitrary: hostileText.map(percentEncode) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW_PIECES) },
);

/** A copy of a list with one element replaced. */
function replaceAt<T>(list: readonly T[], index: number, ...replacements: T[]): T[] {
  const position = list.length === 0 ? 0 : index % list.length;
  return [...list.slice(0, position), ...replacements, ...list.slice(position + 1)];
}

const method: fc.Arbitrary<Mutation> = fc
  .constantFrom("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "SEARCH", "QUERY")
  .map((method) => (draft) => ({ ...draft, method }));

const path: fc.Arbitrary<Mutation> = fc
  .tuple(fc.nat(9), piece, fc.constantFrom("instead", "after", "within", "case", "slash", "doubled"))
  .map(([index, text, kind]) => (draft) => {
    const { segments } = draft;
    const original = segments[index % segments.length] ?? "";
    const changed = {
      instead: text,
      within: `${original}${text}`,
      case: original.toUpperCase(),
      doubled: `${original}/${original}`,
    }[kind as "instead"];
    if (changed === undefined) return { ...draft, segments: [...segments, kind === "slash" ? "" : text] };
    return { ...draft, segments: replaceAt(segments, index, changed) };
  });

const PARAMETER_NAMES = [
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
  "as_of",
];
const ODD_NAMES = ["__proto__", "constructor", "id[]", "id.x", "name_min_max", "_in", "_exists", "pge", "created_att"];
const ODD_VALUES = ["0", "-1", "1.5", "1e9", "9007199254740993", "00", "+1", "", "asc", "name:asc:desc", "TRUE", "*"];

const query: fc.Arbitrary<Mutation> = fc
  .tuple(
    fc.constantFrom(
      ...PARAMETER_NAMES,
      ...ODD_NAMES,
      "id",
      "name",
      "status",
      "created_at_after",
      "id_in",
      "name_contains",
    ),
    fc.oneof(piece, fc.constantFrom(...ODD_VALUES).map(percentEncode)),
    fc.constantFrom("known", "value", "doubled", "name", "many"),
    fc.nat(9),
  )
  .map(([name, value, kind, index]) => (draft) => {
    const { query } = draft;
    const original = query[index % Math.max(1, query.length)];
    if (kind === "name") return { ...draft, query: [...query, [value, name]] };
    if (kind === "many") return { ...draft, query: [...query, [name, Array(120).fill(value.slice(0, 90)).join()]] };
    if (!original || kind === "known") return { ...draft, query: [...query, [name, value]] };
    if (kind === "value") return { ...draft, query: replaceAt(query, index, [original[0], value]) };
    return { ...draft, query: [...query, original] };
  });

/** Header fields with values that the service evaluates. */
const EVALUATED_HEADERS: Record<string, readonly string[]> = {
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
    ...Object.entries(EVALUATED_HEADERS).map(([name, values]) =>
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
export const member: fc.Arbitrary<Mutation> = fc
  .tuple(
    fc.nat(99),
    fc.nat(99),
    hostileJson,
    fc.constantFrom("value", "value", "drop", "add", "whole"),
    fc.constantFrom(...KEYS),
  )
  .map(([containerIndex, index, value, kind, key]) => (draft) => {
    if (kind === "whole") return { ...draft, json: value };
    const json = structuredClone(draft.json);
    const allContainers = containers(json);
    const original = allContainers[containerIndex % Math.max(1, allContainers.length)];
    if (!original) return { ...draft, json: { [key]: value } };
    const keys = Object.keys(original);
    const name = kind === "add" || keys.length === 0 ? key : keys[index % keys.length]!;
    if (kind === "drop") delete (original as Record<string, unknown>)[name];
    // As an own member, even if its name is `__proto__`.
    else Object.defineProperty(original, name, { value, enumerable: true, configurable: true, writable: true });
    return { ...draft, json };
  });

/** Corrupts the JSON text, or replaces it. */
const text: fc.Arbitrary<Mutation> = fc
  .tuple(hostileBody, fc.nat(200), fc.constantFrom("other", "other", "cut", "flip", "twice"))
  .map(([bytes, index, kind]) => (draft) => {
    const json = Buffer.from(toRawJson(draft.json));
    const position = json.length === 0 ? 0 : index % json.length;
    if (kind === "cut") return { ...draft, bytes: json.subarray(0, position) };
    if (kind === "twice") return { ...draft, bytes: Buffer.from(json.toString().replace("{", '{"name":"x",')) };
    if (kind === "flip" && json.length > 0) json[position] = index;
    return { ...draft, bytes: kind === "flip" ? json : bytes };
  });

/** Any mutation. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 1, arbitrary: method },
  { weight: 2, arbitrary: path },
  { weight: 4, arbitrary: query },
  { weight: 4, arbitrary: header },
  { weight: 1, arbitrary: anonymous },
  { weight: 5, arbitrary: member },
  { weight: 2, arbitrary: text },
);
