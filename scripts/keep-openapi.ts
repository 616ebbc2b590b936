/** Keeps the OpenAPI document of this version, with which later ones are compared (§9). Part of a release. */

import packageJson from "../package.json" with { type: "json" };
import { builtInDocument, keepDocument } from "../test/support/documents/released-openapi.ts";

const { version } = packageJson;
keepDocument(builtInDocument(version));
console.log(`test/released/openapi.json is the document of version ${version}.`);
