/** Proves that an outside linter, Spectral with its rules for OpenAPI, finds nothing in `/openapi.json`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import spectralCore from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { isLong } from "./support/campaign.ts";
import type { Part } from "./support/documents/openapi-conformance.ts";
import { serveForFile } from "./support/http/serve.ts";

const linter = new spectralCore.Spectral();
linter.setRuleset({ extends: [oas] } as never);

async function findings(document: Part): Promise<string[]> {
  const found = await linter.run(document);
  return found.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`);
}

const document: Part = (await (await serveForFile()).get("/openapi.json")).body;

// It takes 15 seconds; `npm test` has another linter.
if (isLong)
  test("§10.1: Spectral finds nothing", async () => {
    assert.deepEqual(await findings(document), []);
  });

test("§10.1: Spectral finds an operation without a description, and one with an unknown tag", async () => {
  const { description: _, ...undescribed } = document.paths["/livez"].get;
  const broken = { paths: { "/livez": { get: { ...undescribed, tags: ["unknown"] } } }, components: {} };
  const found = (await findings({ ...document, ...broken })).join("\n");
  for (const code of ["operation-description", "operation-tag-defined"]) assert.ok(found.includes(code), code);
});
