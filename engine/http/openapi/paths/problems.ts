/** The problem responses of operations. */
import type { Requirement } from "../../../access/requirements.ts";
import type { Catalog } from "../../../resource/catalog.ts";
import { type ProblemSlug, problemTypes, statusOf, titleOf } from "../../problem-types.ts";
import { takesBody } from "../../request/negotiation.ts";
import type { Components, JsonObject, Ref } from "../components.ts";
import { pascalCase } from "../naming.ts";
import { PATH_SCHEMA } from "../schemas/properties.ts";
import { type ResponseHeader, responseHeaders } from "./headers.ts";

/** What decides which problems an operation can have. */
export interface ProblemContext {
  readonly method: string;
  readonly requirement: Requirement;
  readonly hasPathParameters: boolean;
  /** Whether it evaluates preconditions. */
  readonly isConditional: boolean;
  /** Whether it asks about the past, or resumes from an event, which may be too old. */
  readonly looksBack: boolean;
  /** Slugs of possible conflicts. */
  readonly conflicts: readonly string[];
  readonly isRateLimited: boolean;
}

/** Problems that do not depend on what an operation does: its default response names them all. */
const COMMON: readonly ProblemSlug[] = [
  "not-acceptable",
  "request-timeout",
  "content-too-large",
  "uri-too-long",
  "headers-too-large",
  "internal-error",
  "unavailable",
  "outcome-unknown",
  "insufficient-storage",
];

/** The problem responses of an operation, by status; `default` has those of every operation. */
export function problemResponses(components: Components, catalog: Catalog, context: ProblemContext): JsonObject {
  const { method, requirement, conflicts } = context;
  const hasBody = takesBody(method);
  const isIdempotent = method === "POST" || method === "PATCH";
  const slugs: ProblemSlug[] = [
    "invalid-request",
    // With AUTH=off, pages of other origins are refused.
    "forbidden",
    ...(context.isRateLimited ? (["too-many-requests"] as const) : []),
    ...(requirement.kind === "open" ? [] : (["unauthorized"] as const)),
    ...(context.hasPathParameters ? (["not-found"] as const) : []),
    ...(context.looksBack ? (["gone"] as const) : []),
    ...(context.isConditional ? (["precondition-failed"] as const) : []),
    ...(hasBody ? (["unsupported-media-type", "validation-failed"] as const) : []),
  ];
  const conflictSlugs = [...conflicts, ...(isIdempotent ? ["idempotency-key-in-use"] : [])];
  const responses = slugs.map((slug) => [String(statusOf(slug)), problemResponse(components, catalog, slug, context)]);
  return Object.fromEntries([
    ...responses,
    ...(conflictSlugs.length > 0
      ? [["409", conflictResponse(components, catalog, conflictSlugs, isIdempotent)] as const]
      : []),
    ["default", commonProblems(components, catalog)],
  ]);
}

/** The response for the problems of every operation. */
function commonProblems(components: Components, catalog: Catalog): Ref {
  return components.refer("responses", "Problem", () =>
    responseOf(components, catalog, COMMON, responseHeaders(components, [], ["Retry-After"])),
  );
}

/** Problems that are stored and replayed for an `Idempotency-Key`. */
const REPLAYED: readonly ProblemSlug[] = ["not-found", "precondition-failed", "validation-failed"];

function problemResponse(components: Components, catalog: Catalog, slug: ProblemSlug, { method }: ProblemContext): Ref {
  const isIdempotent = (method === "POST" || method === "PATCH") && REPLAYED.includes(slug);
  const isPatch = method === "PATCH" && slug === "unsupported-media-type";
  const reused = isIdempotent && slug === "validation-failed" ? ["idempotency-key-reused"] : [];
  const required: ResponseHeader[] = [];
  if (slug === "unauthorized") required.push("WWW-Authenticate");
  if (slug === "too-many-requests") required.push("Retry-After", "RateLimit-Policy", "RateLimit");
  if (slug === "unsupported-media-type") required.push(isPatch ? "Accept-Patch" : "Accept-Post");
  const optional: ResponseHeader[] = slug === "unsupported-media-type" ? ["Accept-Encoding"] : [];
  if (slug === "forbidden") optional.push("WWW-Authenticate");
  if (isIdempotent) optional.push("Idempotent-Replayed");
  const name = `${pascalCase(slug)}${isIdempotent ? "Once" : ""}${isPatch ? "Patch" : ""}`;
  return components.refer("responses", name, () =>
    responseOf(components, catalog, [slug, ...reused], responseHeaders(components, required, optional)),
  );
}

function conflictResponse(
  components: Components,
  catalog: Catalog,
  slugs: readonly string[],
  isIdempotent: boolean,
): Ref {
  const name = slugs.map(pascalCase).join("Or");
  return components.refer("responses", isIdempotent ? `${name}Once` : name, () =>
    responseOf(
      components,
      catalog,
      slugs,
      responseHeaders(components, [], isIdempotent ? ["Idempotent-Replayed"] : []),
    ),
  );
}

/** A response that is one of these problems. */
function responseOf(
  components: Components,
  catalog: Catalog,
  slugs: readonly string[],
  headers: JsonObject,
): JsonObject {
  const allTypes = problemTypes(catalog);
  const first = slugs[0]!;
  const { status } = allTypes.get(first)!;
  const statuses = [...new Set(slugs.map((slug) => allTypes.get(slug)!.status))];
  const types = slugs.map((slug) => `/problems/${slug}`);
  const description =
    slugs.length === 1
      ? allTypes.get(first)!.about
      : slugs.map((slug) => `- \`${slug}\`: ${allTypes.get(slug)!.about}`).join("\n");
  const narrowed = {
    type: "object",
    properties: { type: { enum: types }, status: statuses.length === 1 ? { const: status } : { enum: statuses } },
  };
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
    description: "One fault and where it is in the request.",
    properties: {
      pointer: { type: "string", format: "json-pointer", description: "A JSON Pointer into the body (RFC 6901)." },
      parameter: { type: "string", description: "The name of a query parameter." },
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
    description: "A problem document (RFC 9457). Its `type` is the path of a page that explains it.",
    properties: {
      type: {
        type: "string",
        enum: [...problemTypes(catalog).keys()].map((slug) => `/problems/${slug}`),
      },
      title: text,
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: text,
      instance: { type: "string", description: "The path of the request." },
      code: { type: "string", pattern: "^[a-z_]+$", description: "A machine-readable identifier of the problem." },
      request_id: text,
      errors: {
        type: "array",
        description: "All faults found.",
        items: components.refer("schemas", "Fault", () => fault),
      },
      dependents: {
        type: "array",
        description: "What blocks a deletion: each kind of record with its count; private kinds without a count.",
        items: components.refer("schemas", "Dependent", () => dependent),
      },
      earliest: { type: "string", format: "date-time", description: "The earliest moment that is kept." },
    },
    required: ["type", "title", "status", "detail", "instance", "code", "request_id"],
    additionalProperties: false,
  }));
}
