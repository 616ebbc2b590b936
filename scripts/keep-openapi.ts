/** Keeps the OpenAPI document of this version, with which later ones are compared (§9). Part of a release. */
import packageJson from "../package.json" with { type: "json" };
import { buildCatalog } from "../src/app/bootstrap.ts";
import { readConfig } from "../src/app/config.ts";
import { domain } from "../src/domain/index.ts";
import { openApiDocument } from "../src/http/openapi/document.ts";
import { keepDocument } from "../test/support/documents/released-openapi.ts";

const { pageSizes, bodyLimit } = readConfig({});
const { version } = packageJson;
keepDocument(
  JSON.parse(JSON.stringify(openApiDocument({ catalog: buildCatalog(domain), pageSizes, bodyLimit, version }))),
);
console.log(`test/released/openapi.json is the document of version ${version}.`);
