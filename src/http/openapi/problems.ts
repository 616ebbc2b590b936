/** The problems that an operation can end in. */
import type { Requirement } from "../../access/requirements.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import { type ProblemSlug, problemTypes, statusOf, titleOf } from "../problem-types.ts";
import { takesBody } from "../request/negotiation.ts";
import type { Components, Part, Ref } from "./components.ts";
import { type AnswerHeader, answerHeaders, cachingHeaders } from "./headers.ts";
import { pascal } from "./naming.ts";
import { PATH_SCHEMA } from "./schemas.ts";

/** What of an operation decides how it can fail. */
export interface Failing {
  readonly method: string;
  readonly need: Requirement;
  /** Whether its path has ids in it. */
  readonly placed: boolean;
  /** Whether it looks at conditional headers. */
  readonly conditional: boolean;
  /** Whether it goes on from something that may not be kept any more. */
  readonly resumed: boolean;
  /** The slugs of the conflicts that can arise. */
  readonly conflicts: readonly string[];
  /** Whether it is counted how often it is asked. */
  readonly limited: boolean;
}

/** Problems that any request may end in, before anybody looks at what it asks. */
const ALWAYS: readonly ProblemSlug[] = [
  "invalid-request",
  // Also by OPTIONS: with AUTH=off a page of another origin is told nothing.
  "forbidden",
  "request-timeout",
  "uri-too-long",
  "headers-too-large",
  "internal-error",
  "unavailable",
];

/** The problem answers of an operation, by status. */
export function problemAnswers(components: Components, catalog: Catalog, failing: Failing): Part {
  const { method, need, placed, conditional, resumed, conflicts, limited } = failing;
  const sends = takesBody(method);
  // A body that is not asked for is read nevertheless, and bounded.
  const reads = method !== "GET" && method !== "HEAD";
  const once = method === "POST" || method === "PATCH";
  const slugs: ProblemSlug[] = [
    ...ALWAYS,
    ...(limited ? (["too-many-requests"] as const) : []),
    ...(need.kind === "open" ? [] : (["unauthorized", "not-acceptable"] as const)),
    ...(placed ? (["not-found"] as const) : []),
    ...(resumed ? (["gone"] as const) : []),
    ...(conditional ? (["precondition-failed"] as const) : []),
    ...(reads ? (["content-too-large"] as const) : []),
    ...(sends ? (["unsupported-media-type", "validation-failed"] as const) : []),
    ...(once ? (["idempotency-key-reused"] as const) : []),
  ];
  const states = [...conflicts, ...(once ? ["idempotency-key-in-use"] : [])];
  const answer = (slug: ProblemSlug) => problemAnswer(components, catalog, slug, failing);
  const answers = slugs
    .filter((slug) => slug !== "idempotency-key-reused")
    .map((slug) => [String(statusOf(slug)), answer(slug)] as const);
  return Object.fromEntries([
    ...answers,
    ...(states.length > 0 ? [["409", conflictAnswer(components, catalog, states, once)] as const] : []),
  ]);
}

/** Problems that are stored under an `Idempotency-Key`. */
const REPLAYED: readonly ProblemSlug[] = ["not-found", "precondition-failed", "validation-failed"];

function problemAnswer(components: Components, catalog: Catalog, slug: ProblemSlug, { method, need }: Failing): Ref {
  const once = (method === "POST" || method === "PATCH") && REPLAYED.includes(slug);
  const patches = method === "PATCH" && slug === "unsupported-media-type";
  const reused = once && slug === "validation-failed" ? ["idempotency-key-reused"] : [];
  const always: AnswerHeader[] = [];
  if (slug === "unauthorized") always.push("WWW-Authenticate");
  if (slug === "unavailable") always.push("Retry-After");
  if (slug === "too-many-requests") always.push("Retry-After", "RateLimit-Policy", "RateLimit");
  if (slug === "unsupported-media-type") always.push(patches ? "Accept-Patch" : "Accept-Post");
  const perhaps: AnswerHeader[] = slug === "unsupported-media-type" ? ["Accept-Encoding"] : [];
  if (slug === "forbidden") perhaps.push("WWW-Authenticate");
  if (once) perhaps.push("Idempotent-Replayed");
  const read = method === "GET" || method === "HEAD";
  const cached = read ? (need.kind === "private" ? "Private" : "Read") : "";
  const name = `${pascal(slug)}${once ? "Once" : ""}${patches ? "Patch" : ""}${cached}`;
  return components.refer("responses", name, () =>
    answerOf(components, catalog, [slug, ...reused], {
      ...answerHeaders(components, always, perhaps),
      ...(read ? cachingHeaders(components, need.kind, false) : {}),
    }),
  );
}

function conflictAnswer(components: Components, catalog: Catalog, slugs: readonly string[], once: boolean): Part {
  return answerOf(components, catalog, slugs, answerHeaders(components, [], once ? ["Idempotent-Replayed"] : []));
}

