/** The OpenAPI 3.1 document of the service, read off the catalog. */

import type { Catalog } from "../../resource/catalog.ts";
import type { HttpContext } from "../context.ts";
import { Components, inlineSingleUses, type JsonObject } from "./components.ts";
import { introduction, lifecycleTable, paragraphs } from "./descriptions.ts";
import { tagOf } from "./naming.ts";
import { COMMON_HEADERS } from "./paths/headers.ts";
import { CREDENTIAL, type OperationContext } from "./paths/operations.ts";
import { SERVICE_TAG, servicePaths } from "./paths/service-paths.ts";
import { viewPaths } from "./paths/view-paths.ts";
import { ID_PATTERN } from "./schemas/properties.ts";

/** What the document is built from. */
export interface DocumentSources extends Pick<HttpContext, "title" | "about" | "pageSizes" | "bodyLimit" | "version"> {
  /** Whether the past of what is public is, too. */
  readonly publicHistory?: boolean;
  readonly catalog: Catalog;
  /** Whether `/metrics` is served on an address of its own. */
  readonly metricsElsewhere?: boolean;
}

/** Builds the document. It describes every path except the HTML pages. */
export function openApiDocument(sources: DocumentSources): JsonObject {
  const { catalog, title, about, pageSizes, bodyLimit, version, publicHistory, metricsElsewhere = false } = sources;
  const components = new Components();
  components.refer("schemas", "Id", () => ID_PATTERN);
  const lookup: OperationContext["lookup"] = (name) => catalog.resource(name);
  const context: OperationContext = { components, catalog, pageSizes, lookup, hasMetrics: !metricsElsewhere };
  components.refer("securitySchemes", "bearer", () => ({
    type: "http",
    scheme: "bearer",
    description:
      "An API key, or an access token of the configured issuer, as `Authorization: Bearer <credential>`. Public reads need none unless the operator requires one. `x-scopes` of an operation are the scopes that a credential needs.",
  }));
  const paths = [
    ...servicePaths(context, { title, version }),
    ...catalog.views.flatMap((view) => viewPaths(context, view)),
  ];
  const tags = catalog.resources.map((resource) => ({
    name: tagOf(resource),
    description: paragraphs(resource.about, lifecycleTable(resource)),
  }));
  return {
    openapi: "3.1.1",
    info: {
      title,
      version,
      description: paragraphs(about, introduction({ pageSizes, bodyLimit })),
      ...(about === undefined ? {} : { "x-about": about }),
      ...(publicHistory ? { "x-public-history": true } : {}),
      contact: { name: "The operator of this service" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This service." }],
    security: [CREDENTIAL],
    tags: [SERVICE_TAG, ...tags],
    "x-common-headers": COMMON_HEADERS,
    ...inlineSingleUses(Object.fromEntries(paths), components.toJSON()),
  };
}
