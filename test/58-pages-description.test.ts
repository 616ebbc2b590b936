/** Proves that pages load what they need of the OpenAPI document, and once (§10.1). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { describe } from "../kit/description/describe.ts";
import { BOTH_DOMAINS } from "./support/domain/both-domains.ts";
import { writeExplorerBuild } from "./support/http/explorer-build.ts";
import { serve } from "./support/http/serve.ts";

const folder = mkdtempSync(join(tmpdir(), "space-missions-description-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeExplorerBuild(folder);

for (const [domainName, declarations] of BOTH_DOMAINS) {
  test(`§10.1: ${domainName}: pages name a part of the OpenAPI document that describes the service as the whole does`, async (t) => {
    const served = await serve(declarations, { PUBLIC_READ: "false" }, undefined, undefined, undefined, folder);
    t.after(() => served.stop());
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(new URL(path, served.url), { headers });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const [, address] = /<link rel="preload" as="fetch" crossorigin href="([^"]+)">/.exec((await get("/")).text)!;
    const { status, headers, text } = await get(address!);
    assert.deepEqual([status, headers.get("content-type")], [200, "application/json; charset=utf-8"]);
    assert.equal(headers.get("cache-control"), "public, max-age=31536000, immutable");
    const whole = await get("/openapi.json");
    assert.ok(text.length < 0.8 * whole.text.length, `${text.length} of ${whole.text.length} characters`);
    assert.deepEqual(described(JSON.parse(text)), described(JSON.parse(whole.text)));
    assert.equal((await get(address!.replace(/\w{8}\.json/, "00000000.json"))).status, 404);
    assert.equal((await get("/nowhere", { accept: "text/html" })).text.includes(address!), true);
  });
}

/** What pages know of a service, without the examples of schemas, which none shows, and with relations that lead nowhere. */
function described(document: unknown): unknown {
  const read = JSON.parse(JSON.stringify(document, (name, value) => (name === "examples" ? undefined : value)));
  const { title, about, version, views, collections } = describe(read);
  return {
    ...{ title, about, version, collections: collections.map(({ path }) => path) },
    views: views.map((view) => ({ ...view, relations: view.relations.map(({ records, ...relation }) => relation) })),
  };
}