function answerOf(components: Components, catalog: Catalog, slugs: readonly string[], headers: Part): Part {
  const explained = problemTypes(catalog);
  const first = slugs[0]!;
  const { status } = explained.get(first)!;
  const types = slugs.map((slug) => `/problems/${slug}`);
  const description =
    slugs.length === 1
      ? explained.get(first)!.about
      : slugs.map((slug) => `- \`${slug}\`: ${explained.get(slug)!.about}`).join("\n");
  const narrowed = { type: "object", properties: { type: { enum: types }, status: { const: status } } };
  return {
    description,
    headers,
    content: {
      "application/problem+json": {
        schema: { allOf: [problemSchema(components, catalog), narrowed] },
        example: {
          type: types[0],
          title: titleOf(first),
          status,
          detail: `${titleOf(first)}.`,
          instance: "/api",
          code: first.replaceAll("-", "_"),
          request_id: "my-request-1",
        },
      },
    },
  };
}

/** The problem document (RFC 9457). */
function problemSchema(components: Components, catalog: Catalog): Ref {
  const text = { type: "string" };
  const fault = {
    type: "object",
    description: "One fault, with its place in the request.",
    properties: {
      pointer: { type: "string", format: "json-pointer", description: "Into the body (RFC 6901)." },
      parameter: { type: "string", description: "Of the query." },
      header: text,
      code: { type: "string", pattern: "^[a-z_]+$" },
      message: text,
    },
    required: ["code", "message"],
    oneOf: [{ required: ["pointer"] }, { required: ["parameter"] }, { required: ["header"] }],
    additionalProperties: false,
  };
  const dependent = {
    type: "object",
    properties: { name: text, count: { type: "integer", minimum: 1 }, link: PATH_SCHEMA },
    required: ["name", "link"],
    additionalProperties: false,
  };
  return components.refer("schemas", "Problem", () => ({
    type: "object",
    description: "A problem document (RFC 9457). Its `type` leads to a page that explains it.",
    properties: {
      type: {
        type: "string",
        enum: [...problemTypes(catalog).keys()].map((slug) => `/problems/${slug}`),
      },
      title: text,
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: text,
      instance: { type: "string", description: "The request's path." },
      code: { type: "string", pattern: "^[a-z_]+$", description: "The problem's name for programs." },
      request_id: text,
      errors: {
        type: "array",
        description: "All the faults found.",
        items: components.refer("schemas", "Fault", () => fault),
      },
      dependents: {
        type: "array",
        description: "What stands in the way of a deletion: each kind with its number, unless it is private.",
        items: components.refer("schemas", "Dependent", () => dependent),
      },
    },
    required: ["type", "title", "status", "detail", "instance", "code", "request_id"],
    additionalProperties: false,
  }));
}

/** The conflicts that a write of a resource can meet, as slugs. */
export function conflictsOf(resource: Resource, method: string): string[] {
  const codes = new Set(
    method === "DELETE" && !resource.softDelete ? hindrances(resource) : refusals(resource, method),
  );
  if (resource.writeThrough && method !== "DELETE") {
    // What is written through ends in a membership: made, changed, or taken away.
    for (const membership of resource.memberOf) {
      for (const each of ["POST", "PATCH", "DELETE"]) {
        for (const slug of conflictsOf(membership, each)) codes.add(slug);
      }
    }
  }
  return [...codes];
}

/** What stands in the way of a deletion; one-to-ones never do. */
function hindrances({ children, memberOf, referrers }: Resource): string[] {
  const blocked = memberOf.length > 0 || referrers.length > 0 || children.some((child) => child.kind !== "single");
  return blocked ? ["has-dependents"] : [];
}

function refusals(resource: Resource, method: string): string[] {
  const { conflicts, fields, lifecycle, countedIn, kind, parent } = resource;
  const slug = (code: string) => code.replaceAll("_", "-");
  const makes = method !== "PATCH";
  // A record at this id may belong to another parent.
  const taken = method === "POST" || (method === "PUT" && kind === "collection" && parent !== undefined);
  // A parent that declares how many it takes is full for a new child, or for one whose reference moves there.
  const joins = countedIn.filter(({ foreignKey }) => makes || fields.has(foreignKey));
  const full = joins.flatMap(({ parent, child }) =>
    [...parent.fields.values()].filter(({ count }) => count === child.name),
  );
  const changes = method !== "POST";
  return [
    ...(taken ? ["already-exists"] : []),
    ...(changes && lifecycle ? ["invalid-transition"] : []),
    ...conflicts.map(({ code }) => slug(code)),
    ...[...full, ...(changes ? fields.values() : [])].flatMap((spec) =>
      spec.overflowCode ? [slug(spec.overflowCode)] : [],
    ),
  ];
}
