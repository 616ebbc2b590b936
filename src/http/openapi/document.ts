/** The OpenAPI 3.1 document of the service, read off the catalog. */
import type { HttpContext } from "../context.ts";
import { Components, type Part } from "./components.ts";
import { tagOf } from "./naming.ts";
import { pathsOf, type Writing } from "./operations.ts";
import { introduction, lifecycleTable } from "./prose.ts";
import { SERVICE_TAG, servicePaths } from "./service-paths.ts";

/** What of a service its document speaks of. */
export type Documented = Pick<HttpContext, "store" | "pageSizes" | "bodyLimit" | "version">;

/** Describes every path but the pages for people. */
export function openApiDocument({ store, pageSizes, bodyLimit, version }: Documented): Part {
  const { catalog } = store;
  const components = new Components();
  const writing: Writing = { components, catalog, pageSizes, lookup: (name) => catalog.resource(name) };
  components.refer("securitySchemes", "bearer", () => ({
    type: "http",
    scheme: "bearer",
    description:
      "A key, or an access token of the issuer that the operator believes, as `Authorization: Bearer <key or token>`. Public reads need none unless the operator asks for one.",
  }));
  const paths = [...servicePaths(writing, version), ...catalog.views.flatMap((view) => pathsOf(writing, view))];
  const tags = catalog.resources.map((resource) => ({
    name: tagOf(resource),
    description: [resource.about, lifecycleTable(resource)].filter(Boolean).join("\n\n"),
  }));
  return {
    openapi: "3.1.1",
    info: {
      title: "Space Missions API",
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
