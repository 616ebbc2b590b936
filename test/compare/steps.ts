/** Random steps: each makes a request from random choices and from earlier responses of its side. */
import fc from "fast-check";
import type { ExchangeResponse, Part } from "../support/documents/openapi-conformance.ts";
import { type Draft, mutation } from "../support/fuzz/mutations.ts";
import { type PlainRequest, randomRequests, writeRequest } from "../support/fuzz/random-requests.ts";
import { MALFORMED } from "../support/http/malformed-requests.ts";
import { ADMIN_KEY } from "../support/http/serve.ts";
import { toQueryString } from "../support/query/query-oracle.ts";
import { randomQueries } from "../support/query/random-queries.ts";
import type { Contents } from "./contents.ts";
import type { Memory } from "./memory.ts";
import type { Phase } from "./phases.ts";

/** Makes a request, or text that may not be one. */
export type Step = (memory: Memory) => PlainRequest | string;

/** A request and its response; as text, all that a connection returned, or why there is no response. */
export interface Outcome {
  readonly request: PlainRequest | string;
  readonly response: ExchangeResponse | string;
}

const AS_ADMIN = { authorization: `Bearer ${ADMIN_KEY}` };
const CODINGS = ["identity", "gzip", "br", "deflate", "gzip;q=0.5, br;q=0.1"];
/** Paths beside the resources. */
const PAGES = [
  ...["/", "/docs", "/problems", "/problems/not-found", "/problems/none-such", "/openapi.json", "/livez", "/readyz"],
  ...["/metrics", "/nowhere", "/api", "/api/", "/api/nowhere", "/docs/", "/favicon.ico", "//api", "/API", "*"],
];

/** All kinds of steps. @param document the OpenAPI document of either version */
export function steps(document: Part, contents: Contents, { defers }: Pick<Phase, "defers">): fc.Arbitrary<Step> {
  const weighted: [number, fc.Arbitrary<Step>][] = [
    [20, randomRequests(document, contents.paths).map((made) => () => made)],
    [6, followLink],
    [5, fc.oneof(...contents.lists.map((list) => queryList(list)))],
    [5, writeBack],
    [3, fc.nat().map((at) => (memory) => memory.request(at) ?? get("/api"))],
    [2, fc.constantFrom(...PAGES).map((path) => () => get(path))],
    [1, fc.constantFrom(...MALFORMED.map(([, text]) => text)).map((text) => () => text)],
    [1, corrupt(document)],
  ];
  return fc.oneof(
    ...weighted.map(([weight, step]) => ({ weight, arbitrary: withVariedHeaders(step, defers === true) })),
  );
}

/** A GET by the admin. */
export function get(path: string): PlainRequest {
  return { method: "GET", path, headers: AS_ADMIN, body: undefined };
}

function rarely<T>(oneIn: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  const never = fc.constant<T | undefined>(undefined);
  return fc.oneof({ weight: oneIn - 1, arbitrary: never }, { weight: 1, arbitrary });
}

const CONDITIONS = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"] as const;

/** The same step, some of the time with other headers: a condition, another caller, a coding, a preference. */
function withVariedHeaders(step: fc.Arbitrary<Step>, defers: boolean): fc.Arbitrary<Step> {
  const more = fc.record({
    condition: rarely(4, fc.constantFrom(...CONDITIONS)),
    caller: rarely(8, fc.oneof(fc.nat(), fc.constant("nobody" as const))),
    coding: rarely(6, fc.constantFrom(...CODINGS)),
    later: rarely(12, fc.constant(true)),
  });
  return fc.tuple(step, more).map(([first, { condition, caller, coding, later }]) => (memory) => {
    const made = first(memory);
    if (typeof made === "string") return made;
    const headers: Record<string, string> = { ...made.headers };
    if (condition) {
      const { etag, modified } = memory.validatorsOf(made.path);
      const value = condition.endsWith("match") ? etag : modified;
      if (value !== undefined) headers[condition] = value;
    }
    if (caller === "nobody") delete headers.authorization;
    else if (caller !== undefined) headers.authorization = `Bearer ${memory.secret(caller) ?? "smk_unknown"}`;
    if (coding) headers["accept-encoding"] = coding;
    if (!defers && headers.prefer?.includes("respond-async")) delete headers.prefer;
    if (!later || !defers) return { ...made, headers };
    headers.prefer = "respond-async";
    const path = made.method === "DELETE" && !made.path.includes("?") ? `${made.path}?cascade=true` : made.path;
    return { ...made, headers, path };
  });
}

/** Follows a link of an earlier response. */
const followLink: fc.Arbitrary<Step> = fc
  .tuple(
    fc.nat(),
    fc.oneof(
      { weight: 9, arbitrary: fc.constant("GET") },
      { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "DELETE") },
    ),
    fc.constantFrom("", "", "", "fields=*", "limit=3", "cascade=true", "cursor="),
  )
  .map(([at, method, query]) => (memory) => {
    const link = memory.link(at);
    const path = query === "" ? link : `${link}${link.includes("?") ? "&" : "?"}${query}`;
    return { ...get(path), method };
  });

/** Filters and sorts a list, by page or by cursor. */
function queryList({ path, kinds, values }: Contents["lists"][number]): fc.Arbitrary<Step> {
  const more = fc.constantFrom("", "", "&fields=*", "&cursor=");
  return fc.tuple(randomQueries(kinds, values), more).map(([query, added]) => () => {
    const text = toQueryString(query) + added;
    return get(`${path}?${added === "&cursor=" ? text.replace(/&page=\d+/, "") : text}`);
  });
}

/** Writes a record back as it was read, or with faults. */
const writeBack: fc.Arbitrary<Step> = fc
  .tuple(
    fc.nat(),
    fc.constantFrom("PUT", "PATCH"),
    fc.array(mutation, { maxLength: 2 }),
    rarely(3, fc.constant(true)),
    fc.nat(),
  )
  .map(([at, method, mutations, ifMatch, name]) => (memory) => {
    const { path, body } = memory.record(at);
    const { etag } = memory.validatorsOf(path);
    const headers = {
      ...AS_ADMIN,
      "content-type": "application/json",
      ...(ifMatch && etag ? { "if-match": etag } : {}),
    };
    const json = name % 2 === 0 && body.name !== undefined ? { ...body, name: `Name ${name}` } : body;
    const draft = { method, segments: path.split("/").slice(1), query: [], headers, json };
    const mutated = mutations.reduce<Draft>((before, mutate) => mutate(before), draft);
    return writeRequest(mutated, undefined);
  });

/** The text of a request with one piece replaced. */
function corrupt(document: Part): fc.Arbitrary<Step> {
  const pieces = fc.constantFrom(...["", "\r\n", "\n", "\r", "\0", " ", ":", "\t", ",", "0", "GET /api HTTP/1.1\r\n"]);
  return fc.tuple(randomRequests(document), fc.nat(), fc.nat(3), pieces).map(([made, at, length, piece]) => () => {
    const body = made.body?.toString() ?? "";
    const fields = {
      host: "a",
      connection: "close",
      ...made.headers,
      "content-length": String(Buffer.byteLength(body)),
    };
    const lines = Object.entries(fields).map((field) => field.join(": "));
    const text = `${made.method} ${made.path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
    const place = at % text.length;
    return text.slice(0, place) + piece + text.slice(place + length);
  });
}
