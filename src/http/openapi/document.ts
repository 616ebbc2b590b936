/** The OpenAPI 3.1 document of the service, read off the catalog. */

import { TITLE } from "../../runtime/product.ts";
import type { HttpContext } from "../context.ts";
import { Components, type JsonObject } from "./components.ts";
import { introduction, lifecycleTable } from "./descriptions.ts";
import { tagOf } from "./naming.ts";
import type { OperationContext } from "./operations.ts";
import { SERVICE_TAG, servicePaths } from "./service-paths.ts";
import { viewPaths } from "./view-paths.ts";

/** What the document is built from. */
export type DocumentSources = Pick<HttpContext, "store" | "pageSizes" | "bodyLimit" | "version">;

/** Builds the document. It describes every path except the HTML pages. */
export function openApiDocument({ store, pageSizes, bodyLimit, version }: DocumentSources): JsonObject {
  const { catalog } = store;
  const components = new Components();
  const context: OperationContext = { components, catalog, pageSizes, lookup: (name) => catalog.resource(name) };
  components.refer("securitySchemes", "bearer", () => ({
    type: "http",
    scheme: "bearer",
    description:
      "An API key, or an access token of the configured issuer, as `Authorization: Bearer <credential>`. Public reads need none unless the operator requires one.",
  }));
  const paths = [...servicePaths(context, version), ...catalog.views.flatMap((view) => viewPaths(context, view))];
  const tags = catalog.resources.map((resource) => ({
    name: tagOf(resource),
    description: [resource.about, lifecycleTable(resource)].filter(Boolean).join("\n\n"),
  }));
  return {
    openapi: "3.1.1",
    info: {
      title: TITLE,
      version,
      description: introduction({ pageSizes, bodyLimit }),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This service." }],
    tags: [SERVICE_TAG, ...tags],
    paths: Object.fromEntries(paths),
    components: components.toJSON(),
  };
}
