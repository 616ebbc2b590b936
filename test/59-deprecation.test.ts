/** Proves how a removal is announced: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) in responses, in `/openapi.json` and in `/docs`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Declaration } from "../engine/declare/declaration.ts";
import { collection } from "../engine/declare/declare.ts";
import { decimal, text } from "../engine/declare/fields.ts";
import { catalog } from "../engine/resource/catalog.ts";
import { type Part, resolveRef } from "./support/documents/openapi-conformance.ts";
import { namedSchema } from "./support/documents/openapi-schemas.ts";
import { charter, products, secondDomain } from "./support/domain/second-domain.ts";
import { serveForFile } from "./support/http/serve.ts";

const since = "2026-03-01";
const sunset = "2026-12-01";

/** The second domain with a field, a parameter and a resource that will be removed. */
const declarations = secondDomain.map((declaration): Declaration => {
  if (declaration.name === charter.name) return { ...declaration, deprecated: { since } };
  if (declaration.name !== products.name) return declaration;
  const { price, rating } = products.fields;
  return {
    ...declaration,
    fields: {
      ...products.fields,
      price: price.deprecated({ since: "2026-04-01" }),
      rating: rating.deprecated({ since, sunset }),
    },
    deprecatedParameters: { name_contains: { since: "2026-05-01", sunset: "2027-01-01" } },
  };
});
const served = await serveForFile(declarations);
await served.put("/api/products/p", { name: "P", price: 1, rating: 2 });
await served.put("/api/universities/u", { name: "U" });
await served.put("/api/universities/u/founding-charter", { signed_on: "2000-01-01" });

const MARCH = ["@1772323200", "Tue, 01 Dec 2026 00:00:00 GMT"];
const APRIL = ["@1775001600", null];
const MAY = ["@1777593600", "Fri, 01 Jan 2027 00:00:00 GMT"];
const NOTHING = [null, null];

const ANNOUNCED: [method: string, path: string, status: number, announced: (string | null)[], body?: unknown][] = [
  ["GET", "/api/products/p", 200, MARCH],
  ["HEAD", "/api/products/p", 200, MARCH],
  ["GET", "/api/products/p?fields=name", 200, NOTHING],
  ["GET", "/api/products/p?fields=name,price", 200, APRIL],
  ["GET", "/api/products/p?fields=rating", 200, MARCH],
  ["GET", "/api/products/p?fields=*", 200, MARCH],
  ["GET", "/api/products", 200, APRIL],
  ["GET", "/api/products?format=csv", 200, MARCH],
  ["GET", "/api/products?fields=name", 200, NOTHING],
  ["GET", "/api/products?fields=name&rating_min=1", 200, MARCH],
  ["GET", "/api/products?fields=name&sort=rating:desc", 200, MARCH],
  ["GET", "/api/products?fields=name&filter=rating:2", 200, MARCH],
  ["GET", "/api/products?fields=name&name_contains=p", 200, MAY],
  ["GET", "/api/products?name_contains=p", 200, ["@1775001600", "Fri, 01 Jan 2027 00:00:00 GMT"]],
  ["GET", "/api/products?fields=name&name_starts_with=p", 200, NOTHING],
  ["GET", "/api/products?fields=name&rating_min=x", 400, MARCH],
  ["QUERY", "/api/products", 200, MAY, { fields: "name", name_contains: "p" }],
  ["QUERY", "/api/products", 400, MARCH, { fields: ["name"], rating_min: "x" }],
  ["QUERY", "/api/products", 200, NOTHING, { fields: ["name"] }],
  ["GET", "/api/products/none", 404, MARCH],
  ["PATCH", "/api/products/p", 200, MARCH, { name: "Q" }],
  ["PUT", "/api/products/q", 201, MARCH, { name: "Q" }],
  ["POST", "/api/products", 201, MARCH, { name: "R" }],
  ["GET", "/api/universities/u/founding-charter", 200, ["@1772323200", null]],
  ["DELETE", "/api/universities/u/founding-charter", 204, ["@1772323200", null]],
  ["GET", "/api/universities/u", 200, NOTHING],
  ["GET", "/api", 200, NOTHING],
];
for (const [method, path, status, announced, body] of ANNOUNCED) {
  test(`§9: ${method} ${path}: ${status} announces ${announced.join(" to ") || "nothing"}`, async () => {
    const { headers, ...answer } = await served.request(method, path, body === undefined ? {} : { body });
    assert.equal(answer.status, status, answer.text);
    assert.deepEqual([headers.get("deprecation"), headers.get("sunset")], announced);
  });
}

test("§9: a 304 announces what the 200 does", async () => {
  const etag = (await served.get("/api/products")).headers.get("etag")!;
  const { status, headers } = await served.get("/api/products", { headers: { "if-none-match": etag } });
  assert.deepEqual([status, headers.get("deprecation")], [304, APRIL[0]]);
});

test("§9, §10.1: the document and the reference say what is deprecated, and until when", async () => {
  const document: Part = (await served.get("/openapi.json")).body;
  const note = "Deprecated since 2026-03-01; it may be removed from 2026-12-01 on.";
  for (const schema of ["Product", "ProductDraft", "ProductPatch", "ProductSelection"]) {
    const { rating, name } = namedSchema(document, schema).properties;
    assert.deepEqual([rating.deprecated, name.deprecated], [true, undefined], schema);
  }
  assert.ok(namedSchema(document, "Product").properties.rating.description.includes(note));
  const parameters: Part[] = document.paths["/api/products"].get.parameters.map(
    (each: Part) => resolveRef(document, each).part,
  );
  const deprecated = parameters.filter((each) => each.deprecated).map(({ name }) => name);
  assert.ok(["name_contains", "rating", "rating_min", "price_max"].every((name) => deprecated.includes(name)));
  assert.ok(!deprecated.includes("name_starts_with") && !deprecated.includes("name"));
  const item = document.paths["/api/universities/{university_id}/founding-charter"];
  for (const method of ["get", "put", "patch", "delete"]) {
    assert.equal(item[method].deprecated, true, method);
    assert.ok(item[method].description.includes("Deprecated since 2026-03-01."), method);
  }
  assert.equal(document.paths["/api/products"].get.deprecated, undefined);
  const { text: page } = await served.get("/docs/products");
  assert.ok(page.includes(note) && page.includes("<code>name_contains</code>: Deprecated since 2026-05-01"));
});

const refused = (more: object, fields: object = {}): string => {
  const declared = collection("teams", { one: "team", about: "A.", fields: { name: text(), ...fields }, ...more });
  try {
    catalog([declared]);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

test("§9: announcements that give less than six months, or announce nothing, are refused at start", () => {
  assert.equal(refused({ deprecated: { since: "2026-01-01", sunset: "2026-07-01" } }), "");
  assert.match(refused({ deprecated: { since: "2026-01-01", sunset: "2026-06-30" } }), /teams is deprecated for less/);
  assert.match(refused({ deprecated: { since: "2026-02-30" } }), /teams is deprecated with 2026-02-30, which is no/);
  assert.match(
    refused({}, { size: decimal().deprecated({ since: "2026-01-01", sunset: "2026-01-02" }) }),
    /teams\.size is deprecated for less than 6 months/,
  );
  assert.match(
    refused({ deprecatedParameters: { nme_contains: { since: "2026-01-01" } } }),
    /the parameter nme_contains is deprecated, but no list has it/,
  );
  assert.equal(
    refused({ deprecatedParameters: { name_contains: { since: "2026-01-01" }, sort_by: { since: "2026-01-01" } } }),
    "",
  );
});
