/** Proves that the check of every response against `/openapi.json` finds faults. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { conformanceFaults } from "./support/documents/openapi-conformance.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const document = (await served.get("/openapi.json")).body;
await served.put("/api/products/p", { name: "P", price: 1 });
const request = { method: "GET", path: "/api/products/p" };
const answered = await served.get(request.path);

/** The response with other header fields; null removes one. */
function but(changes: Record<string, string | null>): typeof answered {
  const headers = new Headers(answered.headers);
  for (const [name, value] of Object.entries(changes)) value === null ? headers.delete(name) : headers.set(name, value);
  return { ...answered, headers };
}

const body = (changes: object) => ({ ...answered, body: { ...answered.body, ...changes } });
const { price: _, ...priceless } = answered.body;

test("§10.1: a correct response has no fault", () => {
  assert.deepEqual(conformanceFaults(document, request, answered), []);
});

for (const [what, answer, fault] of [
  ["an undeclared status", { ...answered, status: 418 }, /418 is not declared/],
  ["a missing header", but({ etag: null }), /^ETag is missing/],
  ["a header of another form", but({ etag: 'W/"1"' }), /^ETag: .*pattern/],
  ["an undeclared header", but({ "x-secret": "1" }), /^x-secret is not declared/],
  ["an undeclared media type", but({ "content-type": "text/html" }), /text\/html is not declared/],
  ["an unknown field", body({ colour: "red" }), /colour/],
  ["a value of another type", body({ price: "1" }), /^\/price/],
  ["a missing field", { ...answered, body: priceless }, /price/],
  [
    "a link that is no path",
    body({ _links: { ...answered.body._links, self: "https://example.com/" } }),
    /_links\/self/,
  ],
] as const) {
  test(`§10.1: ${what} is found`, () => {
    const faults = conformanceFaults(document, request, answer);
    assert.equal(faults.length, 1, faults.join("\n"));
    assert.match(faults[0]!, fault);
  });
}

test("§10.1: a field may be missing only if fields selected others", () => {
  const chosen = { ...answered, body: { id: "p", name: "P", _links: { self: "/api/products/p" } } };
  assert.deepEqual(conformanceFaults(document, { ...request, path: "/api/products/p?fields=name" }, chosen), []);
  assert.notDeepEqual(conformanceFaults(document, request, chosen), []);
});

for (const path of ["/api/products", "/api/products?fields=name", "/api/products/p?fields=name"]) {
  test(`§2.13: a link that the declarations do not have is found in ${path}`, async () => {
    const correct = await served.get(path);
    assert.deepEqual(conformanceFaults(document, { method: "GET", path }, correct), []);
    const changed = structuredClone(correct.body);
    (changed.products?.[0] ?? changed)._links.reviews = "/api/products/p/reviews";
    const faults = conformanceFaults(document, { method: "GET", path }, { ...correct, body: changed });
    assert.match(faults.join(), /_links .*"reviews"/);
  });
}

test("§2.13: a record in a list without fields has only its own links", async () => {
  const correct = await served.get("/api/products");
  const changed = structuredClone(correct.body);
  changed.products[0]._links = answered.body._links;
  const faults = conformanceFaults(document, { method: "GET", path: "/api/products" }, { ...correct, body: changed });
  assert.match(faults.join(), /_links/);
});

test("§10.1: an accepted body or parameter must be one that the document allows", async () => {
  const changed = await served.patch("/api/products/p", { price: 2 });
  const patch = { method: "PATCH", path: "/api/products/p", sent: { price: 2 } };
  assert.deepEqual(conformanceFaults(document, patch, changed), []);
  assert.match(conformanceFaults(document, { ...patch, sent: { cost: 2 } }, changed).join(), /^sent: .*cost/);
  assert.match(
    conformanceFaults(document, { ...request, path: "/api/products/p?page=2" }, answered).join(),
    /page is not declared/,
  );
});

test("§7.2: an unknown path or method must get a problem document", async () => {
  const missing = await served.get("/api/nothing");
  assert.deepEqual(conformanceFaults(document, { method: "GET", path: "/api/nothing" }, missing), []);
  assert.notDeepEqual(conformanceFaults(document, { method: "GET", path: "/api/nothing" }, answered), []);
  const refused = await served.delete("/api/products");
  const headers = new Headers(refused.headers);
  headers.set("allow", "GET");
  assert.match(
    conformanceFaults(document, { method: "DELETE", path: "/api/products" }, { ...refused, headers }).join(),
    /Allow/,
  );
});
