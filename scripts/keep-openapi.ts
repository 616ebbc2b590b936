/** Keeps the OpenAPI document of this version, with which later ones are compared (§9). Part of a release. */

import { buildCatalog } from "../engine/app/bootstrap.ts";
import { readConfig } from "../engine/app/config.ts";
import { openApiDocument } from "../engine/http/openapi/document.ts";
import { spaceMissions } from "../missions/registry.ts";
import packageJson from "../package.json" with { type: "json" };
import { keepDocument } from "../test/support/documents/released-openapi.ts";

const { title, pageSizes, bodyLimit } = readConfig({}, spaceMissions);
const { version } = packageJson;
keepDocument(
  JSON.parse(
    JSON.stringify(
      openApiDocument({ catalog: buildCatalog(spaceMissions.resources), title, pageSizes, bodyLimit, version }),
    ),
  ),
);
console.log(`test/released/openapi.json is the document of version ${version}.`);
