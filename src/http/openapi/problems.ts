/** The problem responses of operations. */
import type { Requirement } from "../../access/requirements.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import { type ProblemSlug, problemTypes, statusOf, titleOf } from "../problem-types.ts";
import { takesBody } from "../request/negotiation.ts";
import type { Components, JsonObject, Ref } from "./components.ts";
import { cachingHeaders, type ResponseHeader, responseHeaders } from "./headers.ts";
import { pascalCase } from "./naming.ts";
import { PATH_SCHEMA } from "./schemas.ts";

/** What decides which problems an operation can have. */
export interface ProblemContext {
  readonly method: string;
  readonly requirement: Requirement;
  readonly hasPathParameters: boolean;
  /** Whether it evaluates preconditions. */
  readonly isConditional: boolean;
  /** Whether it resumes from an event that may no longer be retained. */
  readonly isResumable: boolean;
  /** Slugs of possible conflicts. */
  readonly conflicts: readonly string[];
  readonly isRateLimited: boolean;
}

/** Problems of any request, before it reaches a handler. */
const ALWAYS: readonly ProblemSlug[] = [
  "invalid-request",
  // Also for OPTIONS: with AUTH=off, pages of other origins are refused.
  "forbidden",
  "request-timeout",
  "uri-too-long",
  "headers-too-large",
  "internal-error",
  "unavailable",
];

/** The problem responses of an operation, by status. */
export function problemResponses(components: Components, catalog: Catalog, context: ProblemContext): JsonObject {
  const { method, requirement, conflicts } = context;
  const hasBody = takesBody(method);
  // An unexpected body is read too, up to its limit.
  const mayHaveBody = method !== "GET" && method !== "HEAD";
  const isIdempotent = method === "POST" || method === "PATCH";
  const slugs: ProblemSlug[] = [
    ...ALWAYS,
    ...(context.isRateLimited ? (["too-many-requests"] as const) : []),
    ...(requirement.kind === "open" ? [] : (["unauthorized", "not-acceptable"] as const)),
    ...(context.hasPathParameters ? (["not-found"] as const) : []),
    ...(context.isResumable ? (["gone"] as const) : []),
    ...(context.isConditional ? (["precondition-failed"] as const) : []),
    ...(mayHaveBody ? (["content-too-large"] as const) : []),
    ...(hasBody ? (["unsupported-media-type", "validation-failed"] as const) : []),
  ];
  const conflictSlugs = [...conflicts, ...(isIdempotent ? ["idempotency-key-in-use"] : [])];
  const responses = slugs.map((slug) => [String(statusOf(slug)), problemResponse(components, catalog, slug, context)]);
  return Object.fromEntries([
    ...responses,
    ...(conflictSlugs.length > 0
      ? [["409", conflictResponse(components, catalog, conflictSlugs, isIdempotent)] as const]
      : []),
  ]);
}

/** Problems that are stored and replayed for an `Idempotency-Key`. */
const REPLAYED: readonly ProblemSlug[] = ["not-found", "precondition-failed", "validation-failed"];

function problemResponse(
  components: Components,
  catalog: Catalog,
  slug: ProblemSlug,
  { method, requirement }: ProblemContext,
): Ref {
  const isIdempotent = (method === "POST" || method === "PATCH") && REPLAYED.includes(slug);
  const isPatch = method === "PATCH" && slug === "unsupported-media-type";
  const reused = isIdempotent && slug === "validation-failed" ? ["idempotency-key-reused"] : [];
  const required: ResponseHeader[] = [];
  if (slug === "unauthorized") required.push("WWW-Authenticate");
  if (slug === "unavailable") required.push("Retry-After");
  if (slug === "too-many-requests") required.push("Retry-After", "RateLimit-Policy", "RateLimit");
  if (slug === "unsupported-media-type") required.push(isPatch ? "Accept-Patch" : "Accept-Post");
  const optional: ResponseHeader[] = slug === "unsupported-media-type" ? ["Accept-Encoding"] : [];
  if (slug === "forbidden") optional.push("WWW-Authenticate");
  if (isIdempotent) optional.push("Idempotent-Replayed");
  const read = method === "GET" || method === "HEAD";
  const cached = read ? (requirement.kind === "private" ? "Private" : "Read") : "";
  const name = `${pascalCase(slug)}${isIdempotent ? "Once" : ""}${isPatch ? "Patch" : ""}${cached}`;
  return components.refer("responses", name, () =>
    responseOf(components, catalog, [slug, ...reused], {
      ...responseHeaders(components, required, optional),
      ...(read ? cachingHeaders(components, requirement.kind, false) : {}),
    }),
  );
}

function conflictResponse(
  components: Components,
  catalog: Catalog,
  slugs: readonly string[],
  isIdempotent: boolean,
): JsonObject {
  return responseOf(
    components,
    catalog,
    slugs,
    responseHeaders(components, [], isIdempotent ? ["Idempotent-Replayed"] : []),
  );
}

function responseOf(
  components: Components,
  catalog: Catalog,
  slugs: readonly string[],
  headers: JsonObject,
): JsonObject {
  const allTypes = problemTypes(catalog);
  const first = slugs[0]!;
  const { status } = allTypes.get(first)!;
  const types = slugs.map((slug) => `/problems/${slug}`);
  const description =
    slugs.length === 1
      ? allTypes.get(first)!.about
      : slugs.map((slug) => `- \`${slug}\`: ${allTypes.get(slug)!.about}`).join("\n");
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
    },
    required: ["type", "title", "status", "detail", "instance", "code", "request_id"],
    additionalProperties: false,
  }));
}

/** The slugs of the conflicts that a write can cause. */
export function conflictsOf(resource: Resource, method: string): string[] {
  const codes = new Set(
    method === "DELETE" && !resource.softDelete ? deletionConflicts(resource) : writeConflicts(resource, method),
  );
  if (resource.writeThrough && method !== "DELETE") {
    // Writing through creates, changes or deletes a member.
    for (const membership of resource.memberOf) {
      for (const each of ["POST", "PATCH", "DELETE"]) {
        for (const slug of conflictsOf(membership, each)) codes.add(slug);
      }
    }
  }
  return [...codes];
}

/** Conflicts of a deletion. One-to-ones never block it. */
function deletionConflicts({ children, memberOf, referrers }: Resource): string[] {
  const blocked = memberOf.length > 0 || referrers.length > 0 || children.some((child) => child.kind !== "single");
  return blocked ? ["has-dependents"] : [];
}

function writeConflicts(resource: Resource, method: string): string[] {
  const { conflicts, fields, lifecycle, countedIn, kind, parent } = resource;
  const slug = (code: string) => code.replaceAll("_", "-");
  const creates = method !== "PATCH";
  // The id may belong to a record of another parent.
  const idCanExist = method === "POST" || (method === "PUT" && kind === "collection" && parent !== undefined);
  // A parent with a declared maximum may be full for a new child, or for one that is moved to it.
  const counts = countedIn.filter(({ foreignKey }) => creates || fields.has(foreignKey));
  const full = counts.flatMap(({ parent, child }) =>
    [...parent.fields.values()].filter(({ count }) => count === child.name),
  );
  const changes = method !== "POST";
  return [
    ...(idCanExist ? ["already-exists"] : []),
    ...(changes && lifecycle ? ["invalid-transition"] : []),
    ...conflicts.map(({ code }) => slug(code)),
    ...[...full, ...(changes ? fields.values() : [])].flatMap((spec) =>
      spec.overflowCode ? [slug(spec.overflowCode)] : [],
    ),
  ];
}
